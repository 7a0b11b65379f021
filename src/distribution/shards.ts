// Which candidates a shard measures. Every machine computes the same from the plan.
import { hashOf, hydraError, type Plan, type Shard } from '../contract/index.ts';

/** Longest first, each to the shard with the least work. Unknown durations count as the mean; ties go by hash. */
export function divide({ plan_id, run, expected_ms }: Plan, count: number): string[][] {
  const known = Object.values(expected_ms);
  const mean = known.length === 0 ? 1 : known.reduce((sum, each) => sum + each, 0) / known.length;
  const work = run.candidates
    .map(({ name }) => ({ name, ms: expected_ms[name] ?? mean, hash: hashOf([plan_id, name]) }))
    .sort((a, b) => b.ms - a.ms || (a.hash < b.hash ? -1 : 1));
  const shards = Array.from({ length: count }, () => ({ names: [] as string[], ms: 0 }));
  for (const { name, ms } of work) {
    const least = shards.reduce((best, each) => (each.ms < best.ms ? each : best));
    least.names.push(name);
    least.ms += ms;
  }
  const order = run.candidates.map(({ name }) => name);
  return shards.map(({ names }) => names.sort((a, b) => order.indexOf(a) - order.indexOf(b)));
}

/** Variables with which CI systems and clusters number parallel jobs. */
const NUMBERED_BY: readonly { index: string; count: string | null; first: number | string }[] = [
  { index: 'CI_NODE_INDEX', count: 'CI_NODE_TOTAL', first: 1 },
  { index: 'CIRCLE_NODE_INDEX', count: 'CIRCLE_NODE_TOTAL', first: 0 },
  { index: 'BUILDKITE_PARALLEL_JOB', count: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
  { index: 'SEMAPHORE_JOB_INDEX', count: 'SEMAPHORE_JOB_COUNT', first: 1 },
  { index: 'SYSTEM_JOBPOSITIONINPHASE', count: 'SYSTEM_TOTALJOBSINPHASE', first: 1 },
  { index: 'SLURM_ARRAY_TASK_ID', count: 'SLURM_ARRAY_TASK_COUNT', first: 'SLURM_ARRAY_TASK_MIN' },
  // These do not say how many jobs there are.
  { index: 'JOB_COMPLETION_INDEX', count: null, first: 0 },
  { index: 'AWS_BATCH_JOB_ARRAY_INDEX', count: null, first: 0 },
];

/** `3/16`, `auto` or `auto/16`. */
export function parseShard(text: string, env: Readonly<Record<string, string | undefined>>): Shard {
  const [, index, count] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (index !== undefined && count !== undefined) return checked(text, Number(index), Number(count));
  const [isAuto, given] = /^auto(?:\/([1-9]\d{0,5}))?$/.exec(text) ?? [];
  if (isAuto === undefined) throw hydraError('shard_usage', { value: text, reason: '' }, { value: text });
  const found = NUMBERED_BY.find((each) => isNumber(env[each.index]));
  if (found === undefined)
    throw hydraError('shard_usage', { value: text, reason: ': no variable of a CI system numbers this job' });
  const total = given ?? (found.count === null ? undefined : env[found.count]);
  if (!isNumber(total)) {
    const reason = `: ${found.index} numbers this job, and nothing says how many jobs there are; use auto/COUNT`;
    throw hydraError('shard_usage', { value: text, reason }, { value: text });
  }
  const first = Number(typeof found.first === 'number' ? found.first : (env[found.first] ?? 0));
  return checked(text, Number(env[found.index]) - first + 1, Number(total));
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,6}$/.test(text);
}

function checked(value: string, index: number, count: number): Shard {
  if (index >= 1 && index <= count) return { index, count };
  throw hydraError('shard_usage', { value, reason: `: there is no shard ${index} of ${count}` }, { value });
}
