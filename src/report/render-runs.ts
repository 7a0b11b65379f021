// Room report: the list of runs, one line each.
import { cutEnd, LINE_WIDTH, padEnd, visibleText, widestOf } from './terminal-text.ts';

export interface RunLine {
  id: string;
  state: string;
  task: string | null;
  base: string;
  candidates: readonly string[];
  winner: string | null;
  merge_of: { run_id: string; candidate: string } | null;
}

export function renderRuns(runs: readonly RunLine[]): string {
  if (runs.length === 0) return 'No runs yet. Make one with `hydra score NAME=BRANCH ...`.\n';
  const outcomes = runs.map(({ state, winner }) => (state === 'finished' ? `winner ${visibleText(winner ?? 'none')}` : state));
  const outcomeWidth = Math.min(widestOf(outcomes), 30);
  const lines = runs.map(({ id, task, base, candidates, merge_of }, index) => {
    const outcome = padEnd(cutEnd(outcomes[index] ?? '', outcomeWidth), outcomeWidth);
    const compared = candidates.length === 0 ? '' : `${candidates.map(visibleText).join(', ')} on ${visibleText(base)}`;
    const about = task === null ? compared : visibleText(task);
    const merging =
      merge_of === null ? about : `check of merging ${visibleText(merge_of.candidate)} of ${visibleText(merge_of.run_id)}`;
    return cutEnd(`${id}  ${outcome}  ${merging}`.trimEnd(), LINE_WIDTH);
  });
  return `${lines.join('\n')}\n`;
}
