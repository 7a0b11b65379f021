// The last results of an agent as a row of marks, oldest first: full for a win, half for a mergeable result that did not win,
// a dot below the line for one that is not mergeable. Shape and position carry the meaning, not the color.
import type { AttemptEntry } from '../../src/contract/index.ts';

const MAX_RESULTS = 20;
const STEP = 6;
const HEIGHT = 20;

/** `attempts` are those of one agent, newest first. */
export function RecentResults({ attempts, color }: { attempts: readonly AttemptEntry[]; color: string }) {
  const shown = attempts.slice(0, MAX_RESULTS).reverse();
  return (
    <>
      <svg
        className="recent"
        viewBox={`0 0 ${MAX_RESULTS * STEP} ${HEIGHT}`}
        width={MAX_RESULTS * STEP}
        height={HEIGHT}
        aria-hidden="true"
        style={{ fill: color }}
      >
        <path className="recent-line" d={`M0 13.5H${shown.length * STEP - 2}`} />
        {shown.map((attempt, index) => (
          <g key={`${attempt.run}/${attempt.candidate}`}>
            <title>{`${attempt.run}: ${RESULT_WORDS[attempt.result]}`}</title>
            <Mark result={attempt.result} x={index * STEP} />
          </g>
        ))}
      </svg>
      <span className="visually-hidden">{summarize(shown)}</span>
    </>
  );
}

function Mark({ result, x }: { result: AttemptEntry['result']; x: number }) {
  if (result === 'won') return <rect x={x} y="1" width={STEP - 2} height="12" rx="1" />;
  if (result === 'lost') return <rect className="recent-lost" x={x} y="8" width={STEP - 2} height="5" rx="1" />;
  return <circle className="recent-out" cx={x + (STEP - 2) / 2} cy="17" r="2" />;
}

export const RESULT_WORDS: Record<AttemptEntry['result'], string> = {
  won: 'won',
  lost: 'mergeable, did not win',
  out: 'not mergeable',
};

function summarize(shown: readonly AttemptEntry[]): string {
  const count = (wanted: AttemptEntry['result']) => shown.filter(({ result }) => result === wanted).length;
  return `last ${shown.length}: ${count('won')} won, ${count('lost')} mergeable without a win, ${count('out')} not mergeable`;
}
