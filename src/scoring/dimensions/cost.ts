// Dimension cost: the agent's cost, compared with the cheapest one whose result can be merged.
import type { Facts } from '../../contract/index.ts';
import type { Dimension } from '../dimension.ts';
import { assessRelativeToBest } from '../relative-to-best.ts';
import { summarizeList } from '../summarize-list.ts';

export const cost: Dimension = {
  id: 'cost',
  title: 'Cost',
  purpose: 'Cost: an agent that costs twice as much as the cheapest one with a mergeable result scores 50. Weight 0 unless set.',
  equation: [
    'successful = agents that exited with 0, changed something and did not break the build',
    'cheapest   = min(costs of the successful agents whose candidate is mergeable; if there is none, of all successful ones)',
    'score      = clamp((cheapest / agent_cost) * 100, 0, 100)',
    '',
    'Does not apply unless the cost of every candidate is known; unknown is never 0.',
    'If some costs are reported by the agents and others estimated from their tokens, the scorecard says so.',
    'Worked example: 0.40 USD against a cheapest of 0.10 USD: (0.10 / 0.40) * 100 = 25.',
  ],

  assess(facts, _policy, mergeable) {
    return assessRelativeToBest(facts, mergeable, {
      what: 'cost',
      bestName: 'cheapest',
      ownName: 'agent_cost',
      read: ({ agent }) => agent?.cost_usd ?? null,
      countFailed: true,
      ...noteOf(facts),
    });
  },
};

/** An estimate lacks what the provider charges besides tokens; two estimates lack the same. */
function noteOf({ candidates }: Facts): { note?: string } {
  const namesOf = (source: 'reported' | 'prices') =>
    summarizeList(candidates.flatMap(({ name, agent }) => (agent?.cost_source === source ? [name] : [])).sort());
  const [reported, estimated] = [namesOf('reported'), namesOf('prices')];
  if (reported === '' || estimated === '') return {};
  return { note: `compares costs that agents reported (${reported}) with costs estimated from tokens (${estimated})` };
}
