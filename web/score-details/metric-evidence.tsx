// The values of a metric on the base and on one candidate, with every run.
import type { CandidateFacts, MetricFacts } from '../../src/contract/index.ts';
import { InlineCode } from '../components/inline-code.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { numberText } from '../format/numbers.ts';
import { pageText } from '../format/page-text.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { Unmeasured } from './unmeasured.tsx';

export function MetricEvidence({ detail, facts, name }: { detail: FinishedRun; facts: CandidateFacts; name: string }) {
  const metric = detail.run.policy.scoring.metrics[name];
  const unit = metric?.unit ?? '';
  return (
    <>
      {metric !== undefined && (
        <p className="muted">
          <bdi>
            <InlineCode text={pageText(metric.command)} />
          </bdi>
          , read as{' '}
          <bdi>
            <InlineCode text={pageText(metric.read)} />
          </bdi>
          , {metric.better} is better
          {metric.tolerance_percent > 0 && `, tolerance ${metric.tolerance_percent}%`}.
        </p>
      )}
      <ValueOf title="Base" unit={unit} facts={detail.facts.baseline.metrics?.[name]} />
      <ValueOf title="Candidate" unit={unit} facts={facts.metrics?.[name]} />
    </>
  );
}

function ValueOf({ title, unit, facts }: { title: string; unit: string; facts: MetricFacts | undefined }) {
  if (facts?.state !== 'measured')
    return (
      <>
        <h3>{title}</h3>
        <Unmeasured result={facts ?? { state: 'not_configured' }} />
      </>
    );
  const { value, runs } = facts;
  return (
    <p>
      {title}: <span className="number">{numberText(value)}</span> <SafeText text={unit} />
      {runs.length > 1 && <span className="muted"> (median of {runs.map(numberText).join(', ')})</span>}
    </p>
  );
}
