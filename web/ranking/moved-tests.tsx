// The tests whose result is not the same on the base and on every candidate, as a matrix.
import { useMemo, useState } from 'react';
import { type MovedResult, type MovedTest, movedTests } from '../../src/contract/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import { splitTestId } from '../format/test-name.ts';
import { testLogLink } from '../logs/test-log-link.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { gradedCheck } from '../score-details/test-evidence.tsx';
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
          {tests.length}
          {total !== null && ` of ${total}`}
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
              <Row key={test.id} test={test} names={names} detail={detail} />
            ))}
          </tbody>
        </table>
      </section>
      <p className="muted small">
        A filled mark: another result than on the base. Not run: fails with this code, and no longer runs.
      </p>
      {shown.length < tests.length && (
        <button type="button" className="quiet" onClick={() => setShowsAll(true)}>
          Show all {countText(tests.length, 'test')}
        </button>
      )}
    </section>
  );
}

function Row({ test, names, detail }: { test: MovedTest; names: readonly string[]; detail: FinishedRun }) {
  const { location, name } = splitTestId(test.id);
  const logs = { run: detail.id, captures: detail.captures };
  return (
    <tr>
      <th scope="row" title={test.id.length > 80 ? undefined : test.id}>
        <TestTitle name={name} location={location} />
      </th>
      <td>
        <Result result={test.base} />
      </td>
      {names.map((candidate) => {
        const result = test.results.find((each) => each.candidate === candidate)?.result ?? 'unknown';
        const log = result === 'unknown' ? null : testLogLink(logs, candidate, gradedCheck(detail, candidate), test.id);
        return (
          <td key={candidate} data-candidate={candidate}>
            {log === null ? (
              <Result result={result} />
            ) : (
              <a href={log}>
                <Result result={result} />
              </a>
            )}
          </td>
        );
      })}
    </tr>
  );
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
