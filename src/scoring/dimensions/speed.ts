// Dimension speed: the agent's duration, compared with the fastest one whose result can be merged.
import type { Dimension } from '../dimension.ts';
import { assessRelativeToBest } from '../relative-to-best.ts';

export const speed: Dimension = {
  id: 'speed',
  title: 'Speed',
  purpose: 'Speed: an agent that takes twice as long as the fastest one with a mergeable result scores 50.',
  equation: [
    'successful = agents that exited with 0, changed something and did not break the build',
    'fastest    = min(durations of the successful agents whose candidate is mergeable; if there is none, of all successful ones)',
    'score      = clamp((fastest / agent_duration) * 100, 0, 100)',
    '',
    'Does not apply unless the duration of every candidate is known.',
    'An agent that failed is compared like the others, or scores 0 with [scoring.speed] count_failed = false.',
    'Worked example: 60 s against a fastest of 45 s: (45 / 60) * 100 = 75.',
  ],

  assess(facts, policy, mergeable) {
    return assessRelativeToBest(facts, mergeable, {
      what: 'duration',
      bestName: 'fastest',
      ownName: 'agent_duration',
      read: ({ agent }) => agent?.duration_ms ?? null,
      countFailed: policy.scoring.speed.count_failed,
    });
  },
};
