// Groups the candidates by the reason of their acceptance gate.
import type { Ranking } from '../../src/contract/index.ts';

export interface GateLine {
  passed: boolean;
  reason: string;
  /** In ranking order. */
  names: string[];
}

/** Empty when the run has no acceptance tests. */
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
