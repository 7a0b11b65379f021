// Compares two texts of one file by their tokens.
import { countChanges } from '../src/languages/index.ts';

/** Lines with added and with removed tokens; null if a text cannot be read. The texts are UTF-8. */
export function compareTexts(path: string, before: string, after: string): [added: number, removed: number] | null {
  const bytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  const [counts] = countChanges([{ path, oldPath: null, before: bytes(before), after: bytes(after) }]);
  return counts === null || counts === undefined ? null : [counts.added, counts.removed];
}
