// The environment of every command: what is known of the user's own, and the same for the baseline and every candidate.
import { delimiter } from 'node:path';
import { isKnownVariable } from './known-variables.ts';

/** Set by an agent, a CI system or a test runner that started Hydra. They are not related to the project. */
const OF_THE_STARTER = [
  /^(?:CLAUDECODE|CLAUDE_CODE_.*|AI_AGENT|AGENT|CURSOR_.*|REPL_ID|CODEX_.*|GEMINI_CLI.*|OPENCODE.*|AIDER_.*|COPILOT_.*|AMP_.*|GOOSE_.*)$/,
  // Files and addresses of one job.
  /^(?:GITHUB_.*|GITLAB_.*|RUNNER_.*|ACTIONS_.*|CI_.*|CIRCLE_.*|TRAVIS_.*|BUILDKITE_.*|TEAMCITY.*|JENKINS_.*|APPVEYOR_.*|BUILD_.*|SYSTEM_.*)$/,
  // The place of one job in a cluster.
  /^(?:SLURM.*|SBATCH_.*|PBS_.*|KUBERNETES_.*|JOB_COMPLETION_INDEX|SEMAPHORE_.*|AWS_BATCH_.*|AGENT_.*)$/,
  /^(?:VITEST.*|JEST_WORKER_ID|MOCHA_.*|PYTEST_(?:CURRENT_TEST|VERSION|XDIST.*)|NODE_TEST_CONTEXT|NODE_V8_COVERAGE|MAKEFLAGS|MAKELEVEL|MFLAGS)$/,
  /^(?:GIT_.*|npm_.*|NODE|COLOR|EDITOR|INIT_CWD|PWD|OLDPWD|SHLVL|_|PROMPT_COMMAND|PS1|BASH_.*|ENV|TMP|TEMP|TMPDIR|HYDRA_.*)$/,
  /^(?:SSH_(?:CLIENT|CONNECTION|TTY)|TMUX.*|STY|WINDOWID|WT_SESSION|XDG_SESSION_.*|INVOCATION_ID|JOURNAL_STREAM|SYSTEMD_EXEC_PID|MEMORY_PRESSURE_.*)$/,
  /^(?:TERM_.*|VTE_VERSION|KITTY_.*|ITERM_.*|KONSOLE_.*|ALACRITTY_.*|GNOME_TERMINAL_.*|VSCODE_.*|ZED_.*)$/,
];
/** Untrusted code must not get the user's credentials. */
const CREDENTIAL =
  /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|AUTH(?!OR)|_(?:KEY|PASS|PWD|PAT)$/i;
/** npm and npx add the programs of their folder to the PATH. Every checkout must use its own, or none. */
const PROGRAMS_OF_A_FOLDER = /^\/.*\/node_modules\/(?:\.bin|.*\/node-gyp-bin)$/;

/** The address of a database or a proxy with a password, or with a token as its user: `postgres://user:secret@host/name`. */
const ADDRESS_WITH_USER = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#@]{1,200}@[^\s/]/i;

export function looksLikeCredential(name: string, value = ''): boolean {
  return CREDENTIAL.test(name) || ADDRESS_WITH_USER.test(value);
}

/** An option in a value, such as `-Dkey.password=...`. */
const OPTION_WITH_SECRET = /(?:passw|secret|token|credential|api[_-]?key)[\w.-]{0,40}=/i;

/**
 * Variables of the system and of toolchains, and those that the user named. Credentials among the first are left out. Adds nothing, so
 * that a suite gives the same results as in the user's shell.
 */
export function cleanEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): Record<string, string> {
  const kept = Object.entries(inherited).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    return value !== undefined && (named.includes(name) || isPassedOn(name, value, inherited));
  });
  const { PATH = '', ...others } = Object.fromEntries(kept);
  return { ...others, PATH: cleanPath(PATH) };
}

function isPassedOn(name: string, value: string, inherited: Readonly<Record<string, string | undefined>>): boolean {
  if (looksLikeCredential(name, value) || OPTION_WITH_SECRET.test(value)) return false;
  return isKnownVariable(name, value, inherited.npm_execpath !== undefined);
}

/** The names of the user's variables that commands do not get, without those of the program that started Hydra. */
export function withheldVariables(
  inherited: Readonly<Record<string, string | undefined>>,
  named: readonly string[] = [],
): string[] {
  const kept = cleanEnvironment(inherited, named);
  return Object.keys(inherited)
    .filter(
      (name) =>
        !(name in kept) && (looksLikeCredential(name, inherited[name]) || !OF_THE_STARTER.some((each) => each.test(name))),
    )
    .sort();
}

/** The unchanged environment. */
export function inheritedEnvironment(inherited: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(inherited).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function cleanPath(path: string): string {
  const folders = path.split(delimiter).filter((folder) => !PROGRAMS_OF_A_FOLDER.test(folder));
  return folders.join(delimiter);
}
