// What to do after an error, in words of the page. The server's own advice names options of the command line.

const ASIDE = 'Or create a branch instead, which leaves the working tree unchanged.';

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['merge_target', 'Enter an existing branch in “Merge into”.'],
  ['merge_conflicts', 'Create a branch instead, then merge it by hand and resolve the conflicts.'],
  ['merge_dirty', `Commit or stash them, then preview again. ${ASIDE}`],
  ['merge_untracked', `Move them, then preview again. ${ASIDE}`],
  ['merge_in_the_way', `Fix that, then preview again. ${ASIDE}`],
  ['merge_elsewhere', 'Merge in that working tree, or create a branch instead, which leaves both working trees unchanged.'],
  ['merge_running', 'Wait until it ends, then preview again.'],
  ['branch_protected', 'Create a branch instead, and open a pull request.'],
  ['branch_moved', 'Preview again: Hydra then merges and checks with the new commits.'],
  ['branch_exists', 'Enter another name for the new branch.'],
  ['rebase_has_merges', 'Select another merge strategy.'],
  ['hook_failed', 'Fix what the hook reports, then merge again.'],
  ['hook_changes_files', 'Run the same formatter on the candidate and score it again.'],
  ['git_too_old_to_merge', 'Install git 2.38 or later, or create a branch instead and merge it by hand.'],
  ['confirmation_locked', 'Start `hydra ui` again.'],
  ['no_task', 'Describe the task.'],
  ['no_agents', 'Select at least one agent.'],
  ['agent_model', 'Enter the model as the agent itself names it, or leave the field empty for its default.'],
  ['agent_experimental', 'Select “Allow experimental agents”.'],
  ['unknown_ref', 'Enter an existing branch, tag or commit.'],
  ['rematch_without_task', 'Describe the task.'],
]);

export function pageAdvice({ code, next }: { code: string; next: string }): string {
  return ADVICE.get(code) ?? next;
}
