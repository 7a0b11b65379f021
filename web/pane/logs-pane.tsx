// The checks that ran on a candidate, each with a link to its log.
import { Badge } from '../components/badge.tsx';
import { checkEnding } from '../format/check-ending.ts';
import { checkLabel } from '../format/labels.ts';
import { durationText } from '../format/numbers.ts';
import { orderOfCheck } from '../logs/check-order.ts';
import { linkTo } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import './logs-pane.css';

export function LogsPane({ detail, candidate }: { detail: FinishedRun; candidate: string }) {
  const captures = detail.captures
    .filter((capture) => capture.candidate === candidate)
    .sort((a, b) => orderOfCheck(a.check) - orderOfCheck(b.check));
  if (captures.length === 0) return <p className="muted">No check ran on this candidate.</p>;
  return (
    <ul className="pane-logs">
      {captures.map(({ check, ended, exit_code: exitCode, signal, duration_ms: duration, stdout_bytes: bytes }) => {
        const { tone, label } = checkEnding(check, { ended, exitCode, signal });
        const stream = bytes === 0 ? 'stderr' : 'stdout';
        return (
          <li key={check}>
            <a href={linkTo({ view: 'logs', run: detail.id, candidate, check, stream, query: '' })}>{checkLabel(check)}</a>
            <Badge tone={tone}>{label}</Badge>
            <span className="number muted">{durationText(duration)}</span>
          </li>
        );
      })}
    </ul>
  );
}
