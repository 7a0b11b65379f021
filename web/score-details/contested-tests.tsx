// Web: the tests whose expectation a candidate changed, and the buttons that accept or reject them.
import { useState } from 'react';
import type { ContestedTest } from '../../src/contract/index.ts';
import { type DataSource, DataSourceError } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import type { FinishedRun } from '../run/finished-run.ts';

interface ContestedTestsProps {
  detail: FinishedRun;
  candidate: string;
  /** Null where nothing can be changed. */
  accept: DataSource['accept'];
  onDecided: () => void;
}

type Asked = { state: 'idle' | 'under_way' } | { state: 'failed'; message: string; next: string };

export function ContestedTests({ detail, candidate, accept, onDecided }: ContestedTestsProps) {
  const [asked, setAsked] = useState<Asked>({ state: 'idle' });
  const tests = detail.facts.candidates.find(({ name }) => name === candidate)?.tests;
  const contested = tests?.state === 'measured' ? tests.contested.filter(({ own }) => own === 'passed') : [];
  if (tests?.state !== 'measured' || contested.length === 0) return null;
  const decide = async (decision: 'accept' | 'reject') => {
    setAsked({ state: 'under_way' });
    try {
      await accept?.(detail.id, { candidate, tests: contested.map(({ id }) => id), decision });
      setAsked({ state: 'idle' });
      onDecided();
    } catch (error) {
      if (!(error instanceof DataSourceError)) throw error;
      setAsked({ state: 'failed', message: error.message, next: error.next });
    }
  };
  return (
    <section className="contested" aria-labelledby="contested">
      <h2 id="contested">Changes what {countText(contested.length, 'existing test expects', 'existing tests expect')}</h2>
      <p className="muted">
        These tests pass on the base, fail with this candidate as the base has them, and pass as the candidate changed them.
        Accept them if the task asks for the new expectation; otherwise reject them, and they count as regressions.
      </p>
      <ul className="compact-list">
        {contested.map((test) => (
          <li key={test.id}>
            <State test={test} accepted={tests.accepted} rejected={tests.rejected} /> <SafeText text={test.id} />{' '}
            <span className="muted">
              <SafeText text={test.path} />
            </span>
          </li>
        ))}
      </ul>
      {accept === null ? (
        <p className="muted">
          <MessageText text={`\`hydra accept ${detail.id} ${candidate}\` accepts them, with \`--reject\` it rejects them.`} />
        </p>
      ) : (
        <p className="actions">
          <button type="button" disabled={asked.state === 'under_way'} onClick={() => decide('accept')}>
            Accept
          </button>
          <button type="button" className="quiet" disabled={asked.state === 'under_way'} onClick={() => decide('reject')}>
            Reject
          </button>
        </p>
      )}
      <div role="status">
        {asked.state === 'failed' && (
          <p className="note bad-note">
            <MessageText text={asked.message} /> <MessageText text={asked.next} />
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
