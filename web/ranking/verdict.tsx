// The verdict: what to merge, the facts for it, how certain that is, and what was decided or merged.
import { isMergeDecision, type Scorecard, sandboxNotes, type Verdict as VerdictData } from '../../src/contract/index.ts';
import {
  closestCandidate,
  compareFacts,
  dimensionWord,
  joinNames,
  SAME_RESULTS,
  startsNotes,
  uncheckedText,
  whyOut,
} from '../../src/text/index.ts';
import { Badge } from '../components/badge.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { RematchActions } from '../race/rematch-actions.tsx';
import { linkTo, linkToRanking } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import { CandidateFacts } from './candidate-facts.tsx';
import { Decisions } from './decisions.tsx';
import './verdict.css';

interface VerdictProps {
  scorecard: Scorecard;
  detail: FinishedRun;
  isWhatIf: boolean;
  canMerge: boolean;
}

export function Verdict({ scorecard, detail, isWhatIf, canMerge }: VerdictProps) {
  const { verdict } = scorecard;
  const [leader] = verdict.leaders;
  return (
    <section className={`verdict ${leader === undefined ? 'undecided' : 'decided'}`} aria-labelledby="verdict">
      <div className="verdict-line">
        <h1 id="verdict" aria-live="polite">
          {isWhatIf && <span className="what-if">What if: </span>}
          <Headline verdict={verdict} />
        </h1>
        {/* They keep their place while a slider moves, so that it does not jump under the pointer. */}
        {verdict.leaders.length > 0 && (
          <div className={isWhatIf ? 'kept-place' : ''}>
            <Actions detail={detail} leaders={verdict.leaders} canMerge={canMerge} />
          </div>
        )}
        {!isWhatIf && verdict.class === 'contested' && <ReviewActions run={detail.id} scorecard={scorecard} />}
      </div>
      <CandidateFacts scorecard={scorecard} facts={detail.facts} confirmed={confirmedLeaders(scorecard)} />
      <p className="verdict-why">
        <MessageText text={explanation(scorecard)} /> <Comparison scorecard={scorecard} detail={detail} />
        <Certainty scorecard={scorecard} />
      </p>
      <Decisions detail={detail} />
      <div className="verdict-end">
        <div>
          {leader === undefined ? (
            <Closest scorecard={scorecard} detail={detail} />
          ) : (
            <Out scorecard={scorecard} detail={detail} />
          )}
          <Notes scorecard={scorecard} />
        </div>
        {canMerge && (
          <div className={isWhatIf ? 'kept-place' : ''}>
            <RematchActions detail={detail} />
          </div>
        )}
      </div>
    </section>
  );
}

function confirmedLeaders({ verdict: { leaders }, rankings }: Scorecard): string[] {
  return leaders.filter((name) =>
    rankings.some(({ agent, independent }) => agent === name && independent?.state === 'confirmed'),
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
    case 'likely':
      return (
        <>
          Probably{' '}
          <span className="winner-name">
            <SafeText text={joinNames(verdict.leaders)} />
          </span>
        </>
      );
    case 'level':
      return (
        <>
          Merge either{' '}
          {verdict.leaders.map((name, index) => (
            <span key={name}>
              {index > 0 && ' or '}
              <span className="winner-name">
                <SafeText text={name} />
              </span>
            </span>
          ))}
          : they are level
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

/** The sentence below the facts. */
function explanation({ verdict, rankings }: Scorecard): string {
  const { reason, next } = verdict;
  if (rankings.length === 0) return 'The run has no candidates.';
  if (verdict.class === 'decided_by_tests') return `Decided by tests: ${reason}.`;
  if (verdict.class === 'decided_by_quality') return `Decided by quality: ${reason}.`;
  if (verdict.class === 'level' || next === null) return sentence(reason);
  return `${sentence(reason)} ${next}`;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** The first candidate against the second, in facts. */
function Comparison({ scorecard, detail }: { scorecard: Scorecard; detail: FinishedRun }) {
  const { rankings, verdict } = scorecard;
  const [first, level] = verdict.leaders;
  const second = level ?? rankings.find(({ mergeable, agent }) => mergeable && agent !== first)?.agent;
  if (first === undefined || second === undefined) return null;
  const facts = compareFacts(scorecard, detail.facts, first, second);
  // The sentence before it says that level candidates are equal in what was measured.
  const against = level === undefined ? facts : facts.filter((fact) => fact !== SAME_RESULTS);
  if (against.length === 0) return null;
  return (
    <>
      <SafeText text={level === undefined ? `Compared with ${second}` : `${first} compared with ${second}`} />:{' '}
      {against.join(', ')}.{' '}
    </>
  );
}

/** A smaller margin is noise to a reader, whatever the weightings say. */
const LEVEL_MARGIN = 1;

function Certainty({ scorecard }: { scorecard: Scorecard }) {
  const { firmness, sensitivity, margin, verdict } = scorecard;
  const isClose = margin !== null && margin >= 0 && margin < LEVEL_MARGIN && verdict.class === 'decided_by_quality';
  return (
    <>
      {isClose && 'The two are practically level: less than 1 point apart. '}
      {firmness.verdict === 'firm' && sensitivity !== null && sensitivity.settings > 1 && (
        <>
          First in {sensitivity.winner_stays} of {sensitivity.settings} weightings (each weight ±
          {sensitivity.weight_change_percent}%).{' '}
        </>
      )}
      {uncheckedText(scorecard)}
    </>
  );
}

/** Who cannot be merged, and why. */
function Out({ scorecard, detail }: { scorecard: Scorecard; detail: FinishedRun }) {
  const out = scorecard.rankings.flatMap((ranking) => {
    const why = whyOut(ranking);
    return why === null || ranking.needs_review ? [] : [{ name: ranking.agent, why }];
  });
  if (out.length === 0) return null;
  return (
    <p className="verdict-out">
      Cannot be merged:{' '}
      {out.map(({ name, why }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <a className="inline-link" href={linkToRanking(detail.id, name)}>
            <SafeText text={name} />
          </a>{' '}
          {why}
        </span>
      ))}
      .
    </p>
  );
}

/** Which candidate a second attempt would start from. */
function Closest({ scorecard, detail }: { scorecard: Scorecard; detail: FinishedRun }) {
  if (scorecard.verdict.class !== 'none') return null;
  const closest = scorecard.rankings.find(({ agent }) => agent === closestCandidate(scorecard.rankings, detail.facts));
  if (closest === undefined) return null;
  return (
    <p className="verdict-closest">
      Closest:{' '}
      <a className="inline-link" href={linkToRanking(detail.id, closest.agent)}>
        <SafeText text={closest.agent} />
      </a>
      , {whyOut(closest)}.
    </p>
  );
}

interface ActionsProps {
  detail: FinishedRun;
  leaders: readonly string[];
  canMerge: boolean;
}

function Actions({ detail, leaders, canMerge }: ActionsProps) {
  const { id: run } = detail;
  const isOne = leaders.length === 1;
  const [, second] = leaders;
  const { ref } = detail.run.base;
  // HEAD and a commit are no branches: the merge view says which branch is the target.
  const namesTarget = isOne && ref !== 'HEAD' && !/^[0-9a-f]{7,64}$/.test(ref);
  const merges = detail.decisions.filter(isMergeDecision);
  const isMerged = (name: string) => merges.some(({ candidate }) => candidate === name);
  return (
    <p className="actions">
      {canMerge &&
        leaders.map((name) => (
          <a
            key={name}
            className={isMerged(name) ? 'button quiet' : 'button merge-winner'}
            href={linkTo({ view: 'merge', run, candidate: name })}
          >
            {isMerged(name) ? 'Merged: show or undo' : `Merge ${namesTarget ? 'into ' : ''}`}
            {!isMerged(name) && <SafeText text={namesTarget ? ref : name} />}
          </a>
        ))}
      {leaders.map((name) => (
        <a key={name} className="button quiet" href={linkTo({ view: 'diff', run, candidate: name, other: null, file: null })}>
          Review diff{isOne ? '' : ' of '}
          {!isOne && <SafeText text={name} />}
        </a>
      ))}
      {second !== undefined && (
        <a
          className="button quiet"
          href={linkTo({ view: 'diff', run, candidate: leaders[0] ?? second, other: second, file: null })}
        >
          Compare the two
        </a>
      )}
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

/** What limits the result: doubts, checks without a result, a missing sandbox. */
function Notes({ scorecard: { firmness, degraded, sandbox, starts } }: { scorecard: Scorecard }) {
  return (
    <ul className="validity">
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
      {startsNotes(starts).map((note) => (
        <li key={note}>
          <Badge tone="caution">different starts</Badge>
          <span>
            <SafeText text={note} />
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
