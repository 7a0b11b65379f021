// Room exec: the environment that every command gets: clean, and the same for the baseline and every candidate.
import { delimiter } from 'node:path';

/** Tools change their output when they think a person, an agent or a certain CI system is looking. */
const CHANGES_OUTPUT = [
  /^(?:CLAUDECODE|CLAUDE_CODE_.*|AI_AGENT|AGENT|CURSOR_.*|REPL_ID|CODEX_.*|GEMINI_CLI.*|OPENCODE.*|AIDER_.*|COPILOT_.*|AMP_.*|GOOSE_.*)$/,
  /^(?:GITHUB_.*|GITLAB_.*|RUNNER_.*|ACTIONS_.*|CI_.*|CIRCLECI|CIRCLE_.*|TRAVIS.*|BUILDKITE.*|TEAMCITY.*|JENKINS_.*|TF_BUILD|APPVEYOR.*|CONTINUOUS_INTEGRATION|BUILD_.*|SYSTEM_.*)$/,
  /^(?:FORCE_COLOR|CLICOLOR.*|COLORTERM|COLORFGBG|LS_COLORS|COLUMNS|LINES|TERM.*|DEBUG|VERBOSE|PAGER|LESS)$/,
  /^(?:VITEST.*|JEST_WORKER_ID|MOCHA_.*|PYTEST_.*|NODE_TEST_CONTEXT|NODE_ENV|NODE_V8_COVERAGE|RUST_BACKTRACE|RUSTFLAGS|GOFLAGS|MAKEFLAGS|MAKELEVEL|MFLAGS)$/,
];
/** Left over from whatever started Hydra: a shell, npm, a terminal, a session. */
const FROM_THE_CALLER = [
  /^(?:GIT_.*|npm_.*|NODE|COLOR|EDITOR|INIT_CWD|PWD|OLDPWD|SHLVL|_|PROMPT_COMMAND|PS1|BASH_.*|ENV|TMP|TEMP|TMPDIR|HYDRA_.*)$/,
  /^(?:SSH_(?:CLIENT|CONNECTION|TTY)|TMUX.*|STY|WINDOWID|WT_SESSION|XDG_SESSION_.*|INVOCATION_ID|JOURNAL_STREAM)$/,
  /^(?:VTE_VERSION|KITTY_.*|ITERM_.*|KONSOLE_.*|ALACRITTY_.*|GNOME_TERMINAL_.*|VSCODE_.*|ZED_.*)$/,
];
/** AI-written code has no use for the user's credentials. */
const CREDENTIAL =
  /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|AUTH(?!OR)|_(?:KEY|PASS|PWD|PAT)$/i;
/** npm and npx put the programs of the folder they stand in on the PATH. Every tree is to find its own, or none. */
const PROGRAMS_OF_A_FOLDER = /^\/.*\/node_modules\/(?:\.bin|.*\/node-gyp-bin)$/;

const SAME_FOR_ALL = {
  CI: '1',
  NO_COLOR: '1',
  TERM: 'dumb',
  TZ: 'UTC',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
};

export function looksLikeCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** The user's environment without what would change results or should stay with the user, plus what is equal for all. */
export function cleanEnvironment(inherited: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const unwanted = [...CHANGES_OUTPUT, ...FROM_THE_CALLER];
  const kept = Object.entries(inherited).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    return value !== undefined && !looksLikeCredential(name) && !unwanted.some((pattern) => pattern.test(name));
  });
  const { PATH = '', ...others } = Object.fromEntries(kept);
  return { ...others, PATH: cleanPath(PATH), ...SAME_FOR_ALL };
}

function cleanPath(path: string): string {
  const folders = path.split(delimiter).filter((folder) => !PROGRAMS_OF_A_FOLDER.test(folder));
  return folders.join(delimiter);
}
