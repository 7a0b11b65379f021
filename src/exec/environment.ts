// The environment of every command: the user's own, and the same for the baseline and every candidate.
import { delimiter } from 'node:path';

/** Set by an agent, a CI system or a test runner that started Hydra. They are not related to the project. */
const OF_THE_STARTER = [
  /^(?:CLAUDECODE|CLAUDE_CODE_.*|AI_AGENT|AGENT|CURSOR_.*|REPL_ID|CODEX_.*|GEMINI_CLI.*|OPENCODE.*|AIDER_.*|COPILOT_.*|AMP_.*|GOOSE_.*)$/,
  // A CI system is recognized by its marker, see MARKERS; the rest are files and addresses of the job.
  /^(?:GITHUB_.*|GITLAB_.*|RUNNER_.*|ACTIONS_.*|CI_.*|CIRCLE_.*|TRAVIS_.*|BUILDKITE_.*|TEAMCITY.*|JENKINS_.*|APPVEYOR_.*|BUILD_.*|SYSTEM_.*)$/,
  // The place of one job in a cluster.
  /^(?:SLURM.*|SBATCH_.*|PBS_.*|KUBERNETES_.*|JOB_COMPLETION_INDEX|SEMAPHORE_.*|AWS_BATCH_.*|AGENT_.*)$/,
  /^(?:VITEST.*|JEST_WORKER_ID|MOCHA_.*|PYTEST_(?:CURRENT_TEST|VERSION|XDIST.*)|NODE_TEST_CONTEXT|NODE_V8_COVERAGE|MAKEFLAGS|MAKELEVEL|MFLAGS)$/,
  /^(?:GIT_.*|npm_.*|NODE|COLOR|EDITOR|INIT_CWD|PWD|OLDPWD|SHLVL|_|PROMPT_COMMAND|PS1|BASH_.*|ENV|TMP|TEMP|TMPDIR|HYDRA_.*)$/,
  /^(?:SSH_(?:CLIENT|CONNECTION|TTY)|TMUX.*|STY|WINDOWID|WT_SESSION|XDG_SESSION_.*|INVOCATION_ID|JOURNAL_STREAM|SYSTEMD_EXEC_PID|MEMORY_PRESSURE_.*)$/,
  /^(?:TERM_.*|VTE_VERSION|KITTY_.*|ITERM_.*|KONSOLE_.*|ALACRITTY_.*|GNOME_TERMINAL_.*|VSCODE_.*|ZED_.*)$/,
];
/** Test suites check these; without them a run in CI would differ from the same command in the user's shell. */
const MARKERS = /^(?:GITHUB_ACTIONS|GITLAB_CI)$/;
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

/**
 * The user's environment without credentials and without variables of the caller. Adds nothing, so that a suite gives the
 * same results as in the user's shell.
 */
export function cleanEnvironment(inherited: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(inherited).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    const isUnwanted = !MARKERS.test(name) && OF_THE_STARTER.some((pattern) => pattern.test(name));
    return value !== undefined && !looksLikeCredential(name, value) && !isUnwanted;
  });
  const { PATH = '', ...others } = Object.fromEntries(kept);
  return { ...others, PATH: cleanPath(PATH) };
}

/** The unchanged environment. */
export function inheritedEnvironment(inherited: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(inherited).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function cleanPath(path: string): string {
  const folders = path.split(delimiter).filter((folder) => !PROGRAMS_OF_A_FOLDER.test(folder));
  return folders.join(delimiter);
}
