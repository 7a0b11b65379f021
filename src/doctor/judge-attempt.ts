// Whether a command tried on the base gives a measurement, and which one.

import type { Capture, LintSummary, Summary, TestSummary } from '../contract/index.ts';
import { type MaybeReading, whyNotMeasured } from '../judge/index.ts';
import { firstErrorLine, NETWORK_FAILURE, outputOf } from './first-error.ts';
import type { Proposal, ProposedCheck } from './proposal.ts';
import type { TrialResult } from './try-checks.ts';

export interface Working {
  works: true;
  /** Higher is better; BEST_GRADE ends the search. */
  grade: number;
  passed: number;
  failed: number;
  /** "214 tests, 3 fail on the base" */
  figures: string;
  /** "exact": every test has a name. Null for a build, which has only its exit code. */
  precision: string | null;
  durationMs: number;
}

export interface NotWorking {
  works: false;
  /** The relevant error line. */
  why: string;
}

export type Verdict = Working | NotWorking;

export const BEST_GRADE = 3;
const GRADES: Readonly<Record<string, number>> = { exact: BEST_GRADE, totals: 2, 'exit-code': 1 };

export function judgeAttempt(check: ProposedCheck, trial: TrialResult, { isOwn = false }: Pick<Proposal, 'isOwn'>): Verdict {
  if (check === 'build') return judge(check, trial, trial.build, judgeBuild);
  if (check === 'test') return judge(check, trial, trial.test, judgeTests);
  if (isOwn) return judge(check, trial, trial.lint, judgeLint);
  const { lint } = trial;
  const errors = lint.state === 'read' ? lint.reading.summary.errors : 0;
  const verdict = judge(check, trial, lint, judgeLint);
  // A linter that the project does not run itself, or not like this: its findings would rank candidates by rules that the project does not have.
  if (!verdict.works || errors === 0) return verdict;
  return { works: false, why: `${count(errors, 'error')} on the base, and no script of the project runs it` };
}

type Judgement = Omit<Working, 'works' | 'durationMs'> | { why: string | null };

function judge<Read extends Summary | null>(
  check: ProposedCheck,
  trial: TrialResult,
  read: MaybeReading<Read>,
  assess: (summary: Read, capture: Capture) => Judgement,
): Verdict {
  if (read.state !== 'read') return { works: false, why: read.state === 'broken' ? read.why : 'it did not run' };
  const { capture, summary, absentTool } = read.reading;
  const unmeasured = whyNotMeasured(read.reading);
  if (unmeasured !== null) {
    const why = 'why' in unmeasured ? unmeasured.why : 'it did not run';
    return { works: false, why: absentTool === null ? why : (firstErrorLine(absentTool) ?? why) };
  }
  const judgement = assess(summary, capture);
  const output = outputOf(trial.folderOf(check));
  // A linter that cannot load the dependencies reports them as findings.
  const isCutOff = check === 'lint' && capture.exit_code !== 0 && NETWORK_FAILURE.test(output);
  if ('grade' in judgement && !isCutOff) return { works: true, ...judgement, durationMs: capture.duration_ms };
  const line = firstErrorLine(output);
  const why = ['why' in judgement ? judgement.why : null, line].filter((part) => part !== null).join(': ');
  return { works: false, why: why === '' ? `exit code ${capture.exit_code}` : why };
}

function judgeBuild(_summary: null, { exit_code }: Capture): Judgement {
  if (exit_code !== 0) return { why: null };
  return { grade: BEST_GRADE, passed: 1, failed: 0, figures: 'passes on the base', precision: null };
}

function judgeTests({ precision, total, passed, failed, skipped, notes }: TestSummary, { exit_code }: Capture): Judgement {
  const grade = GRADES[precision];
  if (grade === undefined) return { why: `the result is ${precision}${notes[0] === undefined ? '' : ` (${notes[0]})`}` };
  if (precision === 'exit-code') {
    if (exit_code !== 0) return { why: null };
    return { grade, passed, failed, figures: 'exit code 0 on the base; no test results can be read', precision };
  }
  if (total === 0) return { why: 'no tests ran' };
  if (passed === 0) return { why: `none of ${count(total, 'test')} passes` };
  const parts = [
    count(total, 'test'),
    ...(failed > 0 ? [`${failed} fail on the base`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return { grade, passed, failed, figures: parts.join(', '), precision };
}

function judgeLint({ precision, errors, warnings, notes }: LintSummary, { exit_code }: Capture): Judgement {
  const grade = GRADES[precision];
  if (grade === undefined) return { why: `the result is ${precision}${notes[0] === undefined ? '' : ` (${notes[0]})`}` };
  // A crash looks the same as findings that no parser recognizes.
  if (precision === 'exit-code' && exit_code !== 0) return { why: null };
  const isClean = errors + warnings === 0;
  const figures = isClean ? 'no findings on the base' : `${count(errors, 'error')} and ${count(warnings, 'warning')} on the base`;
  // Without findings, an exit code is as good as an empty list.
  return { grade: isClean ? BEST_GRADE : grade, passed: 0, failed: 0, figures, precision };
}

export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
