// Dimension security: known vulnerabilities that the diff adds.
import { type AdvisorySeverity, AUTO_SECURITY } from '../../contract/index.ts';
import { applies, candidateUnmeasured, type Dimension, excludedByBaseline } from '../dimension.ts';
import { recordSteps } from '../steps.ts';

const NOTHING_TO_SCAN = 'no candidate changes a lockfile, so all have the advisories of the base';

export const security: Dimension = {
  id: 'security',
  title: 'Security',
  purpose: 'Known vulnerabilities that the candidate adds; those of the base do not count. Weight 0 unless set.',
  equation: [
    'score = clamp(100 - 50 * critical - 25 * high - 10 * moderate - 3 * low - 10 * unknown, 0, 100)',
    '',
    'Does not apply unless a candidate changes a lockfile, or `security` under [scoring.commands] is a command.',
    'If the advisory service does not answer, it applies to no candidate.',
    'Each count is the number of advisories of that severity that the base lacks.',
    'Worked example: one new high and two new low advisories: 100 - 25 - 6 = 69.',
  ],

  assess(facts, policy) {
    const baseline = facts.baseline.security;
    if (baseline.state === 'not_configured' && policy.scoring.commands.security === AUTO_SECURITY)
      return { state: 'not_applicable', why: NOTHING_TO_SCAN };
    if (baseline.state !== 'measured') return excludedByBaseline(baseline, 'security');

    return applies(({ security: candidate }) => {
      if (candidate.state !== 'measured') return candidateUnmeasured(candidate, 'security');
      const { steps, add } = recordSteps();
      const added: Record<AdvisorySeverity, number> = { critical: 0, high: 0, moderate: 0, low: 0, unknown: 0 };
      for (const { severity } of candidate.added) added[severity] += 1;
      const score = add(
        'score',
        'clamp(100 - 50 * critical - 25 * high - 10 * moderate - 3 * low - 10 * unknown, 0, 100)',
        added,
      );
      return { state: 'scored', score, steps };
    });
  },
};
