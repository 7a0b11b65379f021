// The environment that every command gets: the user's own, and the same for the baseline and every candidate.
import { delimiter } from 'node:path';

/** Left by an agent, a CI system or a test runner that started Hydra. They say nothing about the project. */
const OF_THE_STARTER = [
  /^(?:CLAUDECODE|CLAUDE_CODE_.*|AI_AGENT|AGENT|CURSOR_.*|REPL_ID|CODEX_.*|GEMINI_CLI.*|OPENCODE.*|AIDER_.*|COPILOT_.*|AMP_.*|GOOSE_.*)$/,
  // A CI system is recognized by its marker, see MARKERS; the rest are files and addresses that belong to the job.
  /^(?:GITHUB_.*|GITLAB_.*|RUNNER_.*|ACTIONS_.*|CI_.*|CIRCLE_.*|TRAVIS_.*|BUILDKITE_.*|TEAMCITY.*|JENKINS_.*|APPVEYOR_.*|BUILD_.*|SYSTEM_.*)$/,
  /^(?:VITEST.*|JEST_WORKER_ID|MOCHA_.*|PYTEST_(?:CURRENT_TEST|VERSION|XDIST.*)|NODE_TEST_CONTEXT|NODE_V8_COVERAGE|MAKEFLAGS|MAKELEVEL|MFLAGS)$/,
  /^(?:GIT_.*|npm_.*|NODE|COLOR|EDITOR|INIT_CWD|PWD|OLDPWD|SHLVL|_|PROMPT_COMMAND|PS1|BASH_.*|ENV|TMP|TEMP|TMPDIR|HYDRA_.*)$/,
  /^(?:SSH_(?:CLIENT|CONNECTION|TTY)|TMUX.*|STY|WINDOWID|WT_SESSION|XDG_SESSION_.*|INVOCATION_ID|JOURNAL_STREAM)$/,
  /^(?:TERM_.*|VTE_VERSION|KITTY_.*|ITERM_.*|KONSOLE_.*|ALACRITTY_.*|GNOME_TERMINAL_.*|VSCODE_.*|ZED_.*)$/,
];
/** Test suites ask for these; without them a run in CI is another one than the same command by hand. */
const MARKERS = /^(?:GITHUB_ACTIONS|GITLAB_CI)$/;
/** AI-written code has no use for the user's credentials. */
const CREDENTIAL =
  /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|AUTH(?!OR)|_(?:KEY|PASS|PWD|PAT)$/i;
/** npm and npx put the programs of the folder they stand in on the PATH. Every tree is to find its own, or none. */
const PROGRAMS_OF_A_FOLDER = /^\/.*\/node_modules\/(?:\.bin|.*\/node-gyp-bin)$/;

export function looksLikeCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/**
 * The user's environment without credentials and what belongs to the caller. Nothing is added: a suite gives the same
 * results as by hand.
 */
export function cleanEnvironment(inherited: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(inherited).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    const isUnwanted = !MARKERS.test(name) && OF_THE_STARTER.some((pattern) => pattern.test(name));
    return value !== undefined && !looksLikeCredential(name) && !isUnwanted;
  });
  const { PATH = '', ...others } = Object.fromEntries(kept);
  return { ...others, PATH: cleanPath(PATH) };
}

/** The environment as it is. */
export function inheritedEnvironment(inherited: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(inherited).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function cleanPath(path: string): string {
  const folders = path.split(delimiter).filter((folder) => !PROGRAMS_OF_A_FOLDER.test(folder));
  return folders.join(delimiter);
}
