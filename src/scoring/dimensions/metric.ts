// The dimension of a metric: a number that the user measures, compared with the base and with the best candidate.
import type { CandidateFacts, Facts, Metric, MetricFacts } from '../../contract/index.ts';
import { applies, type Dimension, type Excluded, type Verdict } from '../dimension.ts';
import { recordSteps, type StepRecorder } from '../steps.ts';

/** The general formula. docs/metrics.md shows these lines. */
export const METRIC_EQUATION = [
  'gain      = base - value                          better = "lower"',
  '            value - base                          better = "higher"',
  'tolerance = |base| * tolerance_percent / 100',
  'change    = gain without the part within the tolerance: 0 from -tolerance to tolerance',
  'best      = max(0, the largest change of a mergeable candidate, or of any if none is mergeable)',
  'behind    = max(0, best - change)',
  'scale     = if base == 0 then 1 else |base|',
  'score     = scale / (scale + behind) * 100',
  '',
  'base and value are medians. A candidate that cannot be measured although the base can scores 0.',
  'Worked example: base 200, lower is better, tolerance 1%. Values 180, 199 and 240: gains 20, 1 and -40,',
  'changes 18, 0 and -38, best 18. Scores: 100, 200 / 218 * 100 = 91.7 and 200 / 256 * 100 = 78.1.',
];

export function metricDimension(name: string, metric: Metric): Dimension {
  return {
    id: name,
    title: name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
    purpose: `A number that the user measures: ${metric.better} is better.`,
    equation: METRIC_EQUATION,

    assess(facts, _policy, mergeable) {
      const baseline = factsOf(facts.baseline, name);
      if (baseline.state !== 'measured') return excluded(baseline);
      const best = bestChange(facts, mergeable, name, metric, baseline.value);

      return applies((candidate) => {
        const own = factsOf(candidate, name);
        if (own.state !== 'measured') return unmeasured(own);
        const recorder = recordSteps();
        const { steps, add } = recorder;
        const change = addChange(recorder, metric, baseline.value, own.value);
        const behind = add('behind', 'max(0, best - change)', { best, change });
        const scale = add('scale', 'if base == 0 then 1 else max(base, 0 - base)', { base: baseline.value });
        const score = add('score', 'scale / (scale + behind) * 100', { scale, behind });
        return { state: 'scored', score, steps };
      });
    },
  };
}

function factsOf({ metrics }: Pick<CandidateFacts, 'metrics'>, name: string): MetricFacts {
  return metrics?.[name] ?? { state: 'not_configured' };
}

type Unmeasured = Exclude<MetricFacts, { state: 'measured' }>;

function excluded(baseline: Unmeasured): Excluded {
  if (baseline.state === 'not_configured') return { state: 'not_applicable', why: 'it was not measured in this run' };
  return { state: 'unavailable', why: `it could not be measured on the base: ${baseline.why}` };
}

/** Counts as 0, so that breaking the measurement never pays. */
function unmeasured(candidate: Unmeasured): Verdict {
  const why = candidate.state === 'not_configured' ? 'there is no result' : candidate.why;
  return { state: 'error', why: `it could not be measured on this candidate: ${why}` };
}

/** How much better than the base, beyond the tolerance; negative if worse. */
function addChange({ add }: StepRecorder, { better, tolerance_percent }: Metric, base: number, value: number): number {
  const gain = add('gain', better === 'lower' ? 'base - value' : 'value - base', { base, value });
  const tolerance = add('tolerance', 'max(base, 0 - base) * tolerance_percent / 100', { base, tolerance_percent });
  return add('change', 'max(0, gain - tolerance) + min(0, gain + tolerance)', { gain, tolerance });
}

/** A candidate that cannot be merged, for example because it deletes half of the code, does not set the standard. */
function bestChange(facts: Facts, names: ReadonlySet<string>, name: string, metric: Metric, base: number): number {
  const standard = facts.candidates.filter((candidate) => names.size === 0 || names.has(candidate.name));
  const changes = standard.flatMap((candidate) => {
    const own = factsOf(candidate, name);
    return own.state === 'measured' ? [addChange(recordSteps(), metric, base, own.value)] : [];
  });
  return changes.reduce((most, change) => Math.max(most, change), 0);
}
