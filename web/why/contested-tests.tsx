// Web: the tests whose expectation a candidate changed, and the buttons that accept or reject them.
import { useState } from 'react';
import type { ContestedTest } from '../../src/contract/index.ts';
import type { FinishedRun } from '../finished-run.ts';
import { countText } from '../number-text.ts';
import { Badge } from '../parts/badge.tsx';
import { Plain } from '../parts/plain.tsx';
import { Prose } from '../parts/prose.tsx';
import { type Source, SourceError } from '../source/source.ts';

interface ContestedTestsProps {
  detail: FinishedRun;
  candidate: string;
  /** Null where nothing can be changed. */
  accept: Source['accept'];
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
      if (!(error instanceof SourceError)) throw error;
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
      <ul className="plain-list">
        {contested.map((test) => (
          <li key={test.id}>
            <State test={test} accepted={tests.accepted} rejected={tests.rejected} /> <Plain text={test.id} />{' '}
            <span className="muted">
              <Plain text={test.path} />
            </span>
          </li>
        ))}
      </ul>
      {accept === null ? (
        <p className="muted">
          <Prose text={`\`hydra accept ${detail.id} ${candidate}\` accepts them, with \`--reject\` it rejects them.`} />
        </p>
      ) : (
        <p className="verdict-ways">
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
            <Prose text={asked.message} /> <Prose text={asked.next} />
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
