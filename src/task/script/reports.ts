// A piece of code, and what the text below it says about its result: "Expected: ... Actual: ...".
import type { ExpectedResult } from '../../contract/index.ts';
import type { Block } from '../blocks.ts';
import type { Reading } from '../reading.ts';
import { stanceOf } from '../stance.ts';
import { readValue } from '../value.ts';
import { type OpenCall, shownValue } from './session.ts';

/** Further below, a text is about something else. */
const MAX_BLOCKS = 6;
/** A longer block is no output of one call. */
const MAX_PRINTED = 300;

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
export function readReport({ call: stated, isPrinted }: OpenCall, blocks: readonly Block[]): Reading | null {
  for (const block of blocks.slice(0, MAX_BLOCKS)) {
    const expected = block.kind === 'prose' ? expectedText(block, isPrinted) : expectedOutput(block, isPrinted);
    if (expected !== null) {
      return { ...stated, call: callOf(stated.call, expected), form: 'report', expected, isFirm: true };
    }
    // Other code is another example.
    if (block.kind !== 'prose' && /\w\(/.test(block.text)) return null;
  }
  return null;
}

function callOf(call: string, { kind }: ExpectedResult): string {
  return kind === 'output' ? `console.log(${call})` : kind === 'holds' ? `${call};` : call;
}

function isExpectation(heading: string): boolean {
  return /\b(?:expect\w{0,6}|desired)\b/i.test(heading);
}

function expectedText({ heading, text }: Block, isPrinted: boolean): ExpectedResult | null {
  const labelled = isExpectation(heading) ? `expected: ${text}` : text;
  return expectedIn(labelled) ?? (isPrinted ? printedIn(labelled) : null);
}

/** A block of its own that says what should be printed. */
function expectedOutput(block: Block, isPrinted: boolean): ExpectedResult | null {
  const [, labelled] = /^\s{0,20}expected(?: \w{1,12})?[:=]\s{0,8}([^\n]{1,500})/i.exec(block.text) ?? [];
  if (labelled !== undefined) return shownValue(labelled);
  const stance = stanceOf({ heading: isExpectation(block.heading) ? block.heading : '', intro: block.intro });
  if (stance !== 'wanted') return null;
  const isShort = block.text.length <= MAX_PRINTED && !/\w\(/.test(block.text);
  return shownValue(block.text) ?? (isPrinted && isShort ? { kind: 'output', text: block.text.trim() } : null);
}

/** What a paragraph says should be; null if it says nothing, or several things. */
function expectedIn(text: string): ExpectedResult | null {
  for (const pattern of [EXPECTED, REPLACED]) {
    const ends = endsOf(pattern, text);
    const values = new Set(ends.flatMap((end) => readValue(text, end, 'javascript')?.code ?? []));
    const [code] = values;
    if (values.size > 1) return null;
    if (code !== undefined) return ends.some((end) => endsThere(text, end)) ? { kind: 'value', code } : null;
  }
  if (NOT_THROWN.test(text)) return { kind: 'holds' };
  const thrown = THROWN.exec(text);
  return thrown === null ? null : { kind: 'error', name: thrown[1] ?? null };
}

/** Output in backticks. */
function printedIn(text: string): ExpectedResult | null {
  const shown = endsOf(EXPECTED, text).flatMap((end) => {
    const [, output] = text.charAt(end - 1) === '`' ? (/^([^`\n]{1,300})`/.exec(text.slice(end, end + 310)) ?? []) : [];
    return output === undefined ? [] : [output];
  });
  const [output] = shown;
  if (output === undefined || new Set(shown).size > 1 || /\w\(/.test(output)) return null;
  return { kind: 'output', text: output.trim() };
}

function endsOf(pattern: RegExp, text: string): number[] {
  return [...text.matchAll(pattern)].map((match) => match.index + match[0].length);
}

/** Whether nothing after the value would change what it means. */
function endsThere(text: string, at: number): boolean {
  const value = readValue(text, at, 'javascript');
  return value !== null && VALUE_END.test(text.slice(value.end, value.end + 60));
}
