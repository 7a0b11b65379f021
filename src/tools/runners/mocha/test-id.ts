// The id of a test in mocha's JSON reports.
import { stripColors } from '../../../parse/engine/input/strip-decorations.ts';
import { textMember } from '../../../parse/shared/json-access.ts';

/** Starts with the file. The full title joins the names of groups and test with spaces; only the last one can be split off. */
export function mochaId(entry: Readonly<Record<string, unknown>>): string {
  const title = textMember(entry, 'title') ?? '';
  const fullTitle = textMember(entry, 'fullTitle') ?? title;
  const groups = fullTitle.endsWith(` ${title}`) ? fullTitle.slice(0, fullTitle.length - title.length).trim() : '';
  const parts = [textMember(entry, 'file') ?? '', ...(groups === '' ? [fullTitle] : [groups, title])];
  return stripColors(parts.filter((part) => part !== '').join(' > '));
}
