// Where a finding is, as "path:line".
import type { IntegrityFinding } from '../contract/index.ts';
import { visibleText } from './terminal-text.ts';

/** "test/a.js:5" or "test/a.js:5, removed" for a line of the base; null if the finding has no place. */
export function placeOfFinding({ place, places = [] }: IntegrityFinding): string | null {
  const shown = place ?? places[0];
  if (shown === undefined) return null;
  const line = shown.start_line === null ? '' : `:${shown.start_line}`;
  return `${visibleText(shown.path)}${line}${'side' in shown && shown.side === 'old' ? ', removed' : ''}`;
}
