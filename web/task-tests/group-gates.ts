// Web: the acceptance gate of all candidates, one line for each reason.
import type { Ranking } from '../../src/contract/index.ts';

export interface GateLine {
  passed: boolean;
  reason: string;
  /** In the order of the ranking. */
  names: string[];
}

/** Empty where no acceptance tests are given. */
export function groupGates(rankings: readonly Ranking[]): GateLine[] {
  const lines = new Map<string, GateLine>();
  for (const { agent, gates } of rankings) {
    const gate = gates.find(({ id }) => id === 'acceptance');
    if (gate === undefined || gate.passed === null) continue;
    const line = lines.get(gate.reason) ?? { passed: gate.passed, reason: gate.reason, names: [] };
    lines.set(gate.reason, { ...line, names: [...line.names, agent] });
  }
  return [...lines.values()];
}
