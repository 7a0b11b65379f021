// The member `text` of a file in diff.json, from both whole versions.
import type { TextChange, TextSpan } from '../src/contract/index.ts';
import { describeTextChange, type QuietSpan } from '../src/languages/index.ts';

export function textChange(path: string, before: string | null, after: string): { text?: TextChange } {
  const read = describeTextChange({ path, oldPath: null, before, after });
  const spans = (wanted: QuietSpan['kind']) =>
    (read?.quiet ?? []).filter(({ kind }) => kind === wanted).map(({ from, to }): TextSpan => [...from, ...to]);
  return read === null ? {} : { text: { change: read.kind, comments: spans('comment'), strings: spans('string') } };
}
