// What was measured about a candidate as one sentence, for a commit message.
import type { MeasuredFacts } from './measured-facts.ts';

/** "fixes 4 of 4 failing tests, breaks none of 11 passing tests, 15 changed lines in 1 file". Unknown facts are left out. */
export function measuredFactsText({ fixed, broken, lint, files, lines }: MeasuredFacts): string {
  return [
    ...(fixed === null || fixed.of === 0 ? [] : [`fixes ${fixed.count} of ${countText(fixed.of, 'failing test')}`]),
    ...(broken === null || broken.of === 0
      ? []
      : [`breaks ${broken.count === 0 ? 'none' : broken.count} of ${countText(broken.of, 'passing test')}`]),
    ...(lint === null || lint === 0 ? [] : [countText(lint, 'new lint finding')]),
    `${countText(lines, 'changed line')} in ${countText(files, 'file')}`,
  ].join(', ');
}

function countText(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
