// A file with one more comment: its text differs, and what it does stays the same.
import { describeTextChange } from './text-change.ts';

/** The marks around a comment in the languages that this module reads. */
const MARKS = [
  ['// ', ''],
  ['# ', ''],
  ['/* ', ' */'],
  ['<!-- ', ' -->'],
  ['-- ', ''],
] as const;
const COMMENT = 'Only the text of this file differs.';

/** The comment is at the end: the first lines of a file may have a meaning. Null if it may be read as something else. */
export function withComment(path: string, text: string): string | null {
  // Most programs that read it refuse comments.
  if (path.endsWith('.json')) return null;
  const lines = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const versions = MARKS.map(([open, close]) => `${lines}${open}${COMMENT}${close}\n`);
  return versions.find((after) => describeTextChange({ path, oldPath: null, before: text, after })?.kind === 'comments') ?? null;
}
