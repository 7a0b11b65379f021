// The tests whose result is not the same on the base and on every candidate, as a matrix.
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { TestFailure } from '../../src/contract/index.ts';
import { isFailing, type MovedResult, type MovedTest, movedTests } from '../../src/text/index.ts';
import type { DataSource } from '../api/data-source.ts';
import { LoadError } from '../components/error-view.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { countText } from '../format/numbers.ts';
import { splitTestId } from '../format/test-name.ts';
import { type Loaded, useLoaded } from '../hooks/use-loaded.ts';
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
  source: DataSource;
}

export function MovedTests({ detail, names, source }: MovedTestsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const tests = useMemo(() => movedTests(detail.facts), [detail.facts]);
  const readFailures = useFailures(detail.id, source);
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
              <Row key={test.id} {...{ test, names, detail, readFailures }} />
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
  test: MovedTest;
  readFailures: () => Promise<TestFailure[]>;
}

/** Null is the base; undefined is no cell. */
type Cell = string | null | undefined;

function Row({ test, names, detail, readFailures }: RowProps) {
  const [open, setOpen] = useState<Cell>(undefined);
  const failureId = useId();
  const { location, name } = splitTestId(test.id);
  const logs = { run: detail.id, captures: detail.captures };
  const cells = [
    { candidate: null, result: test.base },
    ...names.map((candidate) => ({ candidate, result: resultOf(test, candidate) })),
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
            <Failure key={open ?? ''} test={test.id} candidate={open} log={logOf(open)} readFailures={readFailures} />
          </td>
        </tr>
      )}
    </>
  );
}

function resultOf({ results }: MovedTest, candidate: string): MovedResult {
  return results.find((each) => each.candidate === candidate)?.result ?? 'unknown';
}

function LinkedResult({ result, log }: { result: MovedResult; log: string | null }) {
  if (log === null) return <Result result={result} />;
  return (
    <a href={log}>
      <Result result={result} />
    </a>
  );
}

interface FailureProps {
  test: string;
  candidate: string | null;
  log: string | null;
  readFailures: () => Promise<TestFailure[]>;
}

function Failure({ test, candidate, log, readFailures }: FailureProps) {
  const { value, error, reload } = useLoaded('', readFailures);
  const place = useRef<HTMLDivElement>(null);
  // The last row of the window opens below it. After loading, because the message is longer than what shows that it loads.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value changes the height.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [value]);
  return (
    <div ref={place}>
      <FailureText {...{ test, candidate, log, value, error, reload }} />
    </div>
  );
}

interface FailureTextProps extends Omit<FailureProps, 'readFailures'>, Loaded<TestFailure[]> {}

function FailureText({ test, candidate, log, value, error, reload }: FailureTextProps) {
  if (value === null)
    return error === null ? <Skeleton lines={2} label="Loading the message" /> : <LoadError error={error} onRetry={reload} />;
  const found = value.find((failure) => failure.test === test && failure.candidate === candidate);
  return <FailureMessage candidate={candidate ?? 'the base'} text={found?.message ?? null} log={log} />;
}

/** Reads the messages once, when the first cell is opened. */
function useFailures(run: string, source: DataSource): () => Promise<TestFailure[]> {
  const loading = useRef<Promise<TestFailure[]> | null>(null);
  return () => {
    loading.current ??= source.failures(run).catch((error: unknown) => {
      loading.current = null;
      throw error;
    });
    return loading.current;
  };
}

const SHOWN: Record<MovedResult, { icon: string; text: string }> = {
  passes: { icon: '✓', text: 'passes' },
  fails: { icon: '✗', text: 'fails' },
  fixed: { icon: '✓', text: 'fixed' },
  broken: { icon: '✗', text: 'broken' },
  hidden: { icon: '', text: 'not run' },
  edited: { icon: '', text: 'edited' },
  contested: { icon: '', text: 'contested' },
  gone: { icon: '', text: 'gone' },
  flaky: { icon: '~', text: 'flaky' },
  unknown: { icon: '–', text: 'not known' },
};

/** The icon alone where it says enough; the words are in the text of the cell. */
function Result({ result }: { result: MovedResult }) {
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
