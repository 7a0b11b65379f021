// Figures about agents over many runs. Pure: attempts in, statistics out.
import type { AgentStatistics, Rate } from '../contract/index.ts';

/** One candidate of a finished run. */
export interface Attempt {
  run: string;
  agent: string;
  model: string | null;
  /** The same for attempts at one task on one base; null if the run has no task. */
  task: string | null;
  isWinner: boolean;
  isMergeable: boolean;
  isCaught: boolean;
  total: number | null;
  durationMs: number | null;
  costUsd: number | null;
  costSource: 'reported' | 'prices' | null;
}

const MIN_ATTEMPTS = 10;

/** By the number of attempts, then by name. */
export function agentStatistics(attempts: readonly Attempt[]): AgentStatistics[] {
  const groups = grouped(attempts, ({ agent, model }) => JSON.stringify([agent, model]));
  return groups.map(statisticsOf).sort((a, b) => b.attempts - a.attempts || (labelOf(a) < labelOf(b) ? -1 : 1));
}

function labelOf({ agent, model }: Pick<AgentStatistics, 'agent' | 'model'>): string {
  return `${agent} ${model ?? ''}`;
}

function statisticsOf(attempts: readonly Attempt[]): AgentStatistics {
  const { agent = '', model = null } = attempts[0] ?? {};
  const count = (test: (attempt: Attempt) => boolean) => attempts.filter(test).length;
  const [wins, mergeable] = [count(({ isWinner }) => isWinner), count(({ isMergeable }) => isMergeable)];
  return {
    agent,
    model,
    runs: new Set(attempts.map(({ run }) => run)).size,
    attempts: attempts.length,
    wins,
    mergeable,
    caught: count(({ isCaught }) => isCaught),
    win_rate: wilson(wins, attempts.length),
    mergeable_rate: wilson(mergeable, attempts.length),
    too_few_runs: attempts.length < MIN_ATTEMPTS,
    median_total: median(attempts.flatMap(({ total }) => total ?? [])),
    median_duration_ms: median(attempts.flatMap(({ durationMs }) => durationMs ?? [])),
    cost: costOf(attempts),
    repeated: repeatedOf(attempts),
  };
}

/** The value of the normal distribution for 95%. */
const Z = 1.959964;

/** Unlike the usual interval, it stays within 0 and 1 and is not empty when all or none of few attempts succeed. */
export function wilson(successes: number, attempts: number): Rate {
  if (attempts === 0) return { value: 0, low: 0, high: 1 };
  const [share, z2] = [successes / attempts, Z * Z];
  const center = share + z2 / (2 * attempts);
  const spread = Z * Math.sqrt((share * (1 - share)) / attempts + z2 / (4 * attempts * attempts));
  const scale = 1 + z2 / attempts;
  return { value: share, low: Math.max(0, (center - spread) / scale), high: Math.min(1, (center + spread) / scale) };
}

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [below, above] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return below === undefined || above === undefined ? null : (below + above) / 2;
}

/** An unknown cost is never 0, so that attempts without one count neither above nor below the line. */
function costOf(attempts: readonly Attempt[]): AgentStatistics['cost'] {
  const known = attempts.filter(({ costUsd }) => costUsd !== null);
  const estimated = known.filter(({ costSource }) => costSource === 'prices').length;
  const total = known.length === 0 ? null : known.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const per = (successes: number) => (total === null || successes === 0 ? null : total / successes);
  return {
    reported: known.length - estimated,
    estimated,
    unknown: attempts.length - known.length,
    total_usd: total,
    per_mergeable_usd: per(known.filter(({ isMergeable }) => isMergeable).length),
    per_win_usd: per(known.filter(({ isWinner }) => isWinner).length),
  };
}

const MAX_K = 10;

function repeatedOf(attempts: readonly Attempt[]): AgentStatistics['repeated'] {
  const withTask = attempts.filter(({ task }) => task !== null);
  const tasks = grouped(withTask, ({ task }) => task ?? '')
    .map((group) => ({ tries: group.length, passed: group.filter(({ isMergeable }) => isMergeable).length }))
    .filter(({ tries }) => tries > 1);
  if (tasks.length === 0) return null;
  const most = Math.min(MAX_K, Math.max(...tasks.map(({ tries }) => tries)));
  const pass = Array.from({ length: most - 1 }, (_, index) => {
    const k = index + 2;
    const enough = tasks.filter(({ tries }) => tries >= k);
    const sum = enough.reduce((all, { tries, passed }) => all + allPass(tries, passed, k), 0);
    return { k, tasks: enough.length, value: sum / enough.length };
  });
  return { tasks: tasks.length, flips: tasks.filter(({ tries, passed }) => passed > 0 && passed < tries).length, pass };
}

/** The chance that k different attempts, drawn from `tries`, are all among the `passed` ones. */
function allPass(tries: number, passed: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn += 1) chance *= Math.max(0, passed - drawn) / (tries - drawn);
  return chance;
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}
