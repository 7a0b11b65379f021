// Which runs the list shows: those that contain every word of the filter and match each choice.
import type { RunEntry } from '../../src/contract/index.ts';
import { VERDICT_WORDS } from '../../src/text/index.ts';
import type { RunOutcome, RunsRoute } from '../route.ts';

export function filterRuns(entries: readonly RunEntry[], { filter, agent, outcome, merged }: RunsRoute): RunEntry[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries.filter((entry) => {
    const text = textOf(entry);
    return (
      words.every((word) => text.includes(word)) &&
      (agent === undefined || entry.candidates.some(({ name }) => name === agent)) &&
      (outcome === undefined || outcomeOf(entry) === outcome) &&
      (merged === undefined || (entry.merged !== undefined) === (merged === 'yes'))
    );
  });
}

function textOf({ id, state, problem, task, base, verdict, candidates, merge_of: mergeOf, merged }: RunEntry): string {
  const parts = [
    ...[id, state, problem?.message ?? '', task ?? '', base],
    verdict === null ? '' : VERDICT_WORDS[verdict.class],
    ...candidates.map(({ name }) => name),
    mergeOf === null ? '' : 'merge check',
    merged === undefined ? '' : `merged ${merged.branch}`,
  ];
  return parts.join('\n').toLowerCase();
}

/** close: there are leaders, but not one that leads for sure. */
export function outcomeOf({ state, blind, verdict, firmness }: RunEntry): RunOutcome {
  if (state !== 'finished' || blind === true) return 'unfinished';
  if (verdict === null || verdict.class === 'none') return 'none';
  return verdict.leaders.length === 1 && firmness?.verdict === 'firm' ? 'winner' : 'close';
}

/** The candidates of all runs, sorted. The letters of blind runs are not names. */
export function agentNames(entries: readonly RunEntry[]): string[] {
  const named = entries.filter(({ blind }) => blind !== true);
  return [...new Set(named.flatMap(({ candidates }) => candidates.map(({ name }) => name)))].sort();
}

export interface TaskGroup {
  /** Null for runs without a task. */
  task: string | null;
  entries: RunEntry[];
}

/** By task, in the order of the first run of each. */
export function groupByTask(entries: readonly RunEntry[]): TaskGroup[] {
  const groups = new Map<string | null, RunEntry[]>();
  for (const entry of entries) groups.set(entry.task, [...(groups.get(entry.task) ?? []), entry]);
  return [...groups].map(([task, own]) => ({ task, entries: own }));
}
