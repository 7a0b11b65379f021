// A piece of code, and what the text below it says about its result: "Expected: ... Actual: ...".
import type { ExpectedResult } from '../../contract/index.ts';
import type { Block } from '../blocks.ts';
import type { Reading } from '../reading.ts';
import { stanceOf } from '../stance.ts';
import { readValue } from '../value.ts';
import { type OpenCall, shownValue } from './session.ts';

/** Further below, a text is about something else. */
const MAX_BLOCKS = 6;

const EXPECTED =
  /(?:\b(?:expected|expecting|expect|desired|wanted)\b(?:[ \t]{1,4}(?:results?|outputs?|behaviou?r|values?|return(?:ed)?(?: value)?|it|this|that|to|be|get|see|is|was|equal|return|have|been)\b){0,6}|\b(?:should|must)(?:[ \t]{1,4}(?:have|instead|rather|be|been|return(?:ed)?|give|equal|output|print|evaluate|to|result|in|get)\b){1,4})[ \t]{0,4}(?:\*\*|__)?[:=]?(?:\*\*|__)?[ \t]{0,8}(?:\n{1,2}[ \t]{0,8})?`{0,3}/gi;
const REPLACED =
  /\b(?:instead of|rather than)(?:[ \t]{1,4}(?:the|expected|returning|getting|correct|giving|printing)\b){0,3}[ \t]{1,4}`{0,3}/gi;
const NOT_THROWN =
  /\b(?:should|must|does|expected)(?: not|n['’]t|(?: to)? not to)(?: throw| crash| fail| raise)|\bno (?:error|exception)s?\b|\bwithout (?:throwing|an error|crashing)/i;
const THROWN = /\b(?:should|must|expected to)(?: instead)? throw\b(?: an?| the)?\s{0,4}`?([A-Z]\w{0,60}Error)?/i;
const VALUE_END =
  /^`{0,3}[ \t]{0,8}(?:$|\n|[.,;!)](?:\s|$|[)*_])|(?:\*\*|__)|\(|(?:but|instead|rather|and|not|because|since|whereas|while|—|–|-)(?:\s|$))/i;

/** `blocks`: what follows the code, in order. */
export function readReport(open: OpenCall, blocks: readonly Block[]): Reading | null {
  for (const block of blocks.slice(0, MAX_BLOCKS)) {
    const expected = block.kind === 'prose' ? expectedIn(block.text) : expectedOutput(block);
    if (expected !== null) return { ...open, call: callOf(open, expected), form: 'report', expected, isFirm: true };
    // Other code is another example.
    if (block.kind !== 'prose' && /\w\(/.test(block.text)) return null;
  }
  return null;
}

function callOf({ call }: OpenCall, { kind }: ExpectedResult): string {
  return kind === 'holds' ? `${call};` : call;
}

/** A block of its own that says what should be printed. */
function expectedOutput(block: Block): ExpectedResult | null {
  const [, labelled] = /^\s{0,20}expected(?: \w{1,12})?[:=]\s{0,8}([^\n]{1,500})/i.exec(block.text) ?? [];
  if (labelled !== undefined) return shownValue(labelled);
  const stance = stanceOf({ heading: /\bexpect/i.test(block.heading) ? block.heading : '', intro: block.intro });
  return stance === 'wanted' ? shownValue(block.text) : null;
}

/** What a paragraph says should be; null if it says nothing, or several things. */
function expectedIn(text: string): ExpectedResult | null {
  for (const pattern of [EXPECTED, REPLACED]) {
    const ends = [...text.matchAll(pattern)].map((match) => match.index + match[0].length);
    const values = new Set(ends.flatMap((end) => readValue(text, end, 'javascript')?.code ?? []));
    const [code] = values;
    if (values.size > 1) return null;
    if (code !== undefined) return ends.some((end) => endsThere(text, end)) ? { kind: 'value', code } : null;
  }
  if (NOT_THROWN.test(text)) return { kind: 'holds' };
  const thrown = THROWN.exec(text);
  return thrown === null ? null : { kind: 'error', name: thrown[1] ?? null };
}

/** Whether nothing after the value would change what it means. */
function endsThere(text: string, at: number): boolean {
  const value = readValue(text, at, 'javascript');
  return value !== null && VALUE_END.test(text.slice(value.end, value.end + 60));
}
