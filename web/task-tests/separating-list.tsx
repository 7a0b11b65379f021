// Tests that some candidates pass and others fail, with the message of a failure.
import { useState } from 'react';
import { joinNames, type SeparatingTest } from '../../src/text/index.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { splitTestId } from '../format/test-name.ts';
import { type RunLogs, testLogLink } from '../logs/test-log-link.ts';
import { FailureMessage } from './failure-message.tsx';
import { checkOf } from './matrix-groups.ts';
import { TestTitle } from './test-title.tsx';

const MAX_SHOWN_AT_FIRST = 3;

export function SeparatingList({ title, tests, logs }: { title: string; tests: readonly SeparatingTest[]; logs: RunLogs }) {
  const [showsAll, setShowsAll] = useState(false);
  if (tests.length === 0) return null;
  const shown = showsAll ? tests : tests.slice(0, MAX_SHOWN_AT_FIRST);
  return (
    <div className="separating">
      <h3>{title}</h3>
      <ul>
        {shown.map((test) => (
          <li key={`${test.row.kind} ${test.row.author} ${test.id}`}>
            <OneTest test={test} logs={logs} />
          </li>
        ))}
      </ul>
      {shown.length < tests.length && (
        <button type="button" className="quiet" onClick={() => setShowsAll(true)}>
          Show all {tests.length}
        </button>
      )}
    </div>
  );
}

function OneTest({ test, logs }: { test: SeparatingTest; logs: RunLogs }) {
  const { failure, row } = test;
  return (
    <>
      <TestTitle {...splitTestId(test.id)} />
      <p className="outcome-names">
        <Names tone="good" word="passes" names={test.passes} />
        <Names tone="bad" word="fails" names={test.fails} />
        <Names tone="quiet" word="cannot run" names={test.cannotRun} />
        <Names tone="caution" word="flaky" names={test.flaky} />
        <span className="muted">
          by <SafeText text={test.author} />
          {!test.isScored && ', not scored: no other candidate passes it'}
        </span>
      </p>
      {failure !== null && <FailureMessage {...failure} log={testLogLink(logs, failure.candidate, checkOf(row), test.id)} />}
    </>
  );
}

function Names({ tone, word, names }: { tone: Tone; word: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <span>
      <Badge tone={tone}>{word}</Badge> <SafeText text={joinNames(names)} />
    </span>
  );
}
