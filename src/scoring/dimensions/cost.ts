// Dimension cost: the agent's cost, compared with the cheapest successful one.
import type { Dimension } from '../dimension.ts';
import { assessRelativeToBest } from '../relative-to-best.ts';

export const cost: Dimension = {
  id: 'cost',
  title: 'Cost',
  purpose: 'Cost: an agent that costs twice as much as the cheapest successful one scores 50. Weight 0 unless set.',
  equation: [
    'cheapest = min(costs of the agents that exited with 0, changed something and did not break the build)',
    'score    = clamp((cheapest / agent_cost) * 100, 0, 100)',
    '',
    'Does not apply unless the cost of every candidate is known; unknown is never 0.',
    'Worked example: 0.40 USD against a cheapest of 0.10 USD: (0.10 / 0.40) * 100 = 25.',
  ],

  assess(facts) {
    return assessRelativeToBest(facts, {
      what: 'cost',
      bestName: 'cheapest',
      ownName: 'agent_cost',
      read: ({ agent }) => agent?.cost_usd ?? null,
      countFailed: true,
    });
  },
};
