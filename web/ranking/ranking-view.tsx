// The result of a run: the verdict, the table of facts, the selected candidate beside it, and the tests that moved.
import { useMemo } from 'react';
import { type Scorecard, weightsOf } from '../../src/contract/index.ts';
import { dimensionsOf } from '../../src/scoring/index.ts';
import { applyingDimensions, displayOrder } from '../../src/text/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { CandidatePane } from '../pane/candidate-pane.tsx';
import { linkTo, type Route } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { TaskTests } from '../task-tests/task-tests.tsx';
import { Executions } from './executions.tsx';
import { factRows } from './fact-columns.ts';
import { FactTable } from './fact-table.tsx';
import { MovedTests } from './moved-tests.tsx';
import { Verdict } from './verdict.tsx';
import { WeightPanel } from './weight-panel.tsx';
import { scorecardFor, weightsText } from './weights.ts';
import './ranking-view.css';

interface RankingViewProps {
  detail: FinishedRun;
  route: Extract<Route, { view: 'ranking' }>;
  source: DataSource;
}

export function RankingView({ detail, route, source }: RankingViewProps) {
  const { facts, run } = detail;
  const { policy } = run;
  const own = useMemo(() => weightsOf(policy), [policy]);
  const { scorecard, weights } = useMemo(() => scorecardFor(detail, route.weights), [detail, route.weights]);
  const isWhatIf = weights !== null;
  const rankings = displayOrder(scorecard.rankings);
  const selected = rankings.find(({ agent }) => agent === route.candidate) ?? firstToShow(scorecard);
  // Replaces the address, so that a slider does not fill the history of the browser.
  const show = (change: Partial<typeof route>) => {
    history.replaceState(null, '', linkTo({ ...route, ...change }));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <div className="ranking">
      <Verdict scorecard={scorecard} detail={detail} isWhatIf={isWhatIf} canMerge={source.merge !== null} />
      <div className="ranking-parts">
        <div className="ranking-table">
          <FactTable
            route={route}
            scorecard={scorecard}
            facts={facts}
            rows={factRows(scorecard, facts, rankings)}
            selected={selected?.agent ?? null}
            onSelect={(candidate) => candidate !== route.candidate && show({ candidate })}
            onSort={(sort) => show({ sort })}
          />
        </div>
        <div className="ranking-more">
          <MovedTests detail={detail} names={rankings.map(({ agent }) => agent)} />
          <TaskTests detail={detail} scorecard={scorecard} />
          <WeightPanel
            dimensions={dimensionsOf(policy)}
            own={own}
            weights={weights ?? own}
            applying={applyingDimensions(scorecard.rankings).map(({ id }) => id)}
            isWhatIf={isWhatIf}
            rankings={rankings}
            verdict={scorecard.verdict}
            onChange={(chosen) => show({ weights: weightsText(chosen, own) })}
          />
          <Executions run={detail.id} source={source} />
        </div>
        {selected !== undefined && (
          <CandidatePane
            detail={detail}
            ranking={selected}
            source={source}
            pane={route.pane ?? 'evidence'}
            onPane={(pane) => show({ pane })}
          />
        )}
      </div>
    </div>
  );
}

/** What a visitor must not miss: the first candidate with an integrity error, or the first of the ranking. */
function firstToShow({ rankings }: Scorecard) {
  return rankings.find(({ findings }) => findings.some(({ severity }) => severity === 'error')) ?? rankings[0];
}
