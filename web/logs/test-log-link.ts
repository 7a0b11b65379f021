// The link to a test in the log of a check.
import type { CaptureEntry } from '../../src/contract/index.ts';
import { shownTestName, splitTestId } from '../format/test-name.ts';
import { linkTo } from '../route.ts';

export interface RunLogs {
  run: string;
  captures: readonly CaptureEntry[];
}

/** Null when the check did not run on the candidate. `candidate` is null for the base. */
export function testLogLink({ run, captures }: RunLogs, candidate: string | null, check: string, id: string): string | null {
  const capture = captures.find((one) => one.candidate === candidate && one.check === check);
  if (capture === undefined) return null;
  const stream = capture.stdout_bytes === 0 ? 'stderr' : 'stdout';
  return linkTo({ view: 'logs', run, candidate, check, stream, query: shownTestName(splitTestId(id).name) });
}
