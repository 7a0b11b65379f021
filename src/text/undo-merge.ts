// The git command that undoes a merge of Hydra. It keeps commits that were made after the merge.
import type { MergeDecision } from '../contract/index.ts';
import { shellCommand } from './shell-command.ts';

/** Works whether the branch is checked out or not: `git switch` to the current branch does nothing. */
export function undoMergeCommand({ strategy, target: { branch, from, to } }: Pick<MergeDecision, 'strategy' | 'target'>): string {
  if (from === null) return shellCommand(['git', 'branch', '-D', branch]);
  const revert = ['git', 'revert', '--no-edit'];
  const commits = { squash: [to], merge: ['-m', '1', to], rebase: [`${from}..${to}`] }[strategy];
  return `${shellCommand(['git', 'switch', branch])} && ${shellCommand([...revert, ...commits])}`;
}
