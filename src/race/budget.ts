// Budgets of agents, each and all together. Pure: usage in, agents to stop out.
import type { Policy, StopReason, Usage } from '../contract/index.ts';

export interface BudgetKeeper {
  /** The usage so far in, the agents to stop and the reason out. */
  report(name: string, usage: Usage, costUsd: number | null): { name: string; reason: StopReason }[];
  /** A finished agent need not be stopped; its usage still counts. */
  ended(name: string): void;
}

interface Used {
  usd: number | null;
  tokens: number;
  isRunning: boolean;
}

export function openBudget(names: readonly string[], race: Policy['race']): BudgetKeeper {
  const used = new Map<string, Used>(names.map((name) => [name, { usd: null, tokens: 0, isRunning: true }]));
  return {
    report(name, usage, usd) {
      const own = used.get(name);
      if (own === undefined) return [];
      // If an agent reports only a part, that part counts: it used at least that.
      own.tokens = (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0);
      own.usd = usd;
      const ofAll = wholeReason([...used.values()], race);
      if (ofAll !== null) return [...used].flatMap(([one, { isRunning }]) => (isRunning ? [{ name: one, reason: ofAll }] : []));
      const ofOwn = own.isRunning ? ownReason(own, race) : null;
      return ofOwn === null ? [] : [{ name, reason: ofOwn }];
    },
    ended(name) {
      const own = used.get(name);
      if (own !== undefined) own.isRunning = false;
    },
  };
}

function wholeReason(used: readonly Used[], { budget_usd, budget_tokens }: Policy['race']): StopReason | null {
  const total = (read: (one: Used) => number) => used.reduce((sum, one) => sum + read(one), 0);
  if (
    isOver(
      total(({ usd }) => usd ?? 0),
      budget_usd,
    )
  )
    return 'budget_usd';
  return isOver(
    total(({ tokens }) => tokens),
    budget_tokens,
  )
    ? 'budget_tokens'
    : null;
}

function ownReason({ usd, tokens }: Used, { agent_budget_usd, agent_budget_tokens }: Policy['race']): StopReason | null {
  if (isOver(usd ?? 0, agent_budget_usd)) return 'agent_budget_usd';
  return isOver(tokens, agent_budget_tokens) ? 'agent_budget_tokens' : null;
}

function isOver(used: number, limit: number | null): boolean {
  return limit !== null && used > limit;
}

/** The budget passed to an agent that enforces its own; null for no limit. */
export function usdLimitOf({ budget_usd, agent_budget_usd }: Policy['race']): number | null {
  const limits = [budget_usd, agent_budget_usd].filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}
