// The summary of an ava run, after its last rule.

/** What each line counts. */
const LINES: readonly (readonly [RegExp, keyof AvaSummary])[] = [
  [/^ {2}(\d+) hooks? failed$/, 'failedHooks'],
  [/^ {2}(\d+) tests? failed$/, 'failedTests'],
  [/^ {2}(\d+) tests? passed$/, 'passed'],
  [/^ {2}(\d+) known failures?$/, 'knownFailures'],
  [/^ {2}(\d+) tests? skipped$/, 'skipped'],
  [/^ {2}(\d+) tests? todo$/, 'todo'],
  [/^ {2}(\d+) unhandled rejections?$/, 'rejections'],
  [/^ {2}(\d+) uncaught exceptions?$/, 'exceptions'],
  [/^ {2}(\d+) tests? remained pending after a timeout$/, 'timedOut'],
];

export interface AvaSummary {
  failedHooks: number;
  failedTests: number;
  /** Null where it is not stated, which is the case beside failures. */
  passed: number | null;
  knownFailures: number;
  skipped: number;
  todo: number;
  rejections: number;
  exceptions: number;
  timedOut: number;
}

export function emptyAvaSummary(): AvaSummary {
  return {
    failedHooks: 0,
    failedTests: 0,
    passed: null,
    knownFailures: 0,
    skipped: 0,
    todo: 0,
    rejections: 0,
    exceptions: 0,
    timedOut: 0,
  };
}

/** False when the line is not part of a summary. */
export function readSummaryLine(summary: AvaSummary, text: string): boolean {
  for (const [pattern, name] of LINES) {
    const count = pattern.exec(text)?.[1];
    if (count === undefined) continue;
    summary[name] = Number(count);
    return true;
  }
  return false;
}
