// The task of a run, as the first line of its result.
import { cutEnd, LINE_WIDTH, visibleText } from './terminal-text.ts';

/** Empty without a task. */
export function renderTask({ task }: { task: string | null }): string {
  return task === null ? '' : `${cutEnd(`Task: ${visibleText(oneLine(task))}`, LINE_WIDTH)}\n`;
}

export function oneLine(task: string): string {
  return task.replace(/\s+/g, ' ').trim();
}
