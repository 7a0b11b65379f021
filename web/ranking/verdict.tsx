// Room web: the answer in one line, and how far it can be relied on.
import { DIMENSION_WORDS, type Scorecard } from '../../src/contract/index.ts';
import type { FinishedRun } from '../finished-run.ts';
import { timeText } from '../number-text.ts';
import { Badge } from '../parts/badge.tsx';
import { Plain } from '../parts/plain.tsx';
import { linkTo } from '../route.ts';
import { reasonFor } from './contributions.ts';

interface VerdictProps {
  scorecard: Scorecard;
  detail: FinishedRun;
  isWhatIf: boolean;
  canMerge: boolean;
}

export function Verdict({ scorecard, detail, isWhatIf, canMerge }: VerdictProps) {
  const { winner, rankings } = scorecard;
  const first = rankings.find(({ agent }) => agent === winner);
  return (
    <section className="verdict" aria-labelledby="verdict" aria-live="polite">
      <h1 id="verdict">
        {isWhatIf && <span className="what-if">What if: </span>}
        {winner === null ? (
          'Nothing to merge'
        ) : (
          <>
            <span className="winner-name">
              <Plain text={winner} />
            </span>{' '}
            wins
          </>
        )}
      </h1>
      <p className="verdict-why">
        {first === undefined ? noWinner(rankings.length) : <Plain text={sentence(reasonFor(first, scorecard))} />}
      </p>
      <Validity scorecard={scorecard} />
      {!isWhatIf && <Decisions detail={detail} />}
      {winner !== null && !isWhatIf && (
        <p className="verdict-ways">
          {canMerge && (
            <a className="button" href={linkTo({ view: 'merge', run: detail.id, candidate: winner })}>
              Merge <Plain text={winner} />
            </a>
          )}
          <a className="button quiet" href={linkTo({ view: 'diff', run: detail.id, candidate: winner, other: null, file: null })}>
            Its diff
          </a>
          <a className="button quiet" href={linkTo({ view: 'why', run: detail.id, candidate: winner, dimension: null })}>
            Its arithmetic
          </a>
        </p>
      )}
    </section>
  );
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function noWinner(count: number): string {
  if (count === 0) return 'The run has no candidates.';
  return count === 1 ? 'The only candidate is not mergeable.' : `None of the ${count} candidates is mergeable.`;
}

/** Every reason to doubt stands here; without one the answer is firm. */
function Validity({ scorecard }: { scorecard: Scorecard }) {
  const { firmness, sensitivity, degraded } = scorecard;
  return (
    <ul className="validity">
      {firmness.verdict === 'firm' && (
        <li>
          <Badge tone="good">firm</Badge>
          {sensitivity !== null && sensitivity.settings > 1 && (
            <span className="muted">
              stays the winner in {sensitivity.winner_stays} of {sensitivity.settings} weight settings, each weight moved by{' '}
              {sensitivity.weight_change_percent}%
            </span>
          )}
        </li>
      )}
      {firmness.verdict === 'too_close_to_call' && (
        <li>
          <Badge tone="caution">too close to call</Badge>
          <span>
            <Plain text={firmness.reasons.join('; ')} />
          </span>
        </li>
      )}
      {degraded.map(({ dimension, why }) => (
        <li key={dimension}>
          <Badge tone="caution">degraded: {DIMENSION_WORDS[dimension]} unavailable</Badge>
          <span>
            <Plain text={why} />; its weight goes to the others
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
      {detail.decisions.map(({ number, candidate, target, at, forced }) => (
        <li key={number}>
          <Badge tone={forced === null ? 'good' : 'caution'}>{forced === null ? 'merged' : 'merged by force'}</Badge>
          <span>
            <Plain text={candidate} /> onto <Plain text={target.branch} /> as <code>{target.to.slice(0, 10)}</code>,{' '}
            {timeText(at)}
            {forced !== null && (
              <>
                : <Plain text={forced.reason} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
