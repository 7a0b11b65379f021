// The value of each metric on one tree: the median of its runs, or the reason why there is none.
import { type Facts, type MetricFacts, medianOf, metricNames, type Policy } from '../contract/index.ts';
import { whyNotMeasured } from './measure.ts';
import type { MetricRun, SubjectReading } from './run-reading.ts';

type MetricsOfTree = Pick<Facts['baseline'], 'metrics'>;

/** Omitted if the policy has no metrics. */
export function measureMetrics(policy: Policy, subject: SubjectReading): MetricsOfTree {
  const names = metricNames(policy);
  if (names.length === 0) return {};
  return { metrics: Object.fromEntries(names.map((name) => [name, measureMetric(name, subject)])) };
}

/** One run without a number is enough to refuse: a median of the others could be chosen by failing on purpose. */
function measureMetric(name: string, { metrics, metricSetup, notCaptured }: SubjectReading): MetricFacts {
  const runs = metrics.find((metric) => metric.name === name)?.runs ?? [];
  if (runs.length === 0) return metricSetup === undefined ? notCaptured : { state: 'broken', why: metricSetup };
  const values: number[] = [];
  for (const [index, run] of runs.entries()) {
    const result = resultOf(run);
    if (typeof result === 'number') values.push(result);
    else return runs.length === 1 ? result : { ...result, why: `in run ${index + 1} of ${runs.length}, ${result.why}` };
  }
  return { state: 'measured', value: medianOf(values) ?? 0, runs: values };
}

function resultOf({ capture, absentTool, reading }: MetricRun): number | Extract<MetricFacts, { why: string }> {
  const unmeasured = whyNotMeasured({ capture, absentTool });
  if (unmeasured !== null) return unmeasured;
  if (capture.exit_code !== 0) return { state: 'broken', why: `its command exited with ${capture.exit_code}` };
  return reading.state === 'read' ? reading.value : { state: 'broken', why: reading.why };
}
