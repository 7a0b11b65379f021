// How a test of mocha's JSON reports is called.
import { stripColors } from '../../engine/input/strip-decorations.ts';
import { textMember } from '../../shared/json-access.ts';

/** The file first. The full title has the names of groups and test in a row; only where the last one begins is known. */
export function mochaId(entry: Readonly<Record<string, unknown>>): string {
  const title = textMember(entry, 'title') ?? '';
  const fullTitle = textMember(entry, 'fullTitle') ?? title;
  const groups = fullTitle.endsWith(` ${title}`) ? fullTitle.slice(0, fullTitle.length - title.length).trim() : '';
  const parts = [textMember(entry, 'file') ?? '', ...(groups === '' ? [fullTitle] : [groups, title])];
  return stripColors(parts.filter((part) => part !== '').join(' > '));
}
