// Web: the tests about the task: which of them decided, how each went on every candidate, and which have no vote.
import { useMemo } from 'react';
import { acceptanceText, type Scorecard, sharedTestsText } from '../../src/contract/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { AcceptanceGates } from './acceptance-gates.tsx';
import { splitTests } from './deciding-tests.ts';
import { matrixGroups } from './matrix-groups.ts';
import { SeparatingList } from './separating-list.tsx';
import { MatrixLegend, TestMatrix } from './test-matrix.tsx';
import { UncountedTests } from './uncounted-tests.tsx';
import './task-tests.css';

interface TaskTestsProps {
  detail: FinishedRun;
  /** The one that is shown, which may have other weights than that of the run. */
  scorecard: Scorecard;
}

/** More begin closed, so that what follows stays near. */
const ROWS_OPEN_AT_FIRST = 15;

export function TaskTests({ detail, scorecard }: TaskTestsProps) {
  // Weights change neither; those of the run stay the same object while a slider moves.
  const { cross_tests: rows = [], acceptance } = detail.scorecard;
  const { acceptance: acceptanceFacts, cross_tests: crossFacts } = detail.facts;
  const groups = useMemo(
    () => matrixGroups(detail.scorecard.cross_tests ?? [], acceptanceFacts),
    [detail.scorecard.cross_tests, acceptanceFacts],
  );
  const incomplete = (crossFacts?.authors ?? []).filter((authored) => authored.incomplete !== null);
  if (rows.length === 0 && acceptance === undefined && incomplete.length === 0) return null;
  const { deciding, others } = splitTests(scorecard);
  const shared = sharedTestsText(scorecard);
  const logs = { run: detail.id, captures: detail.captures };
  const count = groups.reduce((sum, group) => sum + group.rows.length, 0);
  return (
    <section className="task-tests" aria-labelledby="task-tests">
      <h2 id="task-tests">Tests about the task</h2>
      {acceptance !== undefined && acceptance.tests > 0 && <p>{acceptanceText(acceptance)}.</p>}
      <AcceptanceGates rankings={scorecard.rankings} />
      <SeparatingList
        title={deciding.length === 1 ? 'The test that decided' : 'The tests that decided'}
        tests={deciding}
        logs={logs}
      />
      <SeparatingList
        title={deciding.length === 0 ? 'Tests that separate the candidates' : 'Other tests that separate the candidates'}
        tests={others}
        logs={logs}
      />
      {shared !== null && <p>{shared}.</p>}
      {incomplete.map(({ author, incomplete: why }) => (
        <p key={author} className="note small">
          Tests of <SafeText text={author} />: <SafeText text={why ?? ''} />
        </p>
      ))}
      {count > 0 && (
        <details open={count <= ROWS_OPEN_AT_FIRST}>
          <summary>
            All results: {countText(count, 'test')} on the base and {countText(scorecard.rankings.length, 'candidate')}
          </summary>
          <TestMatrix groups={groups} names={scorecard.rankings.map(({ agent }) => agent)} logs={logs} />
          <MatrixLegend />
        </details>
      )}
      <UncountedTests rows={rows} />
    </section>
  );
}
