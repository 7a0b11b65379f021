// The results of acceptance tests or cross-tests on one candidate.
import type { TestOutcome } from '../../src/contract/index.ts';
import { failureOf, outcomeOf } from '../../src/text/index.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { EvidenceList } from '../components/evidence-list.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { shownTestName } from '../format/test-name.ts';
import { testLogLink } from '../logs/test-log-link.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { FailureText } from '../task-tests/failure-message.tsx';
import type { MatrixGroup, MatrixRow } from '../task-tests/matrix-groups.ts';

interface TaskTestEvidenceProps {
  detail: FinishedRun;
  candidate: string;
  groups: readonly MatrixGroup[];
}

const LISTS: readonly { outcome: TestOutcome; title: string; tone: Tone }[] = [
  { outcome: 'fail', title: 'Fails', tone: 'bad' },
  { outcome: 'cannot_load', title: 'Cannot run', tone: 'quiet' },
  { outcome: 'flaky', title: 'Flaky', tone: 'caution' },
  { outcome: 'pass', title: 'Passes', tone: 'good' },
];

export function TaskTestEvidence({ detail, candidate, groups }: TaskTestEvidenceProps) {
  const tests = groups.flatMap(({ title, check, rows }) => rows.map((row) => ({ row, title, check })));
  const ran = tests.filter(({ row }) => outcomeOf(row, candidate) !== null);
  if (ran.length === 0) return <p className="muted">None of these tests ran on this candidate.</p>;
  return LISTS.map(({ outcome, title, tone }) => (
    <EvidenceList
      key={outcome}
      title={title}
      tone={tone}
      items={ran.filter(({ row }) => outcomeOf(row, candidate) === outcome)}
      show={(test) => (
        <OneTest
          {...test}
          candidate={candidate}
          log={testLogLink({ run: detail.id, captures: detail.captures }, candidate, test.check, test.row.id)}
        />
      )}
    />
  ));
}

interface OneTestProps {
  row: MatrixRow;
  title: string;
  candidate: string;
  log: string | null;
}

function OneTest({ row, title, candidate, log }: OneTestProps) {
  const failure = failureOf(row, candidate);
  return (
    <>
      {log === null ? (
        <SafeText text={shownTestName(row.id)} />
      ) : (
        <a data-row href={log}>
          <SafeText text={shownTestName(row.id)} />
        </a>
      )}{' '}
      <span className="muted">
        <SafeText text={title} />
      </span>{' '}
      {!row.isScored && <Badge tone="quiet">not scored</Badge>}
      {failure !== null && <FailureText text={failure} />}
    </>
  );
}
