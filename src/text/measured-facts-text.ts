// What was measured about a candidate as one sentence, for a commit message.
import { breaksText, fixesText } from './broken-tests.ts';
import type { MeasuredFacts } from './measured-facts.ts';
import { counted } from './words.ts';

/** "fixes 4 of 4 failing tests, breaks none of 11 passing tests, 15 changed lines in 1 file". Unknown facts are left out. */
export function measuredFactsText({ fixed, broken, lint, files, lines }: MeasuredFacts): string {
  return [
    ...(fixed === null || fixed.of === 0 ? [] : [fixesText(fixed)]),
    ...(broken === null || broken.of === 0 ? [] : [breaksText(broken)]),
    ...(lint === null || lint === 0 ? [] : [counted(lint, 'new lint finding')]),
    `${counted(lines, 'changed line')} in ${counted(files, 'file')}`,
  ].join(', ');
}
