// Every execution of a run with its reason, as a table.
import { CANARY_CHECK, COVERAGE_CHECK, describeCheckRun, isCanary, parseCheckRun } from '../contract/index.ts';
import { cutEnd, cutMiddle, LINE_WIDTH, padEnd, padStart, visibleText, widestOf, wrapText } from './terminal-text.ts';

interface ShownExecution {
  candidate: string | null;
  check: string;
  reason: string;
  ended: string | null;
  exitCode: number | null;
  durationMs: number;
  fromCache: boolean;
}

const MAX_NAME_WIDTH = 20;

export function renderExecutions(executions: readonly ShownExecution[]): string {
  if (executions.length === 0) return 'No execution is recorded in this run.\n';
  const names = executions.map(({ candidate }) => cutMiddle(visibleText(candidate ?? 'base'), MAX_NAME_WIDTH));
  const width = widestOf(names);
  const lines = executions.flatMap((execution, index) => {
    const what = visibleText(describeCheckRun(parseCheckRun(execution.check)));
    const head = `${padEnd(names[index] ?? '', width)}  ${padStart(timeText(execution), 8)}  ${what}: ${endingText(execution)}`;
    const indent = ' '.repeat(width + 12);
    return [cutEnd(head, LINE_WIDTH), ...(execution.reason === '' ? [] : wrapText(indent, visibleText(execution.reason)))];
  });
  return `${[...lines, '', renderSum(executions)].join('\n')}\n`;
}

function timeText({ durationMs, fromCache, ended }: ShownExecution): string {
  if (ended === null) return '-';
  return fromCache ? 'cached' : `${(durationMs / 1000).toFixed(1)} s`;
}

function endingText({ check, ended, exitCode }: ShownExecution): string {
  if (ended === null) return 'did not end';
  if (ended !== 'exited') return ended.replaceAll('_', ' ');
  if (isCanary(parseCheckRun(check))) return exitCode === 0 ? 'planted failure not reported' : 'planted failure reported';
  return exitCode === 0 ? 'passed' : `exit code ${exitCode ?? '?'}`;
}

/** "12 executions in 41.2 s of check time: 8 whole test runs on 8 trees, ..." */
function renderSum(executions: readonly ShownExecution[]): string {
  const ran = executions.filter(({ fromCache }) => !fromCache);
  const seconds = ran.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const whole = ran.filter(({ check }) => isWholeTestRun(check)).length;
  const subjects = new Set(executions.map(({ candidate }) => candidate)).size;
  return `${ran.length} executions, ${seconds.toFixed(1)} s of check time; ${whole} whole test runs for ${subjects} trees`;
}

function isWholeTestRun(name: string): boolean {
  const { check, attempt } = parseCheckRun(name);
  return (
    (check === 'test' || check === CANARY_CHECK || check === COVERAGE_CHECK) && (attempt === null || attempt.kind === 'again')
  );
}
