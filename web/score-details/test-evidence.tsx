// The tests whose result changed, each with a link to its line in the log.
import type { CandidateFacts } from '../../src/contract/index.ts';
import { brokenNames, movedTests, resultWith, type ShownResult } from '../../src/text/index.ts';
import { EvidenceList } from '../components/evidence-list.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import { shownTestName } from '../format/test-name.ts';
import { testLogLink } from '../logs/test-log-link.ts';
import { linkTo } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { Unmeasured } from './unmeasured.tsx';

export function TestEvidence({ detail, facts }: { detail: FinishedRun; facts: CandidateFacts }) {
  const { name, tests } = facts;
  const base = detail.facts.baseline.tests;
  if (tests.state !== 'measured') return <Unmeasured result={tests} />;
  const contested = new Map(tests.contested.map(({ id, path }) => [id, path]));
  const ranking = detail.scorecard.rankings.find(({ agent }) => agent === name);
  const broken = new Set(ranking === undefined ? [] : brokenNames(ranking, facts));
  const graded = gradedCheck(detail, name);
  const unfixed = unfixedTests(detail, facts);
  const ownLog = hasCapture(detail, name, 'test')
    ? linkTo({ view: 'logs', run: detail.id, candidate: name, check: 'test', stream: 'stdout', query: '' })
    : null;
  const inLog = (candidate: string | null, check: string) => (id: string) => (
    <TestLink detail={detail} candidate={candidate} check={check} id={id} contestedIn={contested.get(id) ?? null} />
  );
  return (
    <>
      <table className="test-counts">
        <thead>
          <tr>
            <td />
            <th scope="col">passed</th>
            <th scope="col">failed</th>
            <th scope="col">skipped</th>
          </tr>
        </thead>
        <tbody>
          {base.state === 'measured' && <Counts title="base" {...base} />}
          <Counts title={name} {...tests} />
        </tbody>
      </table>
      <p className="muted">
        Compared by {tests.compared_by === 'identity' ? 'test name' : 'count only'}. Precision of the test results:{' '}
        {tests.precision}.
      </p>
      {graded === 'pinned-test' && (
        <p className="muted">
          The candidate changed tests or settings, so the base's versions decide about the tests of the base.{' '}
          {ownLog !== null && (
            <a className="inline-link" href={ownLog}>
              Log of its own run
            </a>
          )}
        </p>
      )}
      {hasNoChanges(tests) && unfixed.every(({ result }) => result === 'fails') && (
        <p className="muted">No test changed its result; {countText(tests.passed, 'test passes', 'tests pass')}.</p>
      )}
      <EvidenceList
        title="Regressed"
        tone="bad"
        items={tests.regressed.filter((id) => broken.has(id))}
        show={inLog(name, graded)}
      />
      <EvidenceList
        title="Fail with this code, and no longer run"
        tone="bad"
        items={unfixed.filter(({ result }) => result === 'hidden').map(({ id }) => id)}
        show={inLog(name, graded)}
      />
      <EvidenceList
        title="Still failing"
        tone="bad"
        items={unfixed.filter(({ result }) => result !== 'hidden').map(({ id }) => id)}
        show={inLog(name, graded)}
      />
      <EvidenceList
        title="Contested (not counted)"
        tone="caution"
        items={tests.regressed.filter((id) => !broken.has(id))}
        show={inLog(name, graded)}
      />
      <EvidenceList title="Dropped" tone="caution" items={tests.dropped} show={inLog(null, 'test')} />
      <EvidenceList title="Fixed" tone="good" items={tests.fixed} show={inLog(name, graded)} />
      <EvidenceList title="New" tone="quiet" items={tests.added} show={inLog(name, 'test')} />
      <EvidenceList title="Flaky (not counted)" tone="caution" items={tests.flaky} show={inLog(name, 'test')} />
    </>
  );
}

/** Tests that fail on the base, that another candidate fixes, and that this one does not. */
function unfixedTests({ facts }: FinishedRun, candidate: CandidateFacts): { id: string; result: ShownResult }[] {
  return movedTests(facts).flatMap((test) => {
    const result = resultWith(test, candidate);
    const isUnfixed = result === 'fails' || result === 'hidden' || result === 'edited';
    return test.base === 'failed' && isUnfixed ? [{ id: test.id, result }] : [];
  });
}

type MeasuredTests = Extract<CandidateFacts['tests'], { state: 'measured' }>;

function hasNoChanges({ regressed, dropped, fixed, added, flaky }: MeasuredTests): boolean {
  return [regressed, dropped, fixed, added, flaky].every((ids) => ids.length === 0);
}

/** Tests of the base are taken from the run with the base's versions of the tests, if there was one. */
export function gradedCheck(detail: FinishedRun, candidate: string): string {
  return hasCapture(detail, candidate, 'pinned-test') ? 'pinned-test' : 'test';
}

function hasCapture({ captures }: FinishedRun, candidate: string, check: string): boolean {
  return captures.some((capture) => capture.candidate === candidate && capture.check === check);
}

function Counts({ title, passed, failed, skipped }: { title: string; passed: number; failed: number; skipped: number }) {
  return (
    <tr>
      <th scope="row">
        <SafeText text={title} />
      </th>
      <td>{passed}</td>
      <td className={failed > 0 ? 'bad-text' : ''}>{failed}</td>
      <td>{skipped}</td>
    </tr>
  );
}

interface TestLinkProps {
  detail: FinishedRun;
  candidate: string | null;
  check: string;
  id: string;
  contestedIn: string | null;
}

function TestLink({ detail, candidate, check, id, contestedIn }: TestLinkProps) {
  const link = testLogLink({ run: detail.id, captures: detail.captures }, candidate, check, id);
  return (
    <>
      {link === null ? (
        <SafeText text={shownTestName(id)} />
      ) : (
        <a data-row href={link}>
          <SafeText text={shownTestName(id)} />
        </a>
      )}
      {contestedIn !== null && (
        <span className="muted">
          {' '}
          contested: the candidate changed <SafeText text={contestedIn} />
        </span>
      )}
    </>
  );
}
