// The ranking of a run: verdict, table, tests, findings, executions and the "What if?" weights.
import { useMemo } from 'react';
import { applyingDimensions, weightsOf } from '../../src/contract/index.ts';
import { dimensionsOf } from '../../src/scoring/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { linkTo, type Route } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { TaskTests } from '../task-tests/task-tests.tsx';
import { sortRankings } from './contributions.ts';
import { Executions } from './executions.tsx';
import { RankingTable } from './ranking-table.tsx';
import { SuspiciousFindings } from './suspicious-findings.tsx';
import { Verdict } from './verdict.tsx';
import { WeightPanel } from './weight-panel.tsx';
import { parseWeights, scoreWith, weightsText } from './weights.ts';
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
  const customWeights = useMemo(() => parseWeights(route.weights, own), [route.weights, own]);
  const isWhatIf = customWeights !== null && weightsText(customWeights, own) !== null;
  const scorecard = useMemo(
    () => (customWeights === null ? detail.scorecard : scoreWith(facts, policy, customWeights)),
    [customWeights, detail.scorecard, facts, policy],
  );
  const applying = applyingDimensions(scorecard.rankings).map(({ id }) => id);
  // Replaces the address, so that a slider does not fill the history of the browser.
  const show = (change: Partial<typeof route>) => {
    history.replaceState(null, '', linkTo({ ...route, ...change }));
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <div className="ranking">
      <Verdict scorecard={scorecard} detail={detail} isWhatIf={isWhatIf} canMerge={source.merge !== null} />
      <div className="ranking-parts">
        <div className="ranking-main">
          <RankingTable
            run={detail.id}
            scorecard={scorecard}
            facts={facts}
            rankings={sortRankings(scorecard.rankings, route.sort)}
            applying={applying}
            sort={route.sort}
            onSort={(sort) => show({ sort })}
          />
          <TaskTests detail={detail} scorecard={scorecard} />
          <SuspiciousFindings run={detail.id} rankings={scorecard.rankings} />
          <Executions run={detail.id} source={source} />
        </div>
        <WeightPanel
          dimensions={dimensionsOf(policy)}
          own={own}
          weights={customWeights ?? own}
          applying={applying}
          isWhatIf={isWhatIf}
          onChange={(weights) => show({ weights: weightsText(weights, own) })}
        />
      </div>
    </div>
  );
}
