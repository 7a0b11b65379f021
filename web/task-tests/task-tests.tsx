// The tests about the task: the deciding ones, the results on every candidate, and the tests that do not count.
import { useMemo } from 'react';
import type { Scorecard } from '../../src/contract/index.ts';
import { acceptanceText, sharedTestsText } from '../../src/text/index.ts';
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
  /** The displayed scorecard, whose weights may differ from those of the run. */
  scorecard: Scorecard;
}

/** A longer table is collapsed at first. */
const MAX_ROWS_OPEN = 15;

export function TaskTests({ detail, scorecard }: TaskTestsProps) {
  // From the scorecard of the run: weights do not change the tests, and the object stays the same while a slider moves.
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
      <SeparatingList title={deciding.length === 1 ? 'Deciding test' : 'Deciding tests'} tests={deciding} logs={logs} />
      <SeparatingList
        title={deciding.length === 0 ? 'Tests with different results' : 'Other tests with different results'}
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
        <details open={count <= MAX_ROWS_OPEN}>
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
