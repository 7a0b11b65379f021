// The score of a candidate in detail: each formula with its numbers, the evidence, the gates and the findings.
import { type DimensionResult, describeIndependentRun, type Ranking } from '../../src/contract/index.ts';
import { type Dimension, dimensionsOf } from '../../src/scoring/index.ts';
import { dimensionName, placeText, whyOut } from '../../src/text/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { WithSideNav } from '../components/side-nav.tsx';
import { Swatch } from '../components/swatch.tsx';
import { dimensionColor } from '../format/dimension-colors.ts';
import { numberText, scoreText } from '../format/numbers.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { FindingGroups } from '../pane/finding-groups.tsx';
import { reasonFor } from '../ranking/reason.ts';
import { ScoreBar } from '../ranking/score-bar.tsx';
import { linkTo, linkToRanking, type Route } from '../route.ts';
import { CandidateSelect } from '../run/candidate-select.tsx';
import type { FinishedRun } from '../run/finished-run.ts';
import { ChangeCoverageSection } from './change-coverage.tsx';
import { ContestedTests } from './contested-tests.tsx';
import { Evidence } from './evidence.tsx';
import { Gates } from './gates.tsx';
import { ScoreWords, TotalWords } from './score-words.tsx';
import { Steps } from './steps.tsx';
import './score-details.css';

interface ScoreDetailsProps {
  detail: FinishedRun;
  ranking: Ranking;
  route: Extract<Route, { view: 'details' }>;
  source: DataSource;
  onDecided: () => void;
}

export function ScoreDetailsView({ detail, ranking, route, source, onDecided }: ScoreDetailsProps) {
  const { agent, rank, total, mergeable, needs_review: needsReview } = ranking;
  const dimensions = dimensionsOf(detail.run.policy);
  const shown = dimensions.find(({ id }) => id === route.dimension) ?? null;
  return (
    <div className="score-details" data-candidate={agent}>
      <div className="details-header">
        <h1>
          <CandidateSelect detail={detail} route={route} /> <span className="number">{scoreText(total)}</span>
        </h1>
        <p>
          {rank !== null && `rank ${placeText(ranking, detail.scorecard.verdict)} of ${detail.scorecard.rankings.length} `}
          <Badge tone={mergeable ? 'good' : needsReview ? 'caution' : 'bad'}>{whyOut(ranking) ?? 'can be merged'}</Badge>{' '}
          <SafeText text={reasonFor(ranking, detail.scorecard, detail.facts)} />
        </p>
        <ScoreBar ranking={ranking} />
        {route.weights !== undefined && (
          <p className="note">
            What if: these are not the weights of the run.{' '}
            <a className="inline-link" href={linkToRanking(route.run, agent)}>
              Back to its weights
            </a>
          </p>
        )}
      </div>
      <ContestedTests detail={detail} candidate={agent} accept={source.accept} onDecided={onDecided} />
      <WithSideNav
        label="Dimensions"
        links={<DimensionLinks route={route} ranking={ranking} dimensions={dimensions} shown={shown?.id ?? null} />}
      >
        <div className="details-main">
          {shown === null ? (
            <Total detail={detail} ranking={ranking} source={source} />
          ) : (
            <OneDimension detail={detail} ranking={ranking} shown={shown} />
          )}
        </div>
      </WithSideNav>
    </div>
  );
}

interface DimensionLinksProps {
  route: Extract<Route, { view: 'details' }>;
  ranking: Ranking;
  dimensions: readonly Dimension[];
  /** The id of the dimension that is shown; null for the total. */
  shown: string | null;
}

function DimensionLinks({ route, ranking, dimensions, shown }: DimensionLinksProps) {
  const titles = new Map(dimensions.map(({ id, title }) => [id, title]));
  const href = (dimension: string | null) => linkTo({ ...route, dimension });
  return (
    <>
      <a data-row href={href(null)} aria-current={shown === null ? 'page' : undefined}>
        <span>Total</span>
        <span className="number">{scoreText(ranking.total)}</span>
      </a>
      {ranking.dimensions.map(({ id, result }) => (
        <a
          key={id}
          data-row
          href={href(id)}
          aria-current={shown === id ? 'page' : undefined}
          className={isCounted(result) ? '' : 'faint'}
        >
          <span>
            <Swatch color={dimensionColor(id, dimensions)} /> {titles.get(id) ?? dimensionName(id)}
          </span>
          <span className="number">{shortState(result)}</span>
        </a>
      ))}
    </>
  );
}

function isCounted({ state }: DimensionResult['result']): boolean {
  return state === 'scored' || state === 'error';
}

function shortState(result: DimensionResult['result']): string {
  switch (result.state) {
    case 'scored':
      return result.score.toFixed(1);
    case 'error':
      return 'error';
    case 'not_applicable':
      return 'n/a';
    case 'unavailable':
      return 'unavailable';
  }
}

function OneDimension({ detail, ranking, shown }: { detail: FinishedRun; ranking: Ranking; shown: Dimension }) {
  const { id, title, purpose, equation } = shown;
  const dimension = ranking.dimensions.find((one) => one.id === id);
  if (dimension === undefined) return null;
  const { weight, effective_weight: share, result } = dimension;
  return (
    <>
      <section aria-labelledby="dimension">
        <h2 id="dimension">{title}</h2>
        <p className="muted">{purpose}</p>
        <p>
          Weight {numberText(weight)}
          {share > 0 ? `, ${Number(share.toFixed(1))}% of the total` : ', not counted'}
          {result.state === 'scored' && share > 0 && `: adds ${((result.score * share) / 100).toFixed(1)} points`}.
        </p>
        {result.state === 'scored' ? (
          <>
            <ScoreWords id={id} steps={result.steps} score={result.score} />
            {result.note !== undefined && (
              <p className="note">
                <SafeText text={result.note} />
              </p>
            )}
          </>
        ) : (
          <p className="note">
            <strong>{STATE_LABELS[result.state]}</strong> <SafeText text={result.why} />
          </p>
        )}
      </section>
      <Evidence detail={detail} candidate={ranking.agent} id={id} />
      <details className="check-it">
        <summary>Check it: every step of the formula with its numbers</summary>
        {result.state === 'scored' && <Steps steps={result.steps} />}
        <p className="muted small">The formula for any candidate:</p>
        <pre className="equation code-block">{equation.join('\n')}</pre>
      </details>
    </>
  );
}

const STATE_LABELS = {
  error: 'Could not be measured, so it counts as 0:',
  not_applicable: 'Does not apply:',
  unavailable: 'Could not be measured for any candidate, so its weight is spread over the other dimensions:',
};

function Total({ detail, ranking, source }: { detail: FinishedRun; ranking: Ranking; source: DataSource }) {
  const titles = new Map(dimensionsOf(detail.run.policy).map(({ id, title }) => [id, title]));
  const counted = ranking.dimensions.filter(({ effective_weight: share }) => share > 0);
  return (
    <>
      <section aria-labelledby="total">
        <h2 id="total">Total</h2>
        {ranking.total_unrounded === null ? (
          <p className="note">No total, because no dimension with a weight applies.</p>
        ) : (
          <>
            <TotalWords ranking={ranking} titles={titles} />
            <details className="check-it">
              <summary>Check it</summary>
              <Steps steps={[totalStep(counted, ranking.total_unrounded)]} />
              <p className="muted small">
                Shown as {scoreText(ranking.total)}. Rounding affects only the display, not the ranking.
              </p>
            </details>
          </>
        )}
      </section>
      <ChangeCoverageSection run={detail.id} candidate={ranking.agent} coverage={ranking.coverage} />
      <section aria-labelledby="gates">
        <h2 id="gates">Gates</h2>
        <Gates gates={ranking.gates} />
      </section>
      <section aria-labelledby="integrity">
        <h2 id="integrity">Integrity</h2>
        {ranking.independent !== undefined && (
          <p>
            <SafeText text={`Tests ${describeIndependentRun(ranking.independent)}.`} />
          </p>
        )}
        {ranking.findings.length === 0 ? (
          <p className="muted">No findings.</p>
        ) : (
          <Findings detail={detail} ranking={ranking} source={source} />
        )}
      </section>
    </>
  );
}

function Findings({
  detail,
  ranking: { agent, findings },
  source,
}: {
  detail: FinishedRun;
  ranking: Ranking;
  source: DataSource;
}) {
  const { value: patch } = useLoaded(JSON.stringify([detail.id, agent]), () => source.patch(detail.id, agent));
  return <FindingGroups run={detail.id} candidate={agent} findings={findings} patch={patch} />;
}

function totalStep(counted: readonly DimensionResult[], value: number) {
  const products = counted.map(({ id, weight }) => `${id} * ${numberText(weight)}`).join(' + ');
  const weights = counted.map(({ weight }) => numberText(weight)).join(' + ');
  const inputs = Object.fromEntries(counted.map(({ id, result }) => [id, result.state === 'scored' ? result.score : 0]));
  return { name: 'total', expression: `(${products}) / (${weights})`, inputs, value };
}
