// The checks of a lane as small marks, and the one that is running in words.
import type { Tone } from '../components/badge.tsx';
import { checkEnding } from '../format/check-ending.ts';
import { checkLabel } from '../format/labels.ts';
import { countText, durationText } from '../format/numbers.ts';
import type { Lane, LaneCheck } from './lanes.ts';

interface CheckPipsProps {
  lane: Lane;
  now: number;
}

export function CheckPips({ lane, now }: CheckPipsProps) {
  const { checks, agent } = lane;
  const running = checks.filter(({ state }) => state === 'running');
  const status = running.length > 0 ? running.map((check) => runningText(check, now)).join(', ') : idleText(lane);
  const waitsFor = agent?.state === 'working' ? 'starts when the agent ends' : 'queued';
  return (
    <div className="lane-checks">
      <ol className="pips">
        {checks.map((check) => {
          const { mark, tone, text } = describe(check, waitsFor);
          return (
            <li key={check.check} className={`lane-check ${check.state} ${tone}`} title={text}>
              <span aria-hidden="true">{mark}</span>
              <span className="visually-hidden">{text}</span>
            </li>
          );
        })}
      </ol>
      <p className="small muted number running-check" title={status}>
        {status}
      </p>
    </div>
  );
}

const MARKS: Record<Tone, string> = { good: '✓', bad: '✗', caution: '!', quiet: '–' };

function describe(check: LaneCheck, waitsFor: string): { mark: string; tone: Tone | ''; text: string } {
  const name = checkLabel(check.check);
  if (check.state === 'waiting') return { mark: '·', tone: '', text: `${name}: ${waitsFor}` };
  if (check.state === 'running') return { mark: '▸', tone: '', text: `${name}: running` };
  const { tone, label } = checkEnding(check.check, check);
  const time = check.fromCache ? 'cached' : durationText(check.durationMs ?? 0);
  const tests = check.testsSeen > 0 ? `, ${countText(check.testsSeen, 'test')}` : '';
  return { mark: MARKS[tone], tone, text: `${name}: ${label}, ${time}${tests}` };
}

function runningText({ check, startedAt, testsSeen }: LaneCheck, now: number): string {
  const elapsed = startedAt === null ? 0 : Math.max(0, now - Date.parse(startedAt));
  const tests = testsSeen > 0 ? `, ${countText(testsSeen, 'test')}` : '';
  return `${checkLabel(check)} ${Math.floor(elapsed / 1000)} s${tests}`;
}

/** Why nothing runs in this lane. */
function idleText({ agent, checks }: Lane): string {
  if (checks.length === 0 || agent?.state === 'working') return '';
  return checks.every(({ state }) => state === 'done') ? 'checked' : 'queued';
}
