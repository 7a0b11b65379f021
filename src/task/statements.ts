// Equations (`f(1) == 2`, `f(1) // => 2`, `f(1) returns 2`) and sentences (`f(1)` should return `2`).
import type { ExampleForm, ExpectedResult } from '../contract/index.ts';
import type { Block } from './blocks.ts';
import { endOfCall, freeNames } from './expression.ts';
import { lineAt, type Reading } from './reading.ts';
import { type CodeLanguage, endOf } from './syntax.ts';
import { asValue, type ReadValue, readValue } from './value.ts';

/** In a text with more, the rest is not read. */
const MAX_CALLS = 2000;

const LINE_START =
  /(?:[ \t>]{0,40}(?:[-*+•] {1,4}|\d{1,3}[.)] {1,4})?)(?:(?:\*\*)?(?:examples?|e\.g\.?|ex|for example|for instance|for|case|test|assert|(?:expected|desired|correct)(?: (?:result|output|behaviou?r))?)(?: ?#?\d{1,3})?(?:\*\*)?[:.,]?(?:\*\*)? {1,4})?`{0,2}/iy;
const STATES_WISH = /\b(?:expected|desired|correct)\b/i;
/** What stands between a call and its value on a line of its own. */
const SYMBOL =
  /`{0,2}[ \t]{0,40}(?:={1,3}>|-{1,2}>|={1,3}|➞|→|⇒|➜|↦|(?:#|\/\/)[ \t]{0,8}(?:={1,3}>|-{1,2}>|={2,3}|→|➞))[ \t]{0,40}`{0,2}/y;
/** Arithmetic whose result follows: `f(1) == 1 + 9 = 10`. */
const WORKING = /[-+*/%()\d. \t]{1,200}(?:={1,3}|➞|→)[ \t]{0,40}/y;
const COMMENTED = /`{0,2};?[ \t]{0,40}(?:#|\/\/)[ \t]{0,8}/y;
const OBLIGED =
  '(?:should|must|shall|ought to|needs? to|has to|is (?:expected|supposed|required) to)(?: now| always| also| still| correctly| instead)?';
const GIVE = '(?:returns?|gives?(?: back)?|evaluates? to|yields?|equals?|produces?|outputs?|results? in|be(?: equal to)?)';
const VERB_MODAL = new RegExp(String.raw`${'`'}{0,2},?\s{1,4}${OBLIGED}\s{1,4}${GIVE}:?\s{1,4}${'`'}{0,2}`, 'iy');
const VERB_PLAIN =
  /`{0,2},?\s{1,4}(?:returns|gives(?: back)?|evaluates to|yields|equals|produces|outputs|results in|is equal to):?\s{1,4}`{0,2}/iy;
const PLAIN_IN_COMMENT =
  /(?:(?:should )?(?:returns?|gives?|yields?|be|evaluates to):?[ \t]{1,4}|(?:expected|output|result):[ \t]{1,4})?/iy;
const ERROR = /((?:[A-Za-z_]\w{0,60}\.){0,4}[A-Z]\w{0,60}(?:Error|Exception|Warning|Interrupt|Exit|Iteration))(?![\w.]*\w)/y;
const RAISE_MODAL = new RegExp(
  String.raw`${'`'}{0,2},?\s{1,4}${OBLIGED}\s{1,4}(?:raise|throw)\s{1,4}(?:an? |the )?${'`'}{0,2}`,
  'iy',
);
const ANY_ERROR = /^(?:error|exception)\b/i;
const RAISE_PLAIN = /`{0,2},?\s{1,4}(?:raises|throws)\s{1,4}(?:an? |the )?`{0,2}/iy;
const EXPECTED_BEFORE = /\bexpect(?:ed|s|ing)?(?: that| calling)?\s{1,4}`{0,2}$/i;
const TO_GIVE = /`{0,2}\s{1,4}to\s{1,4}(?:return|be(?: equal to)?|equal|give|yield|produce|output|evaluate to):?\s{1,4}`{0,2}/iy;
const CORRECTED =
  /`{0,2}[,;]?\s{1,4}(?:but |and |where |although )?(?:(?:it |that |this )?(?:should|must) (?:return|be|give|yield|equal)s?|\(?(?:i |we |the )?expect(?:ed|s|ing)?(?: (?:it to (?:be|return)|value|result)(?: is| was)?)?)(?: instead)?:?\s{1,4}`{0,2}/iy;
const REPLACED = /`{0,2},?\s{1,4}(?:instead of|rather than)(?: the| expected| correct| returning| giving){0,3}\s{1,4}`{0,2}/iy;
/** What it returns may be the result of the change that the text is about. */
const OF_CHANGE =
  /\b(?:now|will|would|after|with|change[sd]?|makes?|ensures?|so that|wants?|lets?|allows?|new|fix(?:es|ed)?)\b[^.!?\n]{0,200}$/i;

/** What may follow a value: more of it would change what was meant. */
export const LINE_END =
  /`{0,2}[ \t]{0,40}[.;,]?[ \t]{0,40}(?:(?:#|\/\/|--)[^\n]{0,300}|\([^()\n]{2,300}\)\.?)?[ \t]{0,40}(?=\n|$)/y;
export const SENTENCE_END =
  /`{0,2}(?:\s{0,4}\([^()\n]{2,200}\))?(?:[.;!](?=\s|$|[)"'])|\s{0,4}$|\s{0,4}\n\s{0,4}\n|\s{0,4}\n(?=[-*\s])|\)(?=[\s.,;]|$)|,?\s{1,4}(?:instead of|rather than|not|but not|but|because|since|whereas|while)\b|,\s{1,4}(?:and|so|as|like|just|even)\s|(?:,|,?\s{1,4}and)\s{1,4}`{0,2}(?=[A-Za-z_$][\w$.:]{0,80}\())/iy;
const DOUBTED =
  /(?:\b(?:not|never|no longer|why|whether|if|unless|when|wrong|before|previously|until|used to|was|were|doubt|bug|problem|unlike)\b|n['’]t\b)[^.!?\n]{0,200}$/i;

interface Place {
  readonly text: string;
  readonly at: number;
  readonly language: CodeLanguage;
}

export interface StatedValue {
  readonly expected: ExpectedResult;
  readonly end: number;
}

interface Found extends StatedValue {
  readonly form: ExampleForm;
  readonly isFirm: boolean;
}

export function readStatements(block: Block, language: CodeLanguage): Reading[] {
  const { text, line } = block;
  const readings: Reading[] = [];
  let until = 0;
  for (const start of callStarts(text)) {
    if (start < until) continue;
    const found = statementAt(block, start, language);
    if (found === null) continue;
    until = found.end;
    const lines: [number, number] = [lineAt(text, start, line), lineAt(text, found.end - 1, line)];
    const { form, call, expected, isFirm } = found;
    readings.push({ language, form, lines, imports: '', setup: '', call, expected, isFirm });
  }
  return readings;
}

/** The call at a place with its stated result; null if the text states none. */
function statementAt({ kind, text }: Block, start: number, language: CodeLanguage): (Found & { call: string }) | null {
  const end = endOfCall(text, start, language);
  if (end === null) return null;
  const call = text.slice(start, end);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const isAtLineStart = endOf(LINE_START, text, lineStart) === start;
  const place = { text, at: end, language };
  const found = (isAtLineStart ? readEquation(place) : null) ?? (kind === 'prose' ? readSentence(place, start) : null);
  if (found === null || !isClosed(call, language)) return null;
  const isWish = isAtLineStart && STATES_WISH.test(text.slice(lineStart, start));
  const holds = found.expected.kind === 'holds' && language === 'rust';
  return { ...found, call: holds ? `let _ = ${call};` : call, isFirm: found.isFirm || isWish };
}

function callStarts(text: string): number[] {
  const starts: number[] = [];
  for (const match of text.matchAll(
    /(?<![\w$.:])(?:(?:await |new )?[A-Za-z_$][\w$]{0,80}(?:(?:\.|::)[\w$]{1,80}){0,8}!?(?:<[\w\s,]{0,40}>)?|(?<=^|[\s`(])"[^"\n]{0,200}"\.[a-z_]\w{0,80})\(/g,
  )) {
    starts.push(match.index);
    if (starts.length >= MAX_CALLS) break;
  }
  return starts;
}

/** Whether a call says itself what its arguments are. */
function isClosed(call: string, language: CodeLanguage): boolean {
  return !/\.{3}(?![\w[({])|…/.test(call) && freeNames(call, language).values.length === 0;
}

function readEquation({ text, at, language }: Place): Found | null {
  const symbol = endOf(SYMBOL, text, at);
  const comment = endOf(COMMENTED, text, at);
  const from = symbol ?? (comment === null ? null : endOf(PLAIN_IN_COMMENT, text, comment));
  const form = /#|\/\//.test(text.slice(at, from ?? at)) ? 'comment' : 'equation';
  const verb = from ?? endOf(VERB_MODAL, text, at) ?? endOf(VERB_PLAIN, text, at);
  const place = verb === null ? null : { text, at: verb, language };
  if (place === null) return null;
  const corrected = correctionAfter(place, CORRECTED);
  if (corrected !== null) return corrected;
  const value = valueAt(place, LINE_END) ?? workedValue(place);
  if (value === null) return null;
  const isFirm = /\b(?:should|must|shall|ought|needs?|expected)\b/i.test(text.slice(at, place.at));
  return { form: from === null ? 'sentence' : form, ...value, isFirm };
}

function workedValue(place: Place): StatedValue | null {
  const at = endOf(WORKING, place.text, place.at);
  return at === null ? null : valueAt({ ...place, at }, LINE_END);
}

function readSentence({ text, at, language }: Place, start: number): Found | null {
  const before = text.slice(Math.max(0, start - 200), start);
  const wished = EXPECTED_BEFORE.test(before) ? endOf(TO_GIVE, text, at) : null;
  if (wished !== null) return readReturned({ text, at: wished, language }, true);
  if (DOUBTED.test(before)) return null;
  const failure = failureAt({ text, at, language });
  if (failure !== null) return failure;
  const modal = endOf(VERB_MODAL, text, at);
  const plain = modal ?? endOf(VERB_PLAIN, text, at);
  if (plain !== null) return readReturned({ text, at: plain, language }, modal !== null, OF_CHANGE.test(before));
  const raisesModal = endOf(RAISE_MODAL, text, at);
  const raises = raisesModal ?? endOf(RAISE_PLAIN, text, at);
  if (raises === null) return null;
  const replaced = raisesModal === null ? replacedError({ text, at: raises, language }) : null;
  if (replaced !== null) return replaced;
  ERROR.lastIndex = raises;
  const name = ERROR.exec(text)?.[1];
  const isAny = name === undefined && ANY_ERROR.test(text.slice(raises, raises + 40));
  if (name === undefined && !isAny) return null;
  const expected = { kind: 'error', name: name?.split('.').at(-1) ?? null } as const;
  return { form: 'sentence', expected, end: raises + (name?.length ?? 0), isFirm: raisesModal !== null };
}

const OBLIGED_NOT = /`{0,2},?\s{1,4}(?:(?:should|must)(?: not|n['’]t)|(?:should|must) never)\s{1,4}panic\b/iy;
const PANICS = new RegExp(String.raw`${'`'}{0,2},?\s{1,4}(?:${OBLIGED}\s{1,4}panic\b|panics\b)`, 'iy');
const GIVES_ERROR = new RegExp(
  String.raw`${'`'}{0,2},?\s{1,4}(?:${OBLIGED}\s{1,4}(?:return|give|yield|produce|be)|returns|gives)\s{1,4}(?:an? |the )?${'`'}{0,2}(?:(?:non-nil |parse |parsing )?error\b|Err\b)`,
  'iy',
);

/** Go and Rust: an error is a result, and a panic is not. */
function failureAt({ text, at, language }: Place): Found | null {
  if (language !== 'go' && language !== 'rust') return null;
  const never = endOf(OBLIGED_NOT, text, at);
  if (never !== null) return { form: 'sentence', expected: { kind: 'holds' }, end: never, isFirm: true };
  const panics = endOf(PANICS, text, at);
  const end = panics ?? endOf(GIVES_ERROR, text, at);
  if (end === null) return null;
  const isFirm = /\b(?:should|must|shall|ought|needs?|has|is)\b/i.test(text.slice(at, end));
  return { form: 'sentence', expected: { kind: 'error', name: panics === null ? null : 'panic' }, end, isFirm };
}

/** "throws a TypeError instead of returning 4". */
function replacedError({ text, at, language }: Place): Found | null {
  const [before] = /^[^.!?\n]{0,80}?\binstead of (?:returning|giving)\s{1,4}`{0,2}/i.exec(text.slice(at, at + 140)) ?? [];
  const value = before === undefined ? null : valueAt({ text, at: at + before.length, language }, SENTENCE_END);
  return value === null ? null : { form: 'sentence', ...value, isFirm: true };
}

function readReturned(place: Place, isModal: boolean, isOfChange = false): Found | null {
  const corrected = isModal
    ? null
    : (correctionAfter(place, CORRECTED) ?? (isOfChange ? null : correctionAfter(place, REPLACED)));
  if (corrected !== null) return corrected;
  const value = valueAt(place, SENTENCE_END);
  if (value === null) return null;
  // "now returns 3 instead of 4": which of them is right depends on who writes.
  const rest = place.text.slice(value.end, value.end + 40);
  if (!isModal && /^`{0,2},?\s{1,4}(?:instead|rather|but|not|whereas|while)\b/i.test(rest)) return null;
  return { form: 'sentence', ...value, isFirm: isModal };
}

/** "returns 3 but should return 4", "returns 3 instead of 4". */
function correctionAfter({ text, at, language }: Place, words: RegExp): Found | null {
  const wrong = readValue(text, at, language);
  const from = wrong === null ? null : endOf(words, text, wrong.end);
  const value = from === null ? null : valueAt({ text, at: from, language }, SENTENCE_END);
  return value === null ? null : { form: 'sentence', ...value, isFirm: true };
}

/** A value, and nothing after it that would change it. */
export function valueAt({ text, at, language }: Place, after: RegExp): StatedValue | null {
  const quoted = text.charAt(at - 1) === '`' ? quotedValue(text, at, language) : null;
  const value = quoted ?? valuesAt({ text, at, language });
  if (value === null || endOf(after, text, value.end) === null) return null;
  return { expected: { kind: 'value', code: value.code }, end: value.end };
}

/** A call of Go can have several results: `"a", nil`. */
function valuesAt({ text, at, language }: Place): ReadValue | null {
  const first = readValue(text, at, language);
  const next = language === 'go' && first !== null ? endOf(/,[ \t]{1,4}/y, text, first.end) : null;
  const second = next === null ? null : readValue(text, next, language);
  return first === null || second === null ? first : { code: `${first.code}, ${second.code}`, end: second.end };
}

function quotedValue(text: string, at: number, language: CodeLanguage): { code: string; end: number } | null {
  const end = text.indexOf('`', at);
  const code = end === -1 || end - at > 500 ? null : asValue(text.slice(at, end), language);
  return code === null ? null : { code, end };
}
