// The id of a test in mocha's JSON reports.
import { stripColors } from '../../../parse/engine/input/strip-decorations.ts';
import type { RawDetails } from '../../../parse/section.ts';
import { numberMember, textMember } from '../../../parse/shared/json-access.ts';
import { failureDetails } from '../shared/failure-text.ts';

/** Starts with the file. The full title joins the names of groups and test with spaces; only the last one can be split off. */
export function mochaId(entry: Readonly<Record<string, unknown>>): string {
  const title = textMember(entry, 'title') ?? '';
  const fullTitle = textMember(entry, 'fullTitle') ?? title;
  const groups = fullTitle.endsWith(` ${title}`) ? fullTitle.slice(0, fullTitle.length - title.length).trim() : '';
  const parts = [textMember(entry, 'file') ?? '', ...(groups === '' ? [fullTitle] : [groups, title])];
  return stripColors(parts.filter((part) => part !== '').join(' > '));
}

/** `err` is an object, or the message with the stack beside it. */
export function mochaDetails(entry: Readonly<Record<string, unknown>>): RawDetails {
  const stack = textMember(entry, 'stack') ?? textMember(entry, 'err.stack');
  const message = textMember(entry, 'err.message') ?? textMember(entry, 'err') ?? '';
  return {
    file: textMember(entry, 'file'),
    duration_ms: numberMember(entry, 'duration'),
    ...failureDetails(stack?.includes(message) ? stack : message),
  };
}
