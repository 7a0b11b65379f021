// Which parsers a line may concern while they are idle. The first two characters and the last two rule out
// nearly all of them, so that the speed does not depend on how many parsers there are.

import type { LineParser } from '../../parser.ts';
import { isDigit } from '../characters.ts';
import {
  BEGINNINGS,
  BEYOND_ASCII,
  type Beginning,
  beginningAt,
  beginningPlace,
  ENDS,
  endPlace,
  mayBegin,
  mayEnd,
  NOTHING,
  positionPlace,
} from './line-places.ts';

/** A parser that a line may concern, unless the line starts with something else or its `concerns` says no. */
export interface Candidate {
  /** The parser's place in the list of parsers. */
  readonly parser: number;
  /** What the line must start with, after blanks; null when that is settled. */
  readonly beginnings: readonly string[] | null;
  /** What it must end with; null when that does not matter. */
  readonly endings: readonly string[] | null;
  /** The parser's `concerns`; null when it has none. */
  readonly concerns: ((text: string) => boolean) | null;
  /** The place of the `concerns` in the list of those that several parsers share; -1 for one of its own. */
  readonly shared: number;
}

export class LineDispatch {
  /** The `concerns` of several parsers: they share its cost. */
  readonly sharedConcerns: readonly ((text: string) => boolean)[];
  readonly #parsers: readonly LineParser[];
  /** Whether some parser must know of every line whether a place in a file stands in it. */
  readonly wantsPositions: boolean;
  /** By the place of a line's beginning: a list, made when first asked for. */
  readonly #byBeginning: (readonly Candidate[] | undefined)[] = new Array(BEGINNINGS).fill(undefined);
  /** By the place of its end. */
  readonly #byEnd: (readonly Candidate[] | undefined)[] = new Array(ENDS).fill(undefined);

  constructor(parsers: readonly LineParser[]) {
    this.#parsers = parsers;
    this.wantsPositions = parsers.some(({ positions }) => positions === true);
    const all = parsers.flatMap(({ concerns }) => (concerns === undefined ? [] : [concerns]));
    this.sharedConcerns = [...new Set(all.filter((concerns, index) => all.indexOf(concerns) !== index))];
  }

  /** `visible` is where the line's first visible character stands, its length for a blank line. */
  beginningOf(text: string, visible: number): number {
    const hasPosition = this.wantsPositions && visible === 0 && holdsPosition(text);
    const place = beginningPlace(visible, codeAt(text, visible), codeAt(text, visible + 1));
    return hasPosition ? positionPlace(place) : place;
  }

  endOf(text: string): number {
    const { length } = text;
    return endPlace(length > 0 ? text.charCodeAt(length - 1) : NOTHING, length > 1 ? text.charCodeAt(length - 2) : NOTHING);
  }

  /** How many parsers there are. */
  get size(): number {
    return this.#parsers.length;
  }

  candidates(beginning: number): readonly Candidate[] {
    return this.#byBeginning[beginning] ?? this.#beginningAt(beginning);
  }

  /** Those that look at the ends of lines, which may be among the others too. */
  candidatesByEnd(end: number): readonly Candidate[] {
    return this.#byEnd[end] ?? this.#endAt(end);
  }

  #beginningAt(place: number): readonly Candidate[] {
    const beginning = beginningAt(place);
    const list = this.#parsers.flatMap((parser, index) => this.#candidate(parser, index, beginning));
    this.#byBeginning[place] = list;
    return list;
  }

  #endAt(place: number): readonly Candidate[] {
    const list = this.#parsers.flatMap(({ endsWith = [], concerns = null }, index) => {
      const endings = endsWith.filter((ending) => mayEnd(ending, place));
      return endings.length === 0
        ? []
        : [{ parser: index, beginnings: null, endings, concerns, shared: this.#sharedAt(concerns) }];
    });
    this.#byEnd[place] = list;
    return list;
  }

  #sharedAt(concerns: Candidate['concerns']): number {
    return concerns === null ? -1 : this.sharedConcerns.indexOf(concerns);
  }

  #candidate(parser: LineParser, index: number, beginning: Beginning): Candidate[] {
    const { indent, hasPosition, first } = beginning;
    if (indent > 0 && parser.atMargin === true) return [];
    if (parser.onlyIndents?.every((wanted) => wanted !== indent)) return [];
    const { concerns = null } = parser;
    const shared = this.#sharedAt(concerns);
    const candidate = (beginnings: readonly string[] | null) => [{ parser: index, beginnings, endings: null, concerns, shared }];
    if (parser.startsWith === null || (hasPosition && parser.positions === true)) return candidate(null);
    if (indent !== 0 && parser.indents?.some((wanted) => wanted === indent)) return candidate(null);
    if (indent === 0 && first === NOTHING && parser.empty === true) return candidate(null);
    const fitting = [...parser.startsWith].filter((text) => mayBegin(text, beginning));
    if (fitting.length === 0) return [];
    const isSettled = fitting.some((text) => text.length <= 2 && !/[^\0-\u0080]/.test(text));
    return candidate(isSettled ? null : fitting);
  }
}

/** Positions stand near the beginning of a line. */
const MAX_POSITION = 1024;
const [BLANK, QUOTE, OPENING, CLOSING, COLON, LETTER_T, CLOSING_SQUARE] = [32, 34, 40, 41, 58, 84, 93];
/** By the code of a character: whether it may stand right behind a number, or behind a blank that follows one. */
const BEHIND_NUMBER = codesAmong(':-,.)]\t\0');
const BEHIND_BLANK = codesAmong('-[(ABCDEFGHIJKLMNOPQRSTUVWXYZewin');
/** What stands behind a path where there is no number: the cell of a notebook, a line in words, the file as a whole. */
const WITHOUT_NUMBER: Readonly<Record<string, string>> = { c: 'cell ', l: ' line ', e: ' error: ' };

/** Whether the line begins with something like a place in a file. */
function holdsPosition(text: string): boolean {
  for (let at = text.indexOf(':', 1); at !== -1 && at < MAX_POSITION; at = text.indexOf(':', at + 1)) {
    if (isPosition(text, at)) return true;
  }
  return false;
}

/** A number stands right behind a colon that ends no hour or minute, or in brackets before or behind it. */
function isPosition(text: string, colon: number): boolean {
  const next = codeAt(text, colon + 1);
  if ((next === OPENING || (isDigit(next) && mayFollowNumber(text, colon + 1))) && mayEndPath(text, colon)) return true;
  const before = text.charCodeAt(colon - 1);
  if ((before === CLOSING || before === CLOSING_SQUARE) && isDigit(text.charCodeAt(colon - 2))) return true;
  const words = WITHOUT_NUMBER[text.charAt(next === BLANK ? colon + 2 : colon + 1)];
  return words !== undefined && text.startsWith(words, colon + 1);
}

/** Behind the number stands the end, a mark, or a word of a tool; a port, for one, is followed by any word. */
function mayFollowNumber(text: string, start: number): boolean {
  let end = start + 1;
  while (isDigit(codeAt(text, end))) end += 1;
  const follows = codeAt(text, end);
  return follows === BLANK ? BEHIND_BLANK[codeAt(text, end + 1)] === true : BEHIND_NUMBER[follows] === true;
}

/** A path may end in digits, but is not all digits, nor the quoted name of a member, nor a date. */
function mayEndPath(text: string, end: number): boolean {
  let last = end - 1;
  while (last > end - 3 && isDigit(text.charCodeAt(last))) last -= 1;
  const code = text.charCodeAt(last);
  if (code <= BLANK || code === COLON || code === QUOTE) return false;
  return code !== LETTER_T || !isDigit(text.charCodeAt(last - 1));
}

/** Nothing beyond the end. Engines must not be asked for what is there: the answer, no number, slows down all that follow. */
function codeAt(text: string, at: number): number {
  return at < text.length ? Math.min(text.charCodeAt(at), BEYOND_ASCII) : NOTHING;
}

function codesAmong(characters: string): readonly boolean[] {
  return Array.from({ length: BEYOND_ASCII + 1 }, (_, code) => characters.includes(String.fromCharCode(code)));
}
