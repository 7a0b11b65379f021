// Renders the list of runs, one line each; errors follow below the line.
import type { Verdict } from '../contract/index.ts';
import { joinNames, VERDICT_WORDS } from '../text/index.ts';
import { cutEnd, LINE_WIDTH, padEnd, visibleText, widestOf } from './terminal-text.ts';

export interface RunLine {
  id: string;
  state: string;
  problem: { message: string; next: string } | null;
  task: string | null;
  base: string;
  candidates: readonly string[];
  verdict: Verdict | null;
  merge_of: { run_id: string; candidate: string } | null;
}

export function renderRuns(runs: readonly RunLine[]): string {
  if (runs.length === 0) return 'No runs yet. Create one with `hydra score NAME=BRANCH ...`.\n';
  const outcomes = runs.map(({ state, verdict }) => (state === 'finished' ? outcomeText(verdict) : state));
  const outcomeWidth = Math.min(widestOf(outcomes), 30);
  const lines = runs.flatMap(({ id, task, base, candidates, merge_of, problem }, index) => {
    const outcome = padEnd(cutEnd(outcomes[index] ?? '', outcomeWidth), outcomeWidth);
    const compared = candidates.length === 0 ? '' : `${candidates.map(visibleText).join(', ')} on ${visibleText(base)}`;
    const about = task === null ? compared : visibleText(task);
    const merging =
      merge_of === null ? about : `check of merging ${visibleText(merge_of.candidate)} of ${visibleText(merge_of.run_id)}`;
    const line = cutEnd(`${id}  ${outcome}  ${merging}`.trimEnd(), LINE_WIDTH);
    if (problem === null) return [line];
    // Not shortened: a truncated command is useless.
    return [line, `  ${visibleText(problem.message)}`, `  next: ${visibleText(problem.next)}`];
  });
  return `${lines.join('\n')}\n`;
}

function outcomeText(verdict: Verdict | null): string {
  if (verdict === null) return 'no result';
  if (verdict.leaders.length === 0) return VERDICT_WORDS[verdict.class];
  return `${verdict.class === 'level' ? 'level' : 'winner'} ${visibleText(joinNames(verdict.leaders))}`;
}
