// What was decided about a run: merges, blind picks, accepted and rejected tests.
import {
  isMergeDecision,
  isPickDecision,
  isTestDecision,
  type MergeDecision,
  type PickDecision,
  type TestDecision,
} from '../../src/contract/index.ts';
import { Badge } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText, timeText } from '../format/numbers.ts';
import type { FinishedRun } from '../run/finished-run.ts';

export function Decisions({ detail }: { detail: FinishedRun }) {
  if (detail.decisions.length === 0) return null;
  return (
    <ul className="validity">
      {detail.decisions.map((decision) => (
        <li key={decision.number}>
          {isTestDecision(decision) && <TestsDecided decision={decision} />}
          {isPickDecision(decision) && <Picked decision={decision} />}
          {isMergeDecision(decision) && <Merged decision={decision} />}
        </li>
      ))}
    </ul>
  );
}

function Merged({ decision: { candidate, target, at, forced } }: { decision: MergeDecision }) {
  return (
    <>
      <Badge tone={forced === null ? 'good' : 'caution'}>{forced === null ? 'merged' : 'merged despite failed gates'}</Badge>
      <span>
        <SafeText text={candidate} /> into <SafeText text={target.branch} /> as <code>{target.to.slice(0, 10)}</code>,{' '}
        {timeText(at)}
        {forced !== null && (
          <>
            : <SafeText text={forced.reason} />
          </>
        )}
      </span>
    </>
  );
}

function Picked({ decision: { candidate, at } }: { decision: PickDecision }) {
  return (
    <>
      <Badge tone="quiet">picked blind</Badge>
      <span>
        <SafeText text={candidate} />, {timeText(at)}
      </span>
    </>
  );
}

function TestsDecided({ decision: { kind, candidate, tests, at } }: { decision: TestDecision }) {
  return (
    <>
      <Badge tone={kind === 'accept' ? 'good' : 'bad'}>{kind === 'accept' ? 'tests accepted' : 'tests rejected'}</Badge>
      <span>
        {countText(tests.length, 'test')} of <SafeText text={candidate} />, {timeText(at)}
      </span>
    </>
  );
}
