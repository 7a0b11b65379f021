// What a comment beside a call says about its result: `=> 'a'`, `returns 3`, `should be 4, got 3`, `throws TypeError`.
import type { ExpectedResult } from '../../contract/index.ts';
import { readValue } from '../value.ts';

export interface StatedResult {
  readonly expected: ExpectedResult;
  /** Whether the words say that it should be so; else they only show it. */
  readonly isFirm: boolean;
}

const MAX_COMMENT = 2000;
const ARROW = /^(?:={1,3}>|-{1,2}>|→|➞|⇒|➜|>{1,2}(?=\s)|={2,3}|=(?=\s))\s{0,20}/;
const RIGHT_MARK = /^(?:✅|✔️?|✓)\s{0,8}/;
const WRONG_MARK = /^(?:❌|✗|✘|✖)/;
const SHOULD =
  /^(?:(?:it |this |which |that )?(?:should|must|ought to|needs to|has to)(?: now| always| instead| rather| also| still)?(?: be(?: equal to)?| return| equal| give| print| output| log| yield| produce| evaluate to)?|(?:i )?expect(?:ed|s)?(?: (?:output|result|value|behaviou?r|return))?(?: (?:is|was|to be|to equal|to return|to get|be))?|want(?:ed|s)?|desired(?: (?:output|result))?|correct(?: (?:output|result))?)\b\s{0,8}[:=]?\s{0,8}/i;
const SHOWS =
  /^(?:returns?|gives?(?: back)?|outputs?|prints?|logs?|result(?:s in)?|yields?|evaluates to|equals|is|value)\b\s{0,8}[:=]?\s{0,8}/i;
const ACTUAL =
  /^(?:actual(?:ly)?|currently|current|now|got|gets?|received|was|wrong|bug|instead|fails?|broken|incorrect|buggy|today)\b/i;
const NEGATED = /^(?:not|never|no longer|doesn['’]t|does not|should(?:n['’]t| not)|must not|isn['’]t|won['’]t)\b/i;
const THROWS =
  /^(?:(should |must |expected to |expect to )?(?:throws?|raises?|rejects?(?: with)?)|uncaught)\b\s{0,8}:?\s{0,4}(?:an? |the |new )?`?([A-Z]\w{0,60}(?:Error|Exception)\b|DOMException\b|(?:Error|error|exception)\b)?/i;
const ERROR_LINE = /^([A-Z]\w{0,60}Error)(?::|$)/;
const CORRECTION =
  /(?:\b(?:but )?(?:i )?expect(?:ed|s|ing)?(?: (?:to be|to get|to return|was))?\b|\b(?:should|must) (?:be|return|equal|give|have been|have returned)\b|\bwant(?:ed)?\b)\s{0,8}:?\s{0,8}/i;
const REPLACED = /\b(?:instead of|rather than)\s{1,8}/i;
const BLAMED = /\b(?:wrong|incorrect|bug|broken|unexpected|but|fails?)\b|❌|✗|✘|✖/i;
const PRAISED = /\b(?:correct|right|as expected|good)\b|✅|✔|✓/i;
const MAY_FOLLOW = /^\s{0,20}(?:$|[.;,]?\s{0,20}(?:$|[(—–#]|\/\/|--?\s|and not\b|not\b|because\b|since\b|as\b|✅|✔|✓))/i;

/** actual: it says what happens and should not. Null if it states no result. */
export function readResult(comment: string): StatedResult | 'actual' | null {
  const text = comment.slice(0, MAX_COMMENT).trim();
  if (WRONG_MARK.test(text) || ACTUAL.test(text)) return correctionIn(text) ?? 'actual';
  const isMarked = RIGHT_MARK.test(text);
  const plain = text.replace(RIGHT_MARK, '').replace(ARROW, '');
  if (NEGATED.test(plain)) return null;
  const thrown = errorIn(plain);
  if (thrown !== null) return { ...thrown, isFirm: thrown.isFirm || isMarked };
  const [should = ''] = SHOULD.exec(plain) ?? [];
  const [shows = ''] = should === '' ? (SHOWS.exec(plain) ?? []) : [];
  const [arrow = ''] = ARROW.exec(plain.slice(should.length + shows.length)) ?? [];
  const stated = readStated(plain, should.length + shows.length + arrow.length);
  if (stated === null) return null;
  return judged(stated, should !== '' || isMarked);
}

interface Stated {
  readonly expected: ExpectedResult;
  readonly rest: string;
}

function judged({ expected, rest }: Stated, isFirm: boolean): StatedResult | 'actual' | null {
  if (isFirm) return { expected, isFirm };
  const corrected = correctionIn(rest);
  if (corrected !== null) return corrected;
  if (BLAMED.test(rest)) return 'actual';
  return MAY_FOLLOW.test(rest) ? { expected, isFirm: PRAISED.test(rest) } : null;
}

function readStated(text: string, at: number): Stated | null {
  const isQuoted = text.charAt(at) === '`';
  const value =
    readValue(text, isQuoted && !text.slice(at + 1).startsWith('`') ? at + 1 : at, 'javascript') ??
    readValue(text, at, 'javascript');
  if (value === null) return null;
  const rest = text.slice(value.end);
  return { expected: { kind: 'value', code: value.code }, rest: isQuoted ? rest.replace(/^`/, '') : rest };
}

/** "got 3, expected 4", "returns 3 instead of 4". */
function correctionIn(text: string): StatedResult | null {
  for (const pattern of [CORRECTION, REPLACED]) {
    const match = pattern.exec(text);
    const stated = match === null ? null : readStated(text, match.index + match[0].length);
    if (stated !== null) return { expected: stated.expected, isFirm: true };
  }
  return null;
}

function errorIn(text: string): StatedResult | null {
  const line = ERROR_LINE.exec(text)?.[1];
  if (line !== undefined) return { expected: { kind: 'error', name: line }, isFirm: false };
  const match = THROWS.exec(text);
  if (match === null) return null;
  const [, modal, name] = match;
  const isClass = name !== undefined && /^[A-Z]/.test(name) && name !== 'Error';
  return { expected: { kind: 'error', name: isClass ? name : null }, isFirm: modal !== undefined };
}
