// Room contract: every mistake a user can make, in one list. docs/errors.md is generated from it.
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
  partial_clone: {
    sentence: 'The repository is a partial clone of `{remote}`: some objects are not here.',
    next: 'Fetch them all with `git fetch --refetch --filter=blob:limit=1t {remote}`, or use a full clone.',
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
  interrupted: {
    sentence: 'Interrupted. What was captured is kept.',
    next: 'Go on with `hydra score --resume`.',
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

export function hydraError<Code extends ErrorCode>(code: Code, details: Details<Code>, context: ErrorContext = {}): HydraError {
  const { sentence, next } = ERROR_CATALOGUE[code];
  return new HydraError(code, fill(sentence, details), fill(next, details), context);
}

function fill(template: string, details: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole);
}
