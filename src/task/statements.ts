// Equations (`f(1) == 2`, `f(1) // => 2`, `f(1) returns 2`) and sentences (`f(1)` should return `2`).
import type { ExampleForm, ExpectedResult } from '../contract/index.ts';
import type { Block } from './blocks.ts';
import { endOfCall, freeNames } from './expression.ts';
import { lineAt, type Reading } from './reading.ts';
import { type CodeLanguage, endOf } from './syntax.ts';
import { asValue, readValue } from './value.ts';

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
    const end = endOfCall(text, start, language);
    if (end === null) continue;
    const call = text.slice(start, end);
    const isAtLineStart = endOf(LINE_START, text, text.lastIndexOf('\n', start - 1) + 1) === start;
    const place = { text, at: end, language };
    const found = (isAtLineStart ? readEquation(place) : null) ?? (block.kind === 'prose' ? readSentence(place, start) : null);
    if (found === null || !isClosed(call, language)) continue;
    until = found.end;
    const isWish = isAtLineStart && STATES_WISH.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start));
    const lines: [number, number] = [lineAt(text, start, line), lineAt(text, found.end - 1, line)];
    readings.push({
      language,
      form: found.form,
      lines,
      imports: '',
      setup: '',
      call,
      expected: found.expected,
      isFirm: found.isFirm || isWish,
    });
  }
  return readings;
}

function callStarts(text: string): number[] {
  const starts: number[] = [];
  for (const match of text.matchAll(
    /(?<![\w$.:])(?:await |new )?[A-Za-z_$][\w$]{0,80}(?:(?:\.|::)[\w$]{1,80}){0,8}!?(?:<[\w\s,]{0,40}>)?\(/g,
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
  const value = quoted ?? readValue(text, at, language);
  if (value === null || endOf(after, text, value.end) === null) return null;
  return { expected: { kind: 'value', code: value.code }, end: value.end };
}

function quotedValue(text: string, at: number, language: CodeLanguage): { code: string; end: number } | null {
  const end = text.indexOf('`', at);
  const code = end === -1 || end - at > 500 ? null : asValue(text.slice(at, end), language);
  return code === null ? null : { code, end };
}
