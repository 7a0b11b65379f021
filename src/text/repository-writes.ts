// What changed in the user's repository, in words. Names are untrusted: escape the text before showing it.
import type { RepositoryWrite } from '../contract/index.ts';

const KINDS: Record<RepositoryWrite['kind'], string> = {
  branch: 'branch ',
  tag: 'tag ',
  stash: 'a stash',
  ref: '',
  head: 'the checked-out branch',
  index: 'the index entry of ',
  file: '',
  git_file: '.git/',
};
const UNNAMED: readonly RepositoryWrite['kind'][] = ['stash', 'head'];
const MAX_NAMES = 10;

/** "added branch x, notes.txt; changed src/a.js": refs first, because one that is overlooked stays. */
export function repositoryChangesText(changes: readonly Pick<RepositoryWrite, 'kind' | 'name' | 'change'>[]): string {
  const order = Object.keys(KINDS);
  const sorted = changes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return (['added', 'changed', 'deleted'] as const)
    .flatMap((change) => {
      const names = sorted
        .filter((each) => each.change === change)
        .map(({ kind, name }) => (UNNAMED.includes(kind) ? KINDS[kind] : `${KINDS[kind]}${name}`));
      const more = names.length - MAX_NAMES;
      const shown = names.slice(0, MAX_NAMES).join(', ');
      return names.length === 0 ? [] : [`${change} ${shown}${more > 0 ? ` and ${more} more` : ''}`];
    })
    .join('; ');
}

/** What an agent changed, and what shows it; null if nothing but the time speaks for it. */
export function repositoryWritesText(writes: readonly RepositoryWrite[]): string | null {
  const shown = writes.filter(({ evidence }) => evidence !== 'only_agent');
  if (shown.length === 0) return null;
  const ranGit = shown.some(({ evidence }) => evidence === 'git_command');
  const proof = ranGit ? 'it ran git commands there' : 'its output or command line names the path';
  return `${repositoryChangesText(shown)} in your repository (${proof})`;
}

/** What changed while no other agent was running, so that it was this one or the user; null if nothing did. */
export function changedMeanwhileText(writes: readonly RepositoryWrite[]): string | null {
  const open = writes.filter(({ evidence }) => evidence === 'only_agent');
  if (open.length === 0) return null;
  return `your repository changed while no other agent was running: ${repositoryChangesText(open)}; it was this agent or you`;
}
