// Room web: what a report file carries. `hydra report --html` writes it into the page as JSON.
import type { RunDetail, RunEntry } from '../../src/contract/index.ts';

/** The id of the script element that holds it. */
export const DATA_ELEMENT = 'hydra-data';

export interface FileLog {
  run: string;
  /** Null is the baseline. */
  candidate: string | null;
  check: string;
  stream: 'stdout' | 'stderr';
  /** Bytes of the log as it was captured. */
  bytes: number;
  /** Its end, at most 200 kB. */
  text: string;
}

export interface FileData {
  entries: RunEntry[];
  details: RunDetail[];
  /** By candidate: a report is about one run. */
  patches: Record<string, string>;
  logs: FileLog[];
}
