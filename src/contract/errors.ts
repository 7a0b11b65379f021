// The catalogue of user errors. docs/errors.md is generated from it.
// A failed check is a result, never one of these errors.

/** In `{braces}`: values that the caller of the error fills in. */
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
    next: 'Check that the folder exists, that you may write there, and that the disk is neither full nor read-only.',
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
  capture_changed: {
    sentence: 'The stored result in {folder} was changed after the check ended.',
    next: 'A check or another program wrote to the run folder. Find out which one, then score the candidates again.',
  },
  json_syntax: {
    sentence: 'The {what} is not JSON: {reason}.',
    next: 'Delete the file, or write it again with Hydra.',
  },
  schema_future: {
    sentence: 'The {what} has schema version {version}; this Hydra knows versions up to {known}.',
    next: 'Update Hydra, or read it with the version that wrote it.',
  },
  schema_invalid: {
    sentence: 'The {what} does not match its schema: at {path}, {reason}.',
    next: 'Compare it with docs/schema/{schema}.json.',
  },
  config_syntax: {
    sentence: 'The configuration is not valid TOML: {reason}.',
    next: 'Correct the line; see https://toml.io for the syntax.',
  },
  config_unknown_key: {
    sentence: 'Unknown key `{key}`.',
    next: '{suggestion}',
  },
  config_invalid_value: {
    sentence: 'Expected `{key}` to be {expected}, got {actual}.',
    next: 'Change the value; `hydra explain --policy` shows every key and its current value.',
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
  config_unknown_target: {
    sentence: '`required` names `{target}`, which is not a target of `[scoring.build.targets]`.',
    next: '{suggestion}',
  },
  config_metric_read: {
    sentence: '`{key}` cannot be used: {problem}.',
    next: 'Write `json: $.path`, `regex: PATTERN` with one group, or `last number`; see docs/metrics.md.',
  },
  config_unusable_text: {
    sentence: '`{key}` cannot be used: {problem}.',
    next: '{advice}',
  },
  config_unknown_rule: {
    sentence: 'There is no integrity rule `{rule}`.',
    next: '{suggestion}',
  },
  config_exists: {
    sentence: 'hydra.toml already exists.',
    next: 'Edit it, or overwrite it with `hydra init --force`.',
  },
  config_not_editable: {
    sentence: 'The weights cannot be written into the configuration file without changing its other settings.',
    next: 'Edit the file; under [scoring.weights] it needs {settings}.',
  },
  config_weights_all_zero: {
    sentence: 'All weights are 0, so there is nothing to rank by.',
    next: 'Set at least one weight under [scoring.weights] above 0.',
  },
  git_missing: {
    sentence: 'git is not installed, or not on the PATH.',
    next: 'Install git 2.31 or later.',
  },
  git_failed: {
    sentence: 'git {action} failed: {reason}.',
    next: 'Run the same git command in the repository for details; `git fsck` finds damage.',
  },
  no_working_tree: {
    sentence: 'The repository {folder} is bare: it has no files to read and no place for hydra.toml.',
    next: 'Run `hydra init` in a clone with a working tree.',
  },
  not_a_repository: {
    sentence: 'The folder {folder} is not in a git repository.',
    next: 'Change to the repository of the candidates (`cd`).',
  },
  folder_with_line_end: {
    sentence: 'The path of the folder {folder} contains a line break, which git cannot handle.',
    next: 'Rename the folder, or work in a clone elsewhere.',
  },
  partial_clone: {
    sentence: 'The repository is a partial clone and lacks objects of the trees to compare ({missing} missing).',
    next: 'Fetch them with `git fetch --refetch --no-filter`, or use a full clone.',
  },
  sparse_folder: {
    sentence: 'The folder {folder} is a sparse checkout, and the files it omits are not in this repository.',
    next: 'Run `git sparse-checkout disable` there, or commit its work and name the branch.',
  },
  submodule_missing: {
    sentence: 'The submodule {path} lacks the commit that the tree refers to.',
    next: 'Run `git submodule update --init --recursive` and try again.',
  },
  patch_does_not_apply: {
    sentence: 'The patch does not apply to the base: {reason}.',
    next: 'Create it against the base commit, or pass its base with --base.',
  },
  no_runs: {
    sentence: 'There are no runs in this repository yet.',
    next: 'Create one with `hydra score NAME=BRANCH ...`.',
  },
  unknown_run: {
    sentence: 'There is no run `{run}` in this repository.',
    next: 'List the runs with `hydra list`.',
  },
  ambiguous_run: {
    sentence: 'Several runs start with `{run}`: {runs}.',
    next: 'Type more characters of the id.',
  },
  path_outside_repository: {
    sentence: 'The path {path} under [workspace] is outside the repository.',
    next: 'Use a path inside the repository.',
  },
  work_folder_unsafe: {
    sentence: 'The folder {folder} belongs to another user, or is writable by others.',
    next: 'Delete it, or set TMPDIR to a folder that only you can write to.',
  },
  store_unsafe: {
    sentence: 'The folder {folder} is a link, or belongs to another user.',
    next: 'Delete it. Hydra creates it again, for you alone.',
  },
  store_address: {
    sentence: 'The address of the shared store cannot be used: {problem}.',
    next: 'Give a folder that every machine mounts, such as /mnt/hydra, or s3://BUCKET/PREFIX.',
  },
  store_variable: {
    sentence: 'The environment variable {variable} {problem}; the shared store {address} needs it.',
    next: '{advice}',
  },
  store_unreachable: {
    sentence: 'The shared store {address} cannot be reached: {reason}.',
    next: 'Check that the folder is mounted, or that the S3 server answers at its endpoint. Then run the same command again.',
  },
  store_bucket_missing: {
    sentence: 'The bucket `{bucket}` of the shared store {address} does not exist.',
    next: 'Create it, or correct the address. With a server other than AWS, set AWS_ENDPOINT_URL_S3 to its URL.',
  },
  store_foreign: {
    sentence: 'The folder {folder} is not a shared store: {reason}.',
    next: 'Give the folder of an existing store, or an empty folder, which Hydra initializes.',
  },
  store_refused: {
    sentence: 'The shared store {address} refused to {action}: {reason}.',
    next: '{advice}',
  },
  run_damaged: {
    sentence: 'Run {run} is damaged: {reason}.',
    next: 'See what was changed with `hydra verify {run}`. To get a result again, score the candidates again; then delete {folder}.',
  },
  capture_exchanged: {
    sentence: 'The captures of run {run} were exchanged: {fault}.',
    next: 'Score the candidates again: what was measured is not in this run folder any more.',
  },
  store_capture_unusable: {
    sentence: 'The shared store {store} has only damaged or exchanged entries for {key}.',
    next: 'Delete the files in it whose names contain {key}, and find out who changes files there.',
  },
  store_name: {
    sentence: '`{name}` cannot be a name in the shared store.',
    next: 'Use lowercase letters, digits, `.`, `_` and `-`, with `/` between the parts; no part starts with a dot.',
  },
  pack_impossible: {
    sentence: 'The folder {folder} cannot be packed: {reason}.',
    next: 'Remove the file, or end the program that writes to the folder. Only plain files can be packed.',
  },
  pack_damaged: {
    sentence: 'The packed folder {file} cannot be unpacked: {reason}.',
    next: 'Delete it and pack the folder again: it was damaged, or Hydra did not write it.',
  },
  run_changed: {
    sentence: 'Run {run} was changed after it was finished: {files}.',
    next: '`hydra verify {run}` lists every change. Score the candidates again, and use the new run.',
  },
  blind_run: {
    sentence: 'Names, scores and logs of run {run} are hidden until you pick a candidate.',
    next: 'Pick one on the page, or start `hydra ui` without --blind.',
  },
  pick_impossible: {
    sentence: 'Run {run} has no mergeable candidate of that name.',
    next: 'Pick one of the mergeable candidates that the page lists.',
  },
  run_decided: {
    sentence: 'A candidate of run {run} was picked or merged before.',
    next: 'Reload the page: it shows names and scores.',
  },
  port_unusable: {
    sentence: 'Hydra cannot listen on port {port}: {reason}.',
    next: 'Choose another port with --port; --port 0 takes any free one.',
  },
  confirmation_needed: {
    sentence: 'A forced merge needs the code that `hydra ui` has just printed in its terminal.',
    next: 'Enter the code within {minutes} minutes. It is valid for this merge only.',
  },
  confirmation_wrong: {
    sentence: 'This is not the code that `hydra ui` printed last.',
    next: 'Enter the last code in the terminal of `hydra ui`. Attempts left: {left}.',
  },
  confirmation_locked: {
    sentence: 'There were too many wrong codes, so this server merges nothing by force.',
    next: 'Start `hydra ui` again, or run `hydra merge --force --reason "..."` in a terminal.',
  },
  checkout_replaced: {
    sentence: 'A command replaced its checkout by something else.',
    next: 'Look for a command that removes or links its own folder, and run the command again.',
  },
  path_to_bring_missing: {
    sentence: 'The path {path} under [workspace] does not exist in the working tree.',
    next: 'Create it, or remove it from [workspace].',
  },
  no_commits: {
    sentence: 'The repository has no commit yet, so there is nothing to compare with.',
    next: 'Commit the state that the candidates start from, or pass another base with --base.',
  },
  unknown_ref: {
    sentence: 'There is no commit, folder or patch file `{ref}`.',
    next: 'Pass a branch, tag, commit, folder or patch file; `git branch --all` lists the branches.',
  },
  candidate_name_length: {
    sentence: 'A candidate name may have at most {limit} characters, got {length}: `{name}`.',
    next: 'Choose a shorter name: `NAME={value}`.',
  },
  candidate_name: {
    sentence: 'A candidate name may contain letters, digits, dots, dashes and underscores, got `{name}`.',
    next: 'Choose a name: `NAME={value}`.',
  },
  candidate_subfolder: {
    sentence: 'The folder {folder} is a subfolder of a working tree.',
    next: 'Pass the top folder of the working tree; to restrict the diff to a subfolder, set allowed_paths under [scoring.diff_scope].',
  },
  candidate_twice: {
    sentence: 'Two candidates have the name `{name}`.',
    next: 'Give each a unique name: `NAME=BRANCH`.',
  },
  no_candidates: {
    sentence: 'No candidates were given.',
    next: 'Pass at least one candidate: `hydra score NAME=BRANCH ...`.',
  },
  different_bases: {
    sentence:
      'The candidates start from different commits, and no commit takes all their changes. Conflicts with {base}: {conflicts}.',
    next: 'Rebase these candidates onto {base}, or score those with the same start in separate runs.',
  },
  folder_behind: {
    sentence:
      'The folder {path} is not a git checkout of this repository, so the commit it was copied from is unknown, and it lacks changes of newer commits of {base}: {files}.',
    next: 'Name the commit it was copied from: `{named}`. If it removes these changes on purpose: `{meant}`. Or pass a git worktree, a branch or a patch.',
  },
  patch_reverts: {
    sentence:
      'The patch {path} reverts newer commits of {base}, as a patch does that was made by comparing {base} with an older tree: {files}.',
    next: 'Make it with the commit it started from: `git diff {base}...BRANCH`. If it reverts these changes on purpose: `{meant}`.',
  },
  unrelated_branch: {
    sentence:
      'The branch {branch} has no history in common with {base}, so the commit it started from is unknown, and it lacks changes of newer commits of {base}: {files}.',
    next: 'Fetch the missing history (`git fetch --unshallow`), or commit its change on a branch of this repository.',
  },
  candidate_in_base: {
    sentence: 'The base {base} contains {candidate}, so that it has no change of its own, and other candidates started earlier.',
    next: 'Pass the branch that all candidates started from: `--base BRANCH`.',
  },
  unknown_origin: {
    sentence: 'There is no commit `{ref}`, which {path} is said to start from.',
    next: 'Pass a branch, tag or commit after `@`; `git log --oneline` lists the commits.',
  },
  no_checks: {
    sentence: 'No checks are configured.',
    next: 'Run `hydra init`, or set a profile or [scoring.commands] in hydra.toml.',
  },
  setup_failed: {
    sentence: 'The set-up command `{command}` failed on the base: {reason}.',
    next: 'Read its output in {log}. Make it work in a fresh clone, or set [workspace] setup.',
  },
  sandbox_unavailable: {
    sentence: 'Checks cannot run in a sandbox here: {reason}.',
    next: 'Install bubblewrap and allow user namespaces (docs/sandbox.md), or set mode = "auto" under [sandbox] to run without one.',
  },
  nothing_to_resume: {
    sentence: 'There is no interrupted run to resume.',
    next: 'Start one with `hydra score NAME=BRANCH ...`.',
  },
  plan_folder_used: {
    sentence: '{folder} is not empty.',
    next: 'Give `--out` a folder that does not exist yet, or delete this one.',
  },
  plan_link: {
    sentence: 'The settings link {path} into every checkout, and a link does not reach other machines.',
    next: 'Use `copy` instead of `link` under [workspace], or let `setup` install the dependencies.',
  },
  plan_lfs: {
    sentence: 'The base keeps files in Git LFS ({file}), whose content does not reach other machines.',
    next: 'Score the candidates on this machine with `hydra score`, without `--queue`.',
  },
  plan_submodules: {
    sentence: 'The base has submodules, which do not reach other machines.',
    next: 'Score the candidates on this machine with `hydra score`.',
  },
  sealed_changed: {
    sentence: '{what} {folder} is not as it was written: {problem}.',
    next: 'Copy it again from the machine that wrote it; a copy over the network may have been cut off.',
  },
  other_engine: {
    sentence: '{what} {folder} was written by Hydra {theirs}, and this is Hydra {own}. Their results are not comparable.',
    next: 'Install version {theirs} of Hydra on this machine, too.',
  },
  shard_usage: {
    sentence: 'Expected --shard to be INDEX/COUNT such as 3/16, `auto` or `auto/COUNT`, got `{value}`{reason}.',
    next: 'Number the shards from 1 to COUNT, or use `auto` in a CI system or cluster that numbers its jobs.',
  },
  part_of_other_plan: {
    sentence: '{folder} was captured for another plan ({theirs}, this plan is {own}).',
    next: 'Capture that shard again with this plan, or collect it with its own plan.',
  },
  part_twice: {
    sentence: 'Shard {shard} was given twice: {folders}.',
    next: 'Leave one of them out.',
  },
  part_other_count: {
    sentence: '{folder} is shard {shard}, and another part belongs to {count} shards.',
    next: 'Capture all shards with the same COUNT in `--shard INDEX/COUNT`.',
  },
  parts_missing: {
    sentence: 'Of {count} shards these are missing: {missing}.',
    next: 'Capture them with `hydra capture PLAN --shard INDEX/{count} --out FOLDER`, then collect all parts.',
  },
  parts_differ: {
    sentence: '{folder} was captured on another kind of machine than {first}: {differences}. Their results are not comparable.',
    next: 'Run all shards on one kind of machine, then capture the shards of the other kind again.',
  },
  parts_incomplete: {
    sentence:
      'The shards decided without each other. To compare all candidates, {count} must still run: {checks}. That is impossible here, because this is another kind of machine: {differences}.',
    next: 'Run the same `hydra collect` command on a machine like those of the shards.',
  },
  collected_before: {
    sentence: 'This plan was collected before, as run {run}.',
    next: 'Show it with `hydra show {run}`. To collect it again, delete the folder {folder}.',
  },
  store_content_missing: {
    sentence: 'The store {store} does not have {name}.',
    next: 'Check that all machines use the same store and that nothing deletes files from it during a run.',
  },
  pools_several: {
    sentence: 'Workers of several pools are connected: {pools}.',
    next: 'Choose one with `--pool NAME`.',
  },
  pool_mixed: {
    sentence: 'The workers of the pool {pool} are of different kinds: {differences}. Their results are not comparable.',
    next: 'Start the workers of one kind with another name: `hydra worker --pool NAME`.',
  },
  base_lost: {
    sentence: 'The {check} check of the base was lost twice: {reason}. Without the base there is nothing to compare with.',
    next: 'Look at the output of the workers. The machines may have too little memory for these checks.',
  },
  bundle_incomplete: {
    sentence: 'This clone does not have the whole history of the commits, which other machines need: {reason}.',
    next: 'Fetch it with `git fetch --unshallow`, or clone without `--depth` and `--filter` (`fetch-depth: 0` of actions/checkout).',
  },
  bundle_unreadable: {
    sentence: 'The git bundle cannot be read: {reason}.',
    next: 'Copy the file again from the machine that wrote it.',
  },
  other_machine: {
    sentence: 'Run {run} was captured on another kind of machine: {differences}. Its results cannot be continued here.',
    next: 'Resume it on a machine of that kind, with `--store` and `--queue` if workers ran its checks, or score the candidates again with `hydra score --again {run}`.',
  },
  run_interrupted: {
    sentence: 'Run {run} was interrupted.',
    next: 'Resume it with `hydra score --resume`.',
  },
  race_cut_off: {
    sentence: 'Run {run} was interrupted while its agents were working, and their work is lost.',
    next: 'Repeat the race: `hydra race --rematch {run} --agents ...`.',
  },
  run_cut_off: {
    sentence: 'Run {run} was interrupted before its candidates were stored.',
    next: 'Score them again; `hydra clean` deletes incomplete runs.',
  },
  run_under_way: {
    sentence: 'Run {run} is still running and has no result yet.',
    next: 'Watch it with `hydra ui`, or wait until `hydra list` shows it as finished.',
  },
  run_without_result: {
    sentence: '{sentence}',
    next: '{next}',
  },
  interrupted: {
    sentence: 'Interrupted. Finished checks are kept.',
    next: 'Resume with `hydra score --resume`.',
  },
  no_winner: {
    sentence: 'No candidate of run {run} is mergeable: {reasons}.',
    next: 'See `hydra show {run}`; `hydra merge {run} NAME --force --reason "..."` merges one anyway.',
  },
  nothing_to_attest: {
    sentence: 'Run {run} has no winner to attest: {reason}.',
    next: 'An attestation is about a single winner. `hydra show {run}` shows the verdict and the next step.',
  },
  attestation_invalid: {
    sentence: 'The attestation cannot be read: {reason}.',
    next: 'Pass a file that `hydra report --attest` wrote, or a DSSE envelope or Sigstore bundle with such a statement.',
  },
  attestation_type: {
    sentence: 'The attestation has the predicate type `{type}`, which Hydra does not write.',
    next: 'Hydra checks statements of the types {known}.',
  },
  unknown_question: {
    sentence: 'Run {run} has no question `{question}`.',
    next: '`hydra ask {run} --json` lists its questions.',
  },
  no_question: {
    sentence: 'Run {run} has no open question: {reason}.',
    next: '`hydra show {run}` shows its result.',
  },
  test_file_exists: {
    sentence: 'There is another file where the tests would be written.',
    next: 'Move or delete it, then run the command again.',
  },
  nothing_answered: {
    sentence: 'Run {run} has no answered question, so there is no test to write.',
    next: '`hydra ask {run}` asks its questions.',
  },
  answers_not_writable: {
    sentence: 'The answers of run {run} cannot be written as tests: {reason}.',
    next: 'Write the tests by hand: `hydra ask {run} --json` lists the questions, and `decisions/` in the run folder has the answers.',
  },
  unknown_answer: {
    sentence: '`{answer}` is not an answer to {question}.',
    next: 'Give the number of an answer from 1 to {count}, several of them such as `1,2`, `all` if all are fine, `value:TEXT` for another value, or `unknown`.',
  },
  nothing_contested: {
    sentence: '`{candidate}` of run {run} has no contested tests.',
    next: '`hydra explain {run} {candidate}` shows why it is or is not mergeable.',
  },
  not_contested: {
    sentence: '`{test}` is not a contested test of `{candidate}` in run {run}.',
    next: 'The contested tests are: {tests}. `hydra accept {run} {candidate}` accepts all of them.',
  },
  level_result: {
    sentence: 'Run {run} has no single winner: {candidates} are level.',
    next: 'Choose one, for example `hydra merge {run} {first}`.',
  },
  decision_needed: {
    sentence: 'Run {run} needs a decision: {reason}.',
    next: '{next}',
  },
  unproven_result: {
    sentence: 'Run {run} proves nothing: {reason}.',
    next: '{next} `hydra merge {run} NAME` merges a candidate without proof.',
  },
  needs_review: {
    sentence: '`{candidate}` needs review: {reasons}.',
    next: '`{accept}` accepts the changed tests; `{again} --force --reason "..."` merges it without accepting them and records the reason.',
  },
  not_mergeable: {
    sentence: '`{candidate}` is not mergeable: {reasons}.',
    next: '`hydra explain {run} {candidate}` shows why; `{again} --force --reason "..."` merges it anyway and records the reason.',
  },
  merged_tree_fails: {
    sentence: 'Merged with the new commits on `{branch}`, `{candidate}` fails: {reasons}.',
    next: '`hydra show {run}` shows the checks of the merged tree; `{again} --force --reason "..."` merges it anyway.',
  },
  merge_conflicts: {
    sentence: '`{candidate}` and `{branch}` changed the same lines of {files}.',
    next: 'Create a branch with `hydra merge {run} {candidate} --to-branch {suggestion}`, then run `git merge {suggestion}` and resolve the conflicts.',
  },
  merge_dirty: {
    sentence: 'The working tree of `{branch}` has uncommitted changes: {files}.',
    next: 'Commit them or run `git stash`, then `{again}`; `git stash pop` restores them. Or leave the working tree unchanged: `{aside}`.',
  },
  merge_untracked: {
    sentence: 'Untracked files would be overwritten by `{candidate}`: {files}.',
    next: 'Move them, then `{again}`. Or leave the working tree unchanged: `{aside}`.',
  },
  merge_in_the_way: {
    sentence: 'git refused to update the working tree: {reason}',
    next: 'Fix that, then `{again}`. Or leave the working tree unchanged: `{aside}`.',
  },
  merge_empty: {
    sentence: '`{branch}` already contains all changes of `{candidate}`.',
    next: 'There is nothing to do.',
  },
  merge_target: {
    sentence: '{problem}',
    next: 'Pass the target branch: `--onto BRANCH`.',
  },
  merge_elsewhere: {
    sentence: 'The branch `{branch}` is checked out in {folder}.',
    next: 'Merge there: `cd {folder}`, then `{there}`. Or leave both working trees unchanged: `{aside}`.',
  },
  branch_protected: {
    sentence: 'The branch `{branch}` is protected: [merge] protected_branches contains `{pattern}`.',
    next: 'Create a branch with `{aside}` and open a pull request.',
  },
  branch_moved: {
    sentence: 'The branch `{branch}` moved while Hydra was merging, so nothing was changed.',
    next: 'Run `{again}` again to merge and check with the new commits.',
  },
  branch_exists: {
    sentence: 'The branch `{branch}` already exists.',
    next: 'Choose another name, or delete it with `git branch -D {branch}`.',
  },
  branch_name: {
    sentence: '`{branch}` is not a valid branch name.',
    next: 'Use letters, digits, dashes and slashes.',
  },
  rebase_has_merges: {
    sentence: 'The branch of `{candidate}` contains merge commits, which a rebase would lose.',
    next: 'Use --strategy squash or --strategy merge.',
  },
  hook_failed: {
    sentence: 'Your hook {hook} refused the merge (exit code {exit}): {output}',
    next: 'Nothing was changed. Fix what it reports, then `{again}`; or skip your hooks: `{again} --no-verify`.',
  },
  hook_changes_files: {
    sentence: 'Your hook {hook} changes files, so the commit would differ from what was scored.',
    next: 'Nothing was changed. Run the same formatter on the candidate and score it again, or skip your hooks: `{again} --no-verify`.',
  },
  merge_needs_answer: {
    sentence: 'Merging changes the branch `{branch}`, and there is no terminal to ask for confirmation.',
    next: 'Check with --dry-run, then confirm with --yes.',
  },
  merge_running: {
    sentence: 'Another `hydra merge` is running in this repository.',
    next: 'Wait until it ends.',
  },
  merge_interrupted: {
    sentence: 'A merge into `{branch}` was interrupted, and your working tree has changed since ({files}).',
    next: "Restore the branch's files with `git checkout --force {branch} -- .`, or keep yours, then delete {journal}.",
  },
  no_identity: {
    sentence: 'git has no user name and email, so it cannot commit.',
    next: 'Run `git config user.name "Your Name"` and `git config user.email you@example.org`.',
  },
  git_too_old_to_merge: {
    sentence: 'The branch moved since the candidates were scored, and this git cannot merge without a working tree.',
    next: 'Install git 2.38 or later, or use --to-branch NAME and merge that by hand.',
  },
  pick_unknown: {
    sentence: '`{pick}` cannot be picked: {reason}.',
    next: 'Use CANDIDATE:PATH, or CANDIDATE:PATH#N for its Nth hunk; `hydra diff {run} A B` lists the files.',
  },
  pick_does_not_apply: {
    sentence: '`{pick}` conflicts with the change of `{candidate}`.',
    next: 'Pick the whole file: CANDIDATE:PATH.',
  },
  combine_conflict: {
    sentence: '`{first}` and `{second}` change the same lines of {files}, so nothing was combined.',
    next: 'Take single files or hunks instead: `hydra merge {first} --pick {second}:PATH#N`.',
  },
  combine_nothing: {
    sentence: 'Combining `{first}` and `{second}` gives a tree that is there already: one contains the changes of the other.',
    next: 'Compare them with `hydra diff {first} {second}`, and merge the one that you want.',
  },
  init_interrupted: {
    sentence: 'Interrupted while trying commands. hydra.toml was not written.',
    next: 'Start again with `hydra init`, or write the first proposals with `hydra init --no-run`.',
  },
  race_interrupted: {
    sentence: 'Interrupted while the agents were working. They were stopped, and nothing is kept.',
    next: 'Start again with `hydra race`.',
  },
  run_of_another: {
    sentence: 'Run {run} was not started by this server and cannot be stopped from here.',
    next: 'Press Ctrl-C where it was started; its agents can be stopped one by one.',
  },
  nothing_to_stop: {
    sentence: 'No agent is working in run {run}.',
    next: 'Reload the run: it may have ended, or its checks are running.',
  },
  task_unreadable: {
    sentence: 'Cannot read the {what}: {reason}.',
    next: 'Pass a text file such as a Markdown issue, the task itself in quotes, or `-` with the text on standard input.',
  },
  no_task: {
    sentence: 'No task was given.',
    next: 'Describe the task in quotes, `hydra race "fix the rounding bug"`, or in a file with --task-file.',
  },
  no_agents: {
    sentence: 'No agents were given.',
    next: 'Pass `--agents claude,codex`, or set agents under [race] in hydra.toml; `hydra doctor` lists the installed ones.',
  },
  unknown_agent: {
    sentence: 'There is no agent `{agent}`.',
    next: '{suggestion}',
  },
  agent_name: {
    sentence: 'The agent `{agent}` cannot be a candidate: its name would be `{name}`.',
    next: 'Use a model name of letters, digits, dots, dashes and underscores.',
  },
  agent_model: {
    sentence: '`{model}` cannot be the model of the agent `{agent}`: {reason}.',
    next: 'Use AGENT:MODEL with the model name of the agent itself, or AGENT for its default.',
  },
  agent_experimental: {
    sentence: 'The agent `{agent}` has experimental support: not every version was tested.',
    next: 'Add --allow-experimental, or set allow_experimental = true under [race].',
  },
  agent_missing: {
    sentence: 'The agent `{agent}` is not installed: {program} is not on the PATH.',
    next: '{install}',
  },
  rematch_without_task: {
    sentence: 'Run {run} has no stored task.',
    next: 'Describe the task: `hydra race "TASK" --base {base}`.',
  },
  editor_failed: {
    sentence: 'The editor `{editor}` failed: {reason}.',
    next: 'Set VISUAL or EDITOR to an editor that waits, or pass the task as an argument.',
  },
  unknown_candidate: {
    sentence: 'There is no candidate `{candidate}` in this run.',
    next: '{suggestion}',
  },
  unknown_dimension: {
    sentence: 'There is no dimension `{dimension}`.',
    next: '{suggestion}',
  },
  queue_url: {
    sentence: 'The address of a queue starts with postgres://, postgresql://, redis:// or rediss://, got {actual}.',
    next: 'Pass the address of a PostgreSQL or Redis database, for example `postgres://USER:PASSWORD@HOST/DATABASE`.',
  },
  queue_package_missing: {
    sentence: 'The queue needs the package `{package}`, which is not installed.',
    next: 'Install it beside Hydra: `{install}`.',
  },
  queue_unreachable: {
    sentence: 'The queue at {address} cannot be reached: {reason}.',
    next: 'Check that the database is running and accepts connections from this machine, then try again.',
  },
  queue_not_initialized: {
    sentence: 'The database at {address} has no tables for the queue of Hydra.',
    next: 'Run `hydra queue init URL` once with a user that may create a schema.',
  },
  queue_failed: {
    sentence: 'The database at {address} refused a request of the queue: {reason}.',
    next: 'Check the credentials, the permissions and the version of the database.',
  },
  queue_lease_lost: {
    sentence: 'This worker no longer owns the job {job}: {reason}.',
    next: 'Another worker runs the job. Check that the machine was not suspended and that it reaches the database.',
  },
  queue_clock_skew: {
    sentence:
      'The clock of this machine differs by {difference} s from that of the database at {address}; the limit is {limit} s.',
    next: 'Synchronize the clock, for example with chrony or systemd-timesyncd, and start the worker again.',
  },
} as const;

type ErrorCode = keyof typeof ERROR_CATALOGUE;

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

interface ErrorContext {
  place?: ErrorPlace | undefined;
  /** The offending value, as the user wrote it. */
  value?: string | undefined;
}

/** An error that the user can fix: what happened, where, the offending value, and what to do next. */
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

/** An error in its stored and transmitted form. */
export interface Refusal {
  code: string;
  message: string;
  next: string;
}

/** An internal error has no next step except to investigate it. */
export function refusalOf(thrown: unknown): Refusal {
  const error = diskErrorOf(thrown) ?? thrown;
  if (error instanceof HydraError) return { code: error.code, message: error.message, next: error.next };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'fault', message, next: 'Run the same on the command line to see more: this is a fault of Hydra itself.' };
}

/** What the disk refuses, whatever the call was. */
const DISK_REASONS = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'your quota of the disk is used up'],
  ['EROFS', 'the file system is read-only'],
]);
const REFUSED_RIGHTS = new Set(['EACCES', 'EPERM']);
/** These read or write. */
const OPENING_CALLS = new Set(['open', 'scandir', 'stat', 'lstat', 'access']);
const WRITING_CALLS = new Set([
  ...['write', 'mkdir', 'mkdtemp', 'rename', 'unlink', 'rmdir', 'rm', 'copyfile', 'cp', 'symlink', 'link', 'chmod', 'chown'],
  ...['ftruncate', 'fsync', 'utime', 'lutime', 'futime'],
]);

/** The error for a system call that the disk or missing rights refused; null for any other error. */
export function diskErrorOf(error: unknown): HydraError | null {
  if (!(error instanceof Error) || error instanceof HydraError) return null;
  const { code = '', path, syscall = '' } = error as Error & { code?: string; path?: string; syscall?: string };
  const context = path === undefined ? {} : { place: { file: path } };
  const reason = DISK_REASONS.get(code);
  if (reason !== undefined) return hydraError('file_unwritable', { what: 'file', reason }, context);
  // Node says this of a folder on a read-only file system that it creates with those above it.
  if (code === 'ENOENT' && syscall === 'mkdir')
    return hydraError('file_unwritable', { what: 'folder', reason: 'it cannot be created' }, context);
  if (!REFUSED_RIGHTS.has(code)) return null;
  if (WRITING_CALLS.has(syscall))
    return hydraError('file_unwritable', { what: 'file', reason: 'you may not write there' }, context);
  if (!OPENING_CALLS.has(syscall)) return null;
  return hydraError('file_unreadable', { what: 'file', reason: 'you may not read or write it' }, context);
}

export function hydraError<Code extends ErrorCode>(code: Code, details: Details<Code>, context: ErrorContext = {}): HydraError {
  const { sentence, next } = ERROR_CATALOGUE[code];
  return new HydraError(code, fill(sentence, details), fill(next, details), context);
}

function fill(template: string, details: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole);
}
