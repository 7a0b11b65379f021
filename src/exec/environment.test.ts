import { describe, expect, test } from 'vitest';
import { cleanEnvironment, looksLikeCredential, withheldVariables } from './environment.ts';

test('adds nothing', () => {
  expect(cleanEnvironment({})).toEqual({ PATH: '' });
});

test("keeps the variables of the user's shell", () => {
  const kept = {
    HOME: '/home/a',
    USER: 'a',
    JAVA_HOME: '/opt/java',
    GOPATH: '/home/a/go',
    CARGO_HOME: '/home/a/.cargo',
    NODE_OPTIONS: '--max-old-space-size=4096',
    VIRTUAL_ENV: '/home/a/env',
    XDG_CACHE_HOME: '/home/a/.cache',
    DISPLAY: ':99',
    KEYBOARD: 'us',
    NPM_CONFIG_REGISTRY: 'https://example.org',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITLAB_CI: 'true',
    CIRCLECI: 'true',
    NO_COLOR: '1',
    FORCE_COLOR: '3',
    TERM: 'xterm-256color',
    COLUMNS: '100',
    TZ: 'Asia/Tokyo',
    LC_ALL: 'de_DE.UTF-8',
    NODE_ENV: 'test',
    DEBUG: 'app',
    PYTEST_ADDOPTS: '-x',
    PYTHONHASHSEED: '7',
    RUSTFLAGS: '-D warnings',
    GOFLAGS: '-mod=mod',
  };
  expect(cleanEnvironment({ ...kept, PATH: '/bin', GONE: undefined })).toEqual({ ...kept, PATH: '/bin' });
});

describe('removed variables', () => {
  test.each([
    ['agents', 'CLAUDECODE CLAUDE_CODE_ENTRYPOINT AI_AGENT AGENT CURSOR_TRACE_ID REPL_ID CODEX_HOME GEMINI_CLI OPENCODE'],
    [
      'CI systems',
      'GITHUB_SHA GITHUB_ENV GITLAB_USER_ID RUNNER_OS CI_JOB_ID CIRCLE_JOB TRAVIS_BRANCH BUILDKITE_JOB_ID TEAMCITY_VERSION',
    ],
    ['runners', 'VITEST VITEST_POOL_ID JEST_WORKER_ID PYTEST_CURRENT_TEST NODE_TEST_CONTEXT NODE_V8_COVERAGE'],
    ['make', 'MAKEFLAGS MAKELEVEL MFLAGS'],
    [
      'the calling program',
      'GIT_DIR GIT_INDEX_FILE npm_execpath npm_config_registry npm_lifecycle_event NODE INIT_CWD PWD OLDPWD SHLVL _ TMPDIR',
    ],
    ['Hydra', 'HYDRA_COMMAND_ID HYDRA_REPORTS HYDRA_PORT_BASE'],
    [
      'sessions',
      'TERM_PROGRAM TERM_SESSION_ID SSH_CONNECTION SSH_TTY TMUX TMUX_PANE WINDOWID XDG_SESSION_ID VSCODE_PID KITTY_WINDOW_ID',
    ],
    [
      'credentials',
      'MY_TOKEN DB_PASSWORD AWS_SECRET_ACCESS_KEY SSH_AUTH_SOCK OPENAI_API_KEY DB_PASS MYSQL_PWD GH_PAT SIGNING_KEY',
    ],
    [
      'names that no file defines',
      'SIGNING_SEED ACME_LICENCE DEPLOY_HOOK SLACK_WEBHOOK SENTRY_DSN MY_PIN OTP_CODE KUBECONFIG AWS_PROFILE DATABASE_URL PGPASSFILE',
    ],
  ])('%s', (_what, names) => {
    const inherited = Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
    expect(cleanEnvironment(inherited)).toEqual({ PATH: '' });
  });

  test('removes folders that npm added to the PATH', () => {
    const path = [
      '/repo/node_modules/.bin',
      '/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin',
      'node_modules/.bin',
      '/usr/bin',
      '/opt/node_modules/tool',
    ];
    expect(cleanEnvironment({ PATH: path.join(':') }).PATH).toBe('node_modules/.bin:/usr/bin:/opt/node_modules/tool');
  });
});

test.each([
  ['GITHUB_TOKEN', true],
  ['github_token', true],
  ['MyPassword', true],
  ['APIKEY', true],
  ['PROXY_AUTH', true],
  ['GIT_AUTHOR_NAME', false],
  ['XAUTHORITY', false],
  ['PWD', false],
  ['OLDPWD', false],
  ['PATH', false],
  ['KEYMAP', false],
])('%s looks like a credential: %s', (name, expected) => {
  expect(looksLikeCredential(name)).toBe(expected);
});

test.each([
  ['DATABASE_URL', 'postgres://app:secret@db.example.org:5432/app', true],
  ['REDIS_URL', 'redis://:secret@127.0.0.1:6379/0', true],
  ['GIT_MIRROR', 'https://ghp_abc@example.org/a.git', true],
  ['HTTPS_PROXY', 'http://user:secret@proxy.example.org:3128', true],
  ['DATABASE_URL', 'postgres://db.example.org/app', false],
  ['DATABASE_URL', 'sqlite:///tmp/a@b.db', false],
  ['DOCS', 'https://example.org/@scope/package', false],
  ['EMAIL', 'a@example.org', false],
  ['NPM_CONFIG_REGISTRY', 'https://registry.example.org/', false],
])('%s=%s is a credential: %s', (name, value, expected) => {
  expect(looksLikeCredential(name, value)).toBe(expected);
  if (expected) expect(cleanEnvironment({ [name]: value })).toEqual({ PATH: '' });
});

test('keeps what the user names, whatever it is', () => {
  const inherited = { DATABASE_URL: 'postgres://app:secret@db.example.org/app', MY_TOKEN: 'x', OTHER: 'y' };
  expect(cleanEnvironment(inherited, ['DATABASE_URL', 'MY_TOKEN'])).toEqual({
    PATH: '',
    DATABASE_URL: inherited.DATABASE_URL,
    MY_TOKEN: 'x',
  });
  expect(withheldVariables({ ...inherited, PATH: '/bin', TERM_PROGRAM: 'a', GITHUB_TOKEN: 'x' }, ['MY_TOKEN'])).toEqual([
    'DATABASE_URL',
    'GITHUB_TOKEN',
    'OTHER',
  ]);
});

test.each([
  ['CI', 'true', true],
  ['CI', 'a long text', false],
  ['JAVA_TOOL_OPTIONS', '-Dfile.encoding=UTF-8', true],
  ['JAVA_TOOL_OPTIONS', '-Djavax.net.ssl.keyStorePassword=abc', false],
  ['npm_config_registry', 'https://registry.example.org/', true],
  ['npm_config__auth', 'abc', false],
  ['NPM_CONFIG_EMAIL', 'a@example.org', false],
  ['CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER', 'clang', true],
  ['CARGO_REGISTRIES_OWN_TOKEN', 'x', false],
  ['BUNDLE_GEMS__EXAMPLE__ORG', 'user:pass', false],
])('%s=%s is passed on: %s', (name, value, expected) => {
  expect(name in cleanEnvironment({ [name]: value })).toBe(expected);
});
