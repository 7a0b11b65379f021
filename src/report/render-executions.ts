// Renders every execution of a run with its reason, as a table.
import {
  describeCheckRun,
  describeExecutionEnd,
  describeExecutions,
  type ExecutionEntry,
  parseCheckRun,
} from '../contract/index.ts';
import { cutEnd, cutMiddle, LINE_WIDTH, padEnd, padStart, visibleText, widestOf, wrapText } from './terminal-text.ts';

const MAX_NAME_WIDTH = 20;

export function renderExecutions(executions: readonly ExecutionEntry[]): string {
  if (executions.length === 0) return 'No execution is recorded in this run.\n';
  const names = executions.map(({ candidate }) => cutMiddle(visibleText(candidate ?? 'base'), MAX_NAME_WIDTH));
  const width = widestOf(names);
  const lines = executions.flatMap((execution, index) => {
    const what = visibleText(describeCheckRun(parseCheckRun(execution.check)));
    const time = padStart(timeText(execution), 8);
    const head = `${padEnd(names[index] ?? '', width)}  ${time}  ${what}: ${describeExecutionEnd(execution)}`;
    const indent = ' '.repeat(width + 12);
    return [cutEnd(head, LINE_WIDTH), ...(execution.reason === null ? [] : wrapText(indent, visibleText(execution.reason)))];
  });
  return `${[...lines, '', describeExecutions(executions)].join('\n')}\n`;
}

function timeText({ duration_ms: ms, from_cache: isCached, ended }: ExecutionEntry): string {
  if (ended === null) return '-';
  return isCached ? 'cached' : `${(ms / 1000).toFixed(1)} s`;
}
