// The tests whose result is not the same on the base and on every candidate, as a matrix.
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { TestOfBase } from '../../src/contract/index.ts';
import { failureMessage, isFailing, movedTests, resultOnBase, resultWith, type ShownResult } from '../../src/text/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import { splitTestId } from '../format/test-name.ts';
import { testLogLink } from '../logs/test-log-link.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { gradedCheck } from '../score-details/test-evidence.tsx';
import { FailureMessage } from '../task-tests/failure-message.tsx';
import { TestTitle } from '../task-tests/test-title.tsx';
import './moved-tests.css';

const MAX_ROWS_AT_FIRST = 12;

interface MovedTestsProps {
  detail: FinishedRun;
  /** In ranking order. */
  names: readonly string[];
}

export function MovedTests({ detail, names }: MovedTestsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const tests = useMemo(() => movedTests(detail.facts), [detail.facts]);
  const base = detail.facts.baseline.tests;
  if (tests.length === 0) return null;
  const total = base.state === 'measured' ? base.passed + base.failed : null;
  const shown = showsAll ? tests : tests.slice(0, MAX_ROWS_AT_FIRST);
  return (
    <section className="moved-tests" aria-labelledby="moved-tests">
      <h2 id="moved-tests">
        Tests whose result changed{' '}
        <span className="muted">
          {tests.length.toLocaleString('en')}
          {total !== null && ` of ${total.toLocaleString('en')}`}
        </span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className="matrix-scroll" aria-label="Changed test results by candidate" tabIndex={0}>
        <table>
          <caption className="visually-hidden">Tests of the base whose result changed, by candidate</caption>
          <thead>
            <tr>
              <th scope="col">test</th>
              <th scope="col">base</th>
              {names.map((name) => (
                <th scope="col" key={name}>
                  <SafeText text={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((test) => (
              <Row key={test.id} {...{ test, names, detail }} />
            ))}
          </tbody>
        </table>
      </section>
      <p className="muted small">
        Filled: another result than on the base. Not run: the candidate's version of the tests does not run it, and with the
        base's version it fails.<span className="screen-only"> Select a failing result to see its message.</span>
      </p>
      {shown.length < tests.length && (
        <button type="button" className="quiet" onClick={() => setShowsAll(true)}>
          Show all {countText(tests.length, 'test')}
        </button>
      )}
    </section>
  );
}

interface RowProps extends Pick<MovedTestsProps, 'detail' | 'names'> {
  test: TestOfBase;
}

/** Null is the base; undefined is no cell. */
type Cell = string | null | undefined;

function Row({ test, names, detail }: RowProps) {
  const [open, setOpen] = useState<Cell>(undefined);
  const failureId = useId();
  const { location, name } = splitTestId(test.id);
  const logs = { run: detail.id, captures: detail.captures };
  const cells = [
    { candidate: null, result: resultOnBase(test) },
    ...names.map((candidate) => ({ candidate, result: resultOf(detail, test, candidate) })),
  ];
  const logOf = (candidate: string | null) =>
    testLogLink(logs, candidate, candidate === null ? 'test' : gradedCheck(detail, candidate), test.id);
  return (
    <>
      <tr>
        <th scope="row" title={test.id.length > 80 ? undefined : test.id}>
          <TestTitle name={name} location={location} />
        </th>
        {cells.map(({ candidate, result }) => (
          <td key={candidate ?? ''} {...(candidate === null ? {} : { 'data-candidate': candidate })}>
            {isFailing(result) ? (
              <button
                type="button"
                aria-expanded={candidate === open}
                aria-controls={failureId}
                aria-label={`${SHOWN[result].text} on ${candidate ?? 'the base'}, show message`}
                onClick={() => setOpen(candidate === open ? undefined : candidate)}
              >
                <Result result={result} />
              </button>
            ) : (
              <LinkedResult result={result} log={result === 'unknown' ? null : logOf(candidate)} />
            )}
          </td>
        ))}
      </tr>
      {open !== undefined && (
        <tr className="message" id={failureId}>
          <td colSpan={cells.length + 1}>
            <Failure key={open ?? ''} test={test} candidate={open} log={logOf(open)} />
          </td>
        </tr>
      )}
    </>
  );
}

function resultOf({ facts }: FinishedRun, test: TestOfBase, name: string): ShownResult {
  const candidate = facts.candidates.find((each) => each.name === name);
  return candidate === undefined ? 'unknown' : resultWith(test, candidate);
}

function LinkedResult({ result, log }: { result: ShownResult; log: string | null }) {
  if (log === null) return <Result result={result} />;
  return (
    <a href={log}>
      <Result result={result} />
    </a>
  );
}

interface FailureProps {
  test: TestOfBase;
  candidate: string | null;
  log: string | null;
}

function Failure({ test, candidate, log }: FailureProps) {
  const place = useRef<HTMLDivElement>(null);
  // The last row of the window opens below it.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <FailureMessage candidate={candidate ?? 'the base'} text={failureMessage(test, candidate)} log={log} />
    </div>
  );
}

const SHOWN: Record<ShownResult, { icon: string; text: string }> = {
  passes: { icon: '✓', text: 'passes' },
  fails: { icon: '✗', text: 'fails' },
  fixed: { icon: '✓', text: 'fixed' },
  broken: { icon: '✗', text: 'broken' },
  hidden: { icon: '', text: 'not run' },
  edited: { icon: '', text: 'edited' },
  contested: { icon: '', text: 'contested' },
  gone: { icon: '', text: 'gone' },
  flaky: { icon: '~', text: 'flaky' },
  skipped: { icon: '–', text: 'skipped' },
  unknown: { icon: '–', text: 'not known' },
};

/** The icon alone where it says enough; the words are in the text of the cell. */
function Result({ result }: { result: ShownResult }) {
  const { icon, text } = SHOWN[result];
  return (
    <span className={`moved ${result}`} title={text}>
      {icon === '' ? (
        text
      ) : (
        <>
          <span aria-hidden="true">{icon}</span>
          <span className="visually-hidden">{text}</span>
        </>
      )}
    </span>
  );
}
