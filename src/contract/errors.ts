// Every mistake a user can make, in one list. docs/errors.md is generated from it.
// A failed check is data, never one of these.

/** In `{braces}`: what the place that raises the error fills in. */
export const ERROR_CATALOGUE = {
  usage: {
    sentence: '{problem}',
    next: 'Run `{command} --help` to see what it takes.',
  },
  file_unreadable: {
    sentence: 'Cannot read the {what}: {reason}.',
    next: 'Check that the file exists and that you may read it.',
  },
  file_unwritable: {
    sentence: 'Cannot write the {what}: {reason}.',
    next: 'Check that the folder exists and that you may write there.',
  },
  acceptance_missing: {
    sentence: 'The acceptance test `{path}` does not exist.',
    next: 'Paths are relative to the current folder or to the root of the repository.',
  },
  acceptance_unusable: {
    sentence: 'The acceptance tests in `{path}` cannot be used: {reason}.',
    next: 'Give test files, a folder with them, or a patch that adds them.',
  },
  acceptance_in_base: {
    sentence: 'The acceptance tests are part of the base already: {paths}.',
    next: 'Tests of the base run with every candidate anyway. Give tests that the base does not have.',
  },
  json_syntax: {
    sentence: 'The {what} is not JSON: {reason}.',
    next: 'Write it again with Hydra, or take the broken file away.',
  },
  schema_future: {
    sentence: 'The {what} has schema version {version}; this Hydra knows versions up to {known}.',
    next: 'Update Hydra, or read it with the version that wrote it.',
  },
  schema_invalid: {
    sentence: 'The {what} does not have the expected shape: at {path}, {reason}.',
    next: 'Compare it with docs/schema/{schema}.json.',
  },
  config_syntax: {
    sentence: 'The configuration is not valid TOML: {reason}.',
    next: 'Correct the line; https://toml.io shows the syntax.',
  },
  config_unknown_key: {
    sentence: 'Unknown key `{key}`.',
    next: '{suggestion}',
  },
  config_invalid_value: {
    sentence: 'Expected `{key}` to be {expected}, got {actual}.',
    next: 'Change the value; `hydra explain --policy` shows every key with the value in force.',
  },
  config_misspelt_value: {
    sentence: 'Expected `{key}` to be {expected}, got {actual}.',
    next: 'Did you mean {suggestion}?',
  },
  config_invalid_name: {
    sentence: '`{name}` cannot be a name under [{table}].',
    next: '{rule}',
  },
  config_unknown_profile: {
    sentence: 'There is no profile `{profile}`.',
    next: '{suggestion}',
  },
  config_unknown_preset: {
    sentence: 'There is no preset `{preset}`.',
    next: '{suggestion}',
  },
  config_exists: {
    sentence: 'There is a hydra.toml here already.',
    next: 'Change it by hand, or write over it with `hydra init --force`.',
  },
  config_weights_all_zero: {
    sentence: 'All weights are 0, so there is nothing to rank by.',
    next: 'Give at least one dimension under [scoring.weights] a weight above 0.',
  },
  git_missing: {
    sentence: 'git is not installed, or not on the PATH.',
    next: 'Install git 2.31 or later.',
  },
  git_failed: {
    sentence: 'git {action} failed: {reason}.',
    next: 'Run the same in the repository to see more; `git fsck` finds damage.',
  },
  not_a_repository: {
    sentence: 'The folder {folder} is not in a git repository.',
    next: 'Change into the repository that the candidates belong to.',
  },
  folder_with_line_end: {
    sentence: 'The folder {folder} has a line end in its name, and git cannot tell such names apart.',
    next: 'Rename the folder, or work in a clone elsewhere.',
  },
  partial_clone: {
    sentence: 'The repository is a partial clone, and not all of the trees to compare is here (missing objects: {missing}).',
    next: 'Bring them with `git fetch --refetch --no-filter`, or use a full clone.',
  },
  sparse_folder: {
    sentence: 'The folder {folder} is a sparse checkout, and what it leaves out is not in this repository.',
    next: 'Run `git sparse-checkout disable` there, or commit its work and name the branch.',
  },
  submodule_missing: {
    sentence: 'The submodule {path} is not here at the commit that the tree asks for.',
    next: 'Run `git submodule update --init --recursive` and try again.',
  },
  patch_does_not_apply: {
    sentence: 'The patch does not apply to the base: {reason}.',
    next: 'Make it against the base commit, or name that commit with --base.',
  },
  no_runs: {
    sentence: 'There are no runs in this repository yet.',
    next: 'Make one with `hydra score NAME=BRANCH ...`.',
  },
  unknown_run: {
    sentence: 'There is no run `{run}` in this repository.',
    next: '`hydra list` shows the runs there are.',
  },
  ambiguous_run: {
    sentence: 'Several runs begin with `{run}`: {runs}.',
    next: 'Give more of the id.',
  },
  path_outside_repository: {
    sentence: 'The path {path} under [workspace] leads out of the repository.',
    next: 'Name a path inside the repository.',
  },
  work_folder_unsafe: {
    sentence: 'The folder {folder} belongs to somebody else, or others may write to it.',
    next: 'Remove it, or set TMPDIR to a folder of your own.',
  },
  path_to_bring_missing: {
    sentence: 'The path {path} under [workspace] does not exist in the working tree.',
    next: 'Create it, or take it out of [workspace].',
  },
  no_commits: {
    sentence: 'The repository has no commit yet, so there is nothing to compare with.',
    next: 'Commit what the candidates start from, or name their base with --base.',
  },
  unknown_ref: {
    sentence: 'There is no commit, folder or patch file `{ref}`.',
    next: 'Give a branch, a tag, a commit, a folder or a patch file; `git branch --all` lists the branches.',
  },
  candidate_name: {
    sentence: 'Expected the name of a candidate to be letters, digits, dots, dashes and underscores, got `{name}`.',
    next: 'Name it yourself: `NAME={value}`.',
  },
  candidate_subfolder: {
    sentence: 'The folder {folder} is a part of a working tree, not all of it.',
    next: 'Name the top of the tree; to judge only a part of it, set allowed_paths under [scoring.diff_scope].',
  },
  candidate_twice: {
    sentence: 'Two candidates are called `{name}`.',
    next: 'Give each a name of its own: `NAME=BRANCH`.',
  },
  no_candidates: {
    sentence: 'There is nothing to score.',
    next: 'Name at least one candidate: `hydra score NAME=BRANCH ...`.',
  },
  different_bases: {
    sentence: 'The candidates do not start from the same commit: {starts}.',
    next: 'Name the branch they all left with --base, rebase them onto one commit, or score those with the same start together.',
  },
  no_checks: {
    sentence: 'No check is configured, so there is nothing to measure.',
    next: 'Run `hydra init`, or set a profile or [scoring.commands] in hydra.toml.',
  },
  setup_failed: {
    sentence: 'The set-up `{command}` failed on the base: {reason}.',
    next: 'Its output is in {log}. Make it work in a fresh clone, or set [workspace] setup.',
  },
  nothing_to_resume: {
    sentence: 'There is no interrupted run to go on with.',
    next: 'Start one with `hydra score NAME=BRANCH ...`.',
  },
  run_interrupted: {
    sentence: 'Run {run} was interrupted.',
    next: '`hydra score --resume` goes on from what is there.',
  },
  race_cut_off: {
    sentence: 'Run {run} was cut off while its agents worked, and what they had done is lost.',
    next: 'Race again for the same task: `hydra race --rematch {run} --agents ...`.',
  },
  run_cut_off: {
    sentence: 'Run {run} was cut off before its candidates were written down.',
    next: 'Score them again; `hydra clean` removes what is left of old runs.',
  },
  run_under_way: {
    sentence: 'Run {run} is still under way, so it has no result yet.',
    next: '`hydra ui` shows it as it goes on; `hydra list` says when it is finished.',
  },
  run_without_result: {
    sentence: '{sentence}',
    next: '{next}',
  },
  interrupted: {
    sentence: 'Interrupted. What was captured is kept.',
    next: 'Go on with `hydra score --resume`.',
  },
  no_winner: {
    sentence: 'No candidate of run {run} may be merged: {reasons}.',
    next: 'Look at `hydra show {run}`; `hydra merge {run} NAME --force --reason "..."` merges one all the same.',
  },
  nothing_contested: {
    sentence: '`{candidate}` of run {run} has no contested tests.',
    next: '`hydra explain {run} {candidate}` shows why it is or is not mergeable.',
  },
  not_contested: {
    sentence: '`{test}` is not a contested test of `{candidate}` in run {run}.',
    next: 'Contested are: {tests}. Without a test, `hydra accept {run} {candidate}` decides about all of them.',
  },
  level_result: {
    sentence: 'Run {run} has no single winner: {candidates} are level.',
    next: 'Choose one and name it, for example `hydra merge {run} {first}`.',
  },
  decision_needed: {
    sentence: 'Run {run} waits for a decision: {reason}.',
    next: '{next}',
  },
  unproven_result: {
    sentence: 'Run {run} proves nothing: {reason}.',
    next: '{next} `hydra merge {run} NAME` merges a candidate without proof.',
  },
  needs_review: {
    sentence: '`{candidate}` waits for a decision: {reasons}.',
    next: '`{accept}` accepts the changed tests; `{again} --force --reason "..."` merges it without that, and is recorded.',
  },
  not_mergeable: {
    sentence: '`{candidate}` may not be merged: {reasons}.',
    next: '`hydra explain {run} {candidate}` shows why; `{again} --force --reason "..."` merges it all the same, and is recorded.',
  },
  merged_tree_fails: {
    sentence: 'Merged with what came to `{branch}` since, `{candidate}` fails: {reasons}.',
    next: '`hydra show {run}` shows the checks of the merged tree; `{again} --force --reason "..."` merges it all the same.',
  },
  merge_conflicts: {
    sentence: '`{candidate}` and `{branch}` changed the same lines of {files}.',
    next: 'Get the candidate as a branch with `hydra merge {run} {candidate} --to-branch {suggestion}`, then `git merge {suggestion}` and resolve.',
  },
  merge_dirty: {
    sentence: 'The working tree of `{branch}` has changes that are not committed: {files}.',
    next: 'Commit them or put them aside with `git stash`, then `{again}`; `git stash pop` brings them back. Or leave the working tree alone: `{aside}`.',
  },
  merge_untracked: {
    sentence: 'Files that git does not track lie where `{candidate}` puts its own: {files}.',
    next: 'Move them away, then `{again}`. Or leave the working tree alone: `{aside}`.',
  },
  merge_in_the_way: {
    sentence: 'git left the working tree as it was: {reason}',
    next: 'Clear the way, then `{again}`. Or leave the working tree alone: `{aside}`.',
  },
  merge_empty: {
    sentence: '`{branch}` has everything of `{candidate}` already.',
    next: 'There is nothing to do.',
  },
  merge_target: {
    sentence: '{problem}',
    next: 'Name the branch to merge into: `--onto BRANCH`.',
  },
  merge_elsewhere: {
    sentence: 'The branch `{branch}` is checked out in {folder}.',
    next: 'Merge there: `cd {folder}`, then `{there}`. Or leave both working trees alone: `{aside}`.',
  },
  branch_protected: {
    sentence: 'The branch `{branch}` is protected: [merge] protected_branches has `{pattern}`.',
    next: 'Put the result on a branch of its own with `{aside}` and open a pull request from it.',
  },
  branch_moved: {
    sentence: 'The branch `{branch}` moved while Hydra was merging, so nothing was changed.',
    next: 'Run it again: `{again}`. The merge is then made, and checked, with what is new.',
  },
  branch_exists: {
    sentence: 'There is a branch `{branch}` already.',
    next: 'Choose another name, or remove it with `git branch -D {branch}`.',
  },
  branch_name: {
    sentence: '`{branch}` cannot be the name of a branch.',
    next: 'Use letters, digits, dashes and slashes.',
  },
  rebase_has_merges: {
    sentence: 'The branch of `{candidate}` holds merge commits, which a rebase would lose.',
    next: 'Use --strategy squash or --strategy merge.',
  },
  hook_failed: {
    sentence: 'Your hook {hook} refused the merge (exit code {exit}): {output}',
    next: 'Nothing was changed. Mend what it found, then `{again}`; or go on without your hooks: `{again} --no-verify`.',
  },
  hook_changes_files: {
    sentence: 'Your hook {hook} changes files, so what would be committed is not what was scored.',
    next: 'Nothing was changed. Let the candidate run the same formatter and score it again, or go on without your hooks: `{again} --no-verify`.',
  },
  merge_needs_answer: {
    sentence: 'Merging changes the branch `{branch}`, and there is no terminal to ask you on.',
    next: 'Look with --dry-run, then answer with --yes.',
  },
  merge_running: {
    sentence: 'Another `hydra merge` is at work in this repository.',
    next: 'Wait until it has ended.',
  },
  merge_interrupted: {
    sentence: 'A merge into `{branch}` was cut off and your working tree has been changed since ({files}).',
    next: "Put the branch's files back with `git checkout --force {branch} -- .`, or keep what you have, then remove {journal}.",
  },
  no_identity: {
    sentence: 'git does not know who you are, so it cannot commit.',
    next: 'Run `git config user.name "Your Name"` and `git config user.email you@example.org`.',
  },
  git_too_old_to_merge: {
    sentence: 'The branch moved since the candidates were scored, and this git cannot merge without a working tree.',
    next: 'Install git 2.38 or later, or use --to-branch NAME and merge that by hand.',
  },
  pick_unknown: {
    sentence: '`{pick}` names nothing to take: {reason}.',
    next: 'Write CANDIDATE:PATH, or CANDIDATE:PATH#N for its Nth hunk; `hydra diff {run} A B` lists the files.',
  },
  pick_does_not_apply: {
    sentence: '`{pick}` does not go together with what `{candidate}` has there.',
    next: 'Take the whole file instead: CANDIDATE:PATH.',
  },
  init_interrupted: {
    sentence: 'Interrupted while commands were tried. hydra.toml was not written.',
    next: 'Start again with `hydra init`, or write the first proposals with `hydra init --no-run`.',
  },
  race_interrupted: {
    sentence: 'Interrupted while the agents worked. They were ended, and nothing is kept.',
    next: 'Start again with `hydra race`.',
  },
  run_of_another: {
    sentence: 'Run {run} was not started by this server, so it cannot be ended from here.',
    next: 'End it with Ctrl-C where it was started; its agents can be stopped one by one.',
  },
  nothing_to_stop: {
    sentence: 'No agent is at work in run {run}.',
    next: 'Look at the run: it may have ended, or be at its checks.',
  },
  no_task: {
    sentence: 'There is no task for the agents.',
    next: 'Give it in quotes, `hydra race "fix the rounding bug"`, or in a file with --task-file.',
  },
  no_agents: {
    sentence: 'There is nobody to race.',
    next: 'Name agents, `--agents claude,codex`, or set agents under [race] in hydra.toml; `hydra doctor` shows who is ready.',
  },
  unknown_agent: {
    sentence: 'There is no agent `{agent}`.',
    next: '{suggestion}',
  },
  agent_name: {
    sentence: 'The agent `{agent}` cannot be a candidate: its name would be `{name}`.',
    next: 'Name the model with letters, digits, dots, dashes and underscores.',
  },
  agent_model: {
    sentence: '`{model}` cannot be the model of the agent `{agent}`: {reason}.',
    next: 'Write AGENT:MODEL with the name that the agent itself has for the model, or only AGENT for its own choice.',
  },
  agent_experimental: {
    sentence: 'The agent `{agent}` is experimental: how it is called was not proven with every version.',
    next: 'Add --allow-experimental, or set allow_experimental = true under [race].',
  },
  agent_missing: {
    sentence: 'The agent `{agent}` is not installed: {program} is not on the PATH.',
    next: '{install}',
  },
  rematch_without_task: {
    sentence: 'Run {run} has no task to race for again.',
    next: 'Give the task: `hydra race "TASK" --base {base}`.',
  },
  editor_failed: {
    sentence: 'The editor `{editor}` did not end well: {reason}.',
    next: 'Set VISUAL or EDITOR to an editor that waits, or give the task as an argument.',
  },
  unknown_candidate: {
    sentence: 'There is no candidate `{candidate}` in this run.',
    next: '{suggestion}',
  },
  unknown_dimension: {
    sentence: 'There is no dimension `{dimension}`.',
    next: '{suggestion}',
  },
} as const;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type Details<Code extends ErrorCode> = Record<
  Placeholders<(typeof ERROR_CATALOGUE)[Code]['sentence']> | Placeholders<(typeof ERROR_CATALOGUE)[Code]['next']>,
  string
>;

export interface ErrorPlace {
  file: string;
  line?: number | undefined;
  column?: number | undefined;
}

export interface ErrorContext {
  place?: ErrorPlace | undefined;
  /** The offending value, as the user wrote it. */
  value?: string | undefined;
}

/** A mistake the user can mend: what happened, where, with which value, and what to do next. */
export class HydraError extends Error {
  readonly code: ErrorCode;
  readonly place: ErrorPlace | null;
  readonly value: string | null;
  readonly next: string;

  constructor(code: ErrorCode, sentence: string, next: string, context: ErrorContext) {
    super(sentence);
    this.name = 'HydraError';
    this.code = code;
    this.place = context.place ?? null;
    this.value = context.value ?? null;
    this.next = next;
  }
}

/** An error as it is stored and sent. */
export interface Refusal {
  code: string;
  message: string;
  next: string;
}

/** A fault of Hydra's own has no next step but to look at it. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HydraError) return { code: error.code, message: error.message, next: error.next };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'fault', message, next: 'Run the same on the command line to see more: this is a fault of Hydra itself.' };
}

export function hydraError<Code extends ErrorCode>(code: Code, details: Details<Code>, context: ErrorContext = {}): HydraError {
  const { sentence, next } = ERROR_CATALOGUE[code];
  return new HydraError(code, fill(sentence, details), fill(next, details), context);
}

function fill(template: string, details: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole);
}
