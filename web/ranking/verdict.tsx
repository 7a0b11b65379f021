// The verdict: who wins, why, how certain that is, and what was decided or merged.
import {
  dimensionWord,
  isMergeDecision,
  isPickDecision,
  isTestDecision,
  joinNames,
  type MergeDecision,
  type PickDecision,
  type Scorecard,
  sandboxNotes,
  type TestDecision,
  type Verdict as VerdictData,
} from '../../src/contract/index.ts';
import { Badge } from '../components/badge.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText, timeText } from '../format/numbers.ts';
import { linkTo } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { CandidateFacts } from './candidate-facts.tsx';
import './verdict.css';

interface VerdictProps {
  scorecard: Scorecard;
  detail: FinishedRun;
  isWhatIf: boolean;
  canMerge: boolean;
}

export function Verdict({ scorecard, detail, isWhatIf, canMerge }: VerdictProps) {
  const { verdict } = scorecard;
  return (
    <section className="verdict" aria-labelledby="verdict" aria-live="polite">
      <h1 id="verdict">
        {isWhatIf && <span className="what-if">What if: </span>}
        <Headline verdict={verdict} />
      </h1>
      <p className="verdict-why">
        <MessageText text={explanation(scorecard)} />
      </p>
      {verdict.leaders[0] !== undefined && <CandidateFacts facts={detail.facts} name={verdict.leaders[0]} />}
      <Validity scorecard={scorecard} />
      {!isWhatIf && <Decisions detail={detail} />}
      {!isWhatIf && verdict.leaders.map((name) => <LeaderActions key={name} run={detail.id} name={name} canMerge={canMerge} />)}
      {!isWhatIf && verdict.class === 'contested' && <ReviewActions run={detail.id} scorecard={scorecard} />}
    </section>
  );
}

function Headline({ verdict }: { verdict: VerdictData }) {
  switch (verdict.class) {
    case 'decided_by_tests':
    case 'decided_by_quality':
      return (
        <>
          <span className="winner-name">
            <SafeText text={joinNames(verdict.leaders)} />
          </span>{' '}
          wins
        </>
      );
    case 'level':
      return (
        <>
          Level:{' '}
          <span className="winner-name">
            <SafeText text={joinNames(verdict.leaders)} />
          </span>
        </>
      );
    case 'contested':
      return 'Decision needed';
    case 'unproven':
      return 'Unproven: no winner';
    case 'none':
      return 'Nothing to merge';
  }
}

/** The sentence below the headline. */
function explanation({ verdict, rankings }: Scorecard): string {
  const { reason, next } = verdict;
  if (rankings.length === 0) return 'The run has no candidates.';
  if (verdict.class === 'decided_by_tests') return `Decided by tests: ${reason}.`;
  if (verdict.class === 'decided_by_quality') return `Decided by quality: ${reason}.`;
  if (verdict.class === 'level' || next === null) return sentence(reason);
  return `${sentence(reason)} ${next}`;
}

function LeaderActions({ run, name, canMerge }: { run: string; name: string; canMerge: boolean }) {
  return (
    <p className="actions">
      {canMerge && (
        <a className="button" href={linkTo({ view: 'merge', run, candidate: name })}>
          Merge <SafeText text={name} />
        </a>
      )}
      <a className="button quiet" href={linkTo({ view: 'diff', run, candidate: name, other: null, file: null })}>
        Diff
      </a>
      <a className="button quiet" href={linkTo({ view: 'details', run, candidate: name, dimension: null })}>
        Score details
      </a>
    </p>
  );
}

/** Links to the pages where contested tests are accepted or rejected. */
function ReviewActions({ run, scorecard }: { run: string; scorecard: Scorecard }) {
  const waiting = scorecard.rankings.filter(({ needs_review: needsReview }) => needsReview);
  return (
    <p className="actions">
      {waiting.map(({ agent }) => (
        <a key={agent} className="button" href={linkTo({ view: 'details', run, candidate: agent, dimension: null })}>
          Review the tests that <SafeText text={agent} /> changed
        </a>
      ))}
    </p>
  );
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** Whether the verdict is firm, or the reasons why it is not. */
function Validity({ scorecard }: { scorecard: Scorecard }) {
  const { firmness, sensitivity, degraded, sandbox } = scorecard;
  return (
    <ul className="validity">
      {firmness.verdict === 'firm' && sensitivity !== null && sensitivity.settings > 1 && (
        <li className="muted">
          first in {sensitivity.winner_stays} of {sensitivity.settings} weightings (each weight ±
          {sensitivity.weight_change_percent}%)
        </li>
      )}
      {firmness.verdict === 'too_close_to_call' && (
        <li>
          <Badge tone="caution">too close to call</Badge>
          <span>
            <SafeText text={firmness.reasons.join('; ')} />
          </span>
        </li>
      )}
      {degraded.map(({ dimension, why }) => (
        <li key={dimension}>
          <Badge tone="caution">degraded: {dimensionWord(dimension)} unavailable</Badge>
          <span>
            <SafeText text={why} />; its weight is spread over the other dimensions
          </span>
        </li>
      ))}
      {sandboxNotes(sandbox).map((note) => (
        <li key={note}>
          <Badge tone="caution">sandbox</Badge>
          <span>
            <SafeText text={note} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Decisions({ detail }: { detail: FinishedRun }) {
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
