// The existing tests whose expectation a candidate changed, with buttons to accept or reject the change.
import { useState } from 'react';
import { type ContestedTest, isDecidable } from '../../src/contract/index.ts';
import { type DataSource, DataSourceError } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import { shownTestName } from '../format/test-name.ts';
import type { FinishedRun } from '../run/finished-run.ts';

interface ContestedTestsProps {
  detail: FinishedRun;
  candidate: string;
  /** Null in a report file. */
  accept: DataSource['accept'];
  onDecided: () => void;
}

type Request = { state: 'idle' | 'pending' } | { state: 'failed'; message: string; next: string };

export function ContestedTests({ detail, candidate, accept, onDecided }: ContestedTestsProps) {
  const [request, setRequest] = useState<Request>({ state: 'idle' });
  const tests = detail.facts.candidates.find(({ name }) => name === candidate)?.tests;
  const contested = tests?.state === 'measured' ? tests.contested.filter(isDecidable) : [];
  if (tests?.state !== 'measured' || contested.length === 0) return null;
  const decide = async (decision: 'accept' | 'reject') => {
    setRequest({ state: 'pending' });
    try {
      await accept?.(detail.id, { candidate, tests: contested.map(({ id }) => id), decision });
      setRequest({ state: 'idle' });
      onDecided();
    } catch (error) {
      if (!(error instanceof DataSourceError)) throw error;
      setRequest({ state: 'failed', message: error.message, next: error.next });
    }
  };
  return (
    <section className="contested" aria-labelledby="contested">
      <h2 id="contested">Changes what {countText(contested.length, 'existing test expects', 'existing tests expect')}</h2>
      <p className="muted">
        These tests pass on the base. On this candidate, the base's version fails and the candidate's version passes. Accept the
        change if the task requires it. If you reject it, the tests count as regressions.
      </p>
      <ul className="compact-list">
        {contested.map((test) => (
          <li key={test.id}>
            <State test={test} accepted={tests.accepted} rejected={tests.rejected} /> <SafeText text={shownTestName(test.id)} />{' '}
            <span className="muted">
              <SafeText text={test.path} />
            </span>
          </li>
        ))}
      </ul>
      {accept === null ? (
        <p className="muted">
          <MessageText text={`Run \`hydra accept ${detail.id} ${candidate}\` to accept them; add \`--reject\` to reject them.`} />
        </p>
      ) : (
        <p className="actions">
          <button type="button" disabled={request.state === 'pending'} onClick={() => decide('accept')}>
            Accept
          </button>
          <button type="button" className="quiet" disabled={request.state === 'pending'} onClick={() => decide('reject')}>
            Reject
          </button>
        </p>
      )}
      <div role="status">
        {request.state === 'failed' && (
          <p className="note bad-note">
            <MessageText text={request.message} /> <MessageText text={request.next} />
          </p>
        )}
      </div>
    </section>
  );
}

interface StateProps {
  test: ContestedTest;
  accepted: readonly string[] | undefined;
  rejected: readonly string[] | undefined;
}

function State({ test, accepted = [], rejected = [] }: StateProps) {
  if (accepted.includes(test.id)) return <Badge tone="good">accepted</Badge>;
  if (rejected.includes(test.id)) return <Badge tone="bad">rejected</Badge>;
  return <Badge tone="caution">contested</Badge>;
}
