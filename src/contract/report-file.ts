// What a report file carries: one run with everything the page shows of it.
import type { RunDetail, RunEntry } from './api.ts';
import type { ExecutionEntry } from './execution.ts';

/** The id of the script element that holds it, as JSON. */
export const REPORT_ELEMENT = 'hydra-data';

export interface ReportLog {
  run: string;
  /** Null is the baseline. */
  candidate: string | null;
  check: string;
  stream: 'stdout' | 'stderr';
  /** Bytes of the log as it was captured. */
  bytes: number;
  /** Its end. */
  text: string;
}

export interface ReportFile {
  entries: RunEntry[];
  details: RunDetail[];
  /** By candidate. One that is too large is left out. */
  patches: Record<string, string>;
  logs: ReportLog[];
  executions: ExecutionEntry[];
}
