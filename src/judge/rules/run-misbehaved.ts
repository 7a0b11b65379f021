import { checkId, parseCheckRun } from '../../contract/index.ts';
import type { CaptureFacts } from '../integrity/evidence.ts';
import { type RunFinding, type RunRule, runFinding } from '../integrity/rule.ts';
import { counted, listed } from '../integrity/wording.ts';

const FLOOD_BYTES = 8 * 1024 * 1024;
/** A flood is also this many times the output of the base. */
const FLOOD_FACTOR = 20;

export const runMisbehaved: RunRule = {
  id: 'run_misbehaved',
  scope: 'run',
  title:
    'A check hangs, floods its output or the disk, ends its machine, leaves processes behind or writes outside its workspace.',
  severity: 'warning',
  otherSeverities: { error: 'the check does not end within its time limit and measures no metric' },
  docs: {
    catches:
      'A check of the candidate runs into its time, output or disk limit, loses two machines on which the base survives, prints more than 8 MiB and 20 times as much as on the base, leaves processes running, or creates files beside its workspace. Not if the same check does so on the base.',
    why: 'Code that does this to a check will do it to the next user.',
    example: 'The tests of the candidate start a server and do not stop it.',
    allow: 'Lower the severity if the checks of the project are known to do this from time to time.',
  },
  find({ captures, baselineCaptures }) {
    return captures.flatMap((capture) => {
      const base = baselineCaptures.find(({ check }) => check === checkId(parseCheckRun(capture.check)));
      return problemsOf(capture, base ?? { ended: 'exited', outputBytes: 0, leftBehind: 0, strays: [], check: capture.check });
    });
  },
};

function reachedLimit({ check, ended }: CaptureFacts, base: CaptureFacts): RunFinding | null {
  const what = { memory_limit: 'memory', process_limit: 'processes' };
  if (!(ended === 'memory_limit' || ended === 'process_limit') || base.ended === ended) return null;
  return runFinding('warning', `the ${check} check reached the limit of ${what[ended]}`, { check });
}

function problemsOf(capture: CaptureFacts, base: CaptureFacts): RunFinding[] {
  const { check, ended, outputBytes, leftBehind, strays } = capture;
  const isFlood = ended === 'output_limit' || (outputBytes > FLOOD_BYTES && outputBytes > FLOOD_FACTOR * base.outputBytes);
  const about = { check };
  const findings: (RunFinding | null)[] = [
    ended === 'timed_out' && base.ended !== 'timed_out'
      ? runFinding(parseCheckRun(check).check === 'metric' ? 'warning' : 'error', `the ${check} check timed out`, about)
      : null,
    isFlood ? runFinding('warning', `the ${check} check prints ${Math.round(outputBytes / 1e6)} MB`, about) : null,
    ended === 'disk_limit' ? runFinding('warning', `the ${check} check fills the disk`, about) : null,
    reachedLimit(capture, base),
    ended === 'lost' ? runFinding('warning', `two machines were lost while they ran the ${check} check`, about) : null,
    leftBehind > 0 && base.leftBehind === 0
      ? runFinding('warning', `the ${check} check left ${counted(leftBehind, 'process', 'processes')} running`, about)
      : null,
    strays.length > 0 && base.strays.length === 0
      ? runFinding('warning', `the ${check} check wrote outside its workspace: ${listed(strays)}`, about)
      : null,
  ];
  return findings.filter((found) => found !== null);
}
