// One run in the list: its task, its candidates with the winner first, and how it ended.
import type { RunEntry } from '../../src/contract/index.ts';
import { VERDICT_WORDS } from '../../src/text/index.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { scoreText, timeText } from '../format/numbers.ts';
import { linkToRanking } from '../route.ts';
import { outcomeOf } from './filter-runs.ts';

/** Within a group the heading has the task, and the time is the title of the row. */
export function RunRow({ entry, inGroup }: { entry: RunEntry; inGroup: boolean }) {
  const { id, base, started_at: startedAt, merge_of: mergeOf } = entry;
  const time = <time dateTime={startedAt ?? undefined}>{timeText(startedAt)}</time>;
  return (
    <li className={mergeOf === null ? 'run' : 'run faint'}>
      <a className="run-task" data-row href={linkToRanking(id)}>
        {inGroup ? time : <RunTitle entry={entry} />}
      </a>
      <p className="run-meta muted">
        {!inGroup && <>{time} · </>}
        base <SafeText text={shortRef(base)} /> · <SafeText text={id} />
      </p>
      <RunCandidates entry={entry} />
      <p className="run-verdict">
        <RunVerdict entry={entry} />
      </p>
      {entry.problem !== null && (
        <p className="run-error muted">
          <MessageText text={entry.problem.message} />
        </p>
      )}
    </li>
  );
}

function RunTitle({ entry: { task, candidates, merge_of: mergeOf } }: { entry: RunEntry }) {
  if (mergeOf === null)
    return <SafeText text={task === null ? candidates.map(({ name }) => name).join(', ') : firstLine(task)} />;
  return (
    <>
      Merge check of <SafeText text={mergeOf.candidate} />
    </>
  );
}

/** A task may be a whole page of Markdown. */
export function firstLine(task: string): string {
  const [first = '', ...others] = task.trim().split(/\r?\n/);
  return others.some((line) => line.trim() !== '') ? `${first.trim()} …` : first.trim();
}

function RunCandidates({ entry: { candidates, winner, verdict } }: { entry: RunEntry }) {
  const refused = candidates.filter(({ mergeable }) => mergeable === false);
  return (
    <p className="run-candidates">
      {candidates
        .filter(({ mergeable }) => mergeable !== false)
        .map(({ name, total }) => (
          <span key={name} className={verdict?.leaders.includes(name) ? 'run-candidate winner' : 'run-candidate'}>
            {winner === name && <WinnerMark />}
            <SafeText text={name} /> <span className="number">{scoreText(total)}</span>
          </span>
        ))}
      {refused.length > 0 && (
        <span className="run-candidate refused">
          cannot be merged:{' '}
          {refused.map(({ name }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <SafeText text={name} />
            </span>
          ))}
        </span>
      )}
    </p>
  );
}

function WinnerMark() {
  return (
    <>
      <span aria-hidden="true">✓ </span>
      <span className="visually-hidden">winner </span>
    </>
  );
}

/** A base that is given as a full commit hash is abbreviated. */
function shortRef(ref: string): string {
  return /^[0-9a-f]{40,64}$/.test(ref) ? ref.slice(0, 10) : ref;
}

const STATES: Record<Exclude<RunEntry['state'], 'finished'>, { tone: Tone; label: string }> = {
  running: { tone: 'quiet', label: 'running' },
  failed: { tone: 'bad', label: 'failed' },
  interrupted: { tone: 'caution', label: 'interrupted' },
  unreadable: { tone: 'bad', label: 'unreadable' },
};

function RunVerdict({ entry }: { entry: RunEntry }) {
  if (entry.state !== 'finished') {
    const { tone, label } = STATES[entry.state];
    return <Badge tone={tone}>{label}</Badge>;
  }
  if (entry.blind) return <Badge tone="quiet">not picked yet</Badge>;
  return (
    <>
      {entry.merged !== undefined && (
        <Badge tone="good">
          merged <SafeText text={entry.merged.candidate === entry.winner ? '' : entry.merged.candidate} />
        </Badge>
      )}
      <Outcome entry={entry} />
    </>
  );
}

/** The usual case is plain text: a badge on every line would mark nothing. */
function Outcome({ entry }: { entry: RunEntry }) {
  const { verdict } = entry;
  const outcome = outcomeOf(entry);
  if (verdict === null || outcome === 'none') return <Badge tone="bad">no winner</Badge>;
  if (outcome === 'winner') return <span className="small muted">{VERDICT_WORDS[verdict.class]}</span>;
  return <Badge tone="caution">{verdict.leaders.length === 1 ? 'too close to call' : VERDICT_WORDS[verdict.class]}</Badge>;
}
