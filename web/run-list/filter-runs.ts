// Keeps the runs that contain every word of the filter in any of their fields.
import { type RunEntry, VERDICT_WORDS } from '../../src/contract/index.ts';

export function filterRuns(entries: readonly RunEntry[], filter: string): RunEntry[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries.filter((entry) => {
    const text = textOf(entry);
    return words.every((word) => text.includes(word));
  });
}

function textOf({ id, state, problem, task, base, verdict, firmness, candidates, merge_of: mergeOf }: RunEntry): string {
  const outcome = verdict === null ? '' : VERDICT_WORDS[verdict.class];
  const firm = verdict === null || verdict.leaders.length !== 1 ? '' : (firmness?.verdict ?? '').replaceAll('_', ' ');
  const parts = [
    id,
    state,
    problem?.message ?? '',
    task ?? '',
    base,
    outcome,
    firm,
    ...candidates.map(({ name }) => name),
    mergeOf === null ? '' : 'merge check',
  ];
  return parts.join('\n').toLowerCase();
}
