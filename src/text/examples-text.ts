// The examples in the task's text and who passes them, the same on a terminal, in Markdown and on the page.
import type { Scorecard } from '../contract/index.ts';
import { outcomeOf, testsWith } from './task-tests.ts';
import { counted } from './words.ts';

interface PassedExamples {
  agent: string;
  passed: number;
  of: number;
}

/** Of every candidate, in the order of the ranking; empty if no example counts. */
export function passedExamples(scorecard: Scorecard): PassedExamples[] {
  const examples = testsWith(scorecard, ({ kind, standing }) => kind === 'task' && standing === 'scored');
  if (examples.length === 0) return [];
  return scorecard.rankings.map(({ agent }) => ({
    agent,
    passed: examples.filter(({ row }) => outcomeOf(row, agent) === 'pass').length,
    of: examples.length,
  }));
}

/** "a 3 of 3, b 1 of 3; no candidate passes 1 more example: it may have been read wrongly"; null without examples that ran. */
export function examplesText(scorecard: Scorecard): string | null {
  const counts = passedExamples(scorecard).map(({ agent, passed, of }) => `${agent} ${passed} of ${of}`);
  const unread = testsWith(scorecard, ({ kind, standing }) => kind === 'task' && standing === 'passes_nowhere').length;
  const same = testsWith(scorecard, ({ kind, standing }) => kind === 'task' && standing === 'passes_on_base').length;
  const [more, it] = [counts.length === 0 ? '' : ' more', unread === 1 ? 'it' : 'they'];
  const parts = [
    ...(counts.length === 0 ? [] : [counts.join(', ')]),
    ...(unread === 0 ? [] : [`no candidate passes ${unread}${more}: ${it} may have been read wrongly`]),
    ...(same === 0 ? [] : [`${counted(same, 'example')} ${same === 1 ? 'passes' : 'pass'} on the base and with every candidate`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}
