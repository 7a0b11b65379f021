// Room parse: which parsers a line may concern while they are idle. The first two characters and the last two rule out
// nearly all of them, so that the speed does not depend on how many parsers there are.
import { isDigit } from './characters.ts';
import type { LineParser } from './parser.ts';

/** Characters beyond ASCII share one place. */
const BEYOND_ASCII = 128;
const CODES = BEYOND_ASCII + 1;

/** The code of what stands beyond the end of a text. */
const NOTHING = 0;

/** The kinds of lines: how many blanks stand in front, at most four, or that a place in a file stands at the margin. */
type LineKind = 0 | 1 | 2 | 3 | 4 | 'withPosition';
const MOST_INDENT = 4;
const WITH_POSITION = MOST_INDENT + 1;
/** The lists of each kind stand together. */
const LISTS_OF_KIND = CODES * CODES;

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
  readonly #wantsPositions: boolean;
  /** By the kind of the line and the codes of its first two visible characters: a list, made when first asked for. */
  readonly #byBeginning: (readonly Candidate[] | undefined)[] = new Array((WITH_POSITION + 1) * LISTS_OF_KIND).fill(undefined);
  /** By the codes of the last two characters: a list, made when first asked for. */
  readonly #byEnd: (readonly Candidate[] | undefined)[] = new Array(LISTS_OF_KIND).fill(undefined);

  constructor(parsers: readonly LineParser[]) {
    this.#parsers = parsers;
    this.#wantsPositions = parsers.some(({ positions }) => positions === true);
    const all = parsers.flatMap(({ concerns }) => (concerns === undefined ? [] : [concerns]));
    this.sharedConcerns = [...new Set(all.filter((concerns, index) => all.indexOf(concerns) !== index))];
  }

  /** `start` is where the line's first visible character stands, its length for a blank line. */
  candidates(text: string, start: number): readonly Candidate[] {
    const codes = codeAt(text, start) * CODES + codeAt(text, start + 1);
    const isPosition = start === 0 && this.#wantsPositions && holdsPosition(text);
    const place = (isPosition ? WITH_POSITION : Math.min(start, MOST_INDENT)) * LISTS_OF_KIND + codes;
    return this.#byBeginning[place] ?? this.#beginningAt(place);
  }

  #beginningAt(place: number): readonly Candidate[] {
    const codes = place % LISTS_OF_KIND;
    const indent = (place - codes) / LISTS_OF_KIND;
    const kind = indent === WITH_POSITION ? 'withPosition' : (indent as Exclude<LineKind, 'withPosition'>);
    const second = codes % CODES;
    const first = (codes - second) / CODES;
    const list = this.#parsers.flatMap((parser, index) => this.#candidate(parser, index, first, second, kind));
    this.#byBeginning[place] = list;
    return list;
  }

  /** Those that look at the ends of lines, which may be among the others too. */
  candidatesByEnd(text: string): readonly Candidate[] {
    const codes = codeAt(text, text.length - 1) * CODES + codeAt(text, text.length - 2);
    return this.#byEnd[codes] ?? this.#endingWith(codes);
  }

  #endingWith(codes: number): readonly Candidate[] {
    const before = codes % CODES;
    const last = (codes - before) / CODES;
    const list = this.#parsers.flatMap(({ endsWith = [] }, index) => {
      const endings = endsWith.filter((ending) => closes(ending, last, before));
      return endings.length === 0 ? [] : [{ parser: index, beginnings: null, endings, concerns: null, shared: -1 }];
    });
    this.#byEnd[codes] = list;
    return list;
  }

  #candidate(parser: LineParser, index: number, first: number, second: number, kind: LineKind): Candidate[] {
    const indent = kind === 'withPosition' ? 0 : kind;
    if (indent > 0 && parser.atMargin === true) return [];
    const { concerns = null } = parser;
    const shared = concerns === null ? -1 : this.sharedConcerns.indexOf(concerns);
    const candidate = (beginnings: readonly string[] | null) => [{ parser: index, beginnings, endings: null, concerns, shared }];
    if (parser.startsWith === null || (kind === 'withPosition' && parser.positions === true)) return candidate(null);
    if (indent !== 0 && parser.indents?.includes(indent)) return candidate(null);
    if (indent === 0 && first === NOTHING && parser.empty === true) return candidate(null);
    const fitting = [...parser.startsWith].filter((beginning) => fits(beginning, first, second));
    if (fitting.length === 0) return [];
    const isSettled = fitting.some(({ length }) => length <= 2) && first < BEYOND_ASCII && second < BEYOND_ASCII;
    return candidate(isSettled ? null : fitting);
  }
}

function fits(beginning: string, first: number, second: number): boolean {
  const [code, next] = codesOf(beginning);
  return code === first && (next === undefined || next === second);
}

function closes(ending: string, last: number, before: number): boolean {
  const [code, previous] = codesOf(ending).reverse();
  return code === last && (previous === undefined || previous === before);
}

/** Not by `codeAt`: engines make a function slower for every further way in which the texts it is given are stored. */
function codesOf(text: string): number[] {
  return Array.from(text, (character) => Math.min(character.charCodeAt(0), BEYOND_ASCII));
}

/** Engines must not be asked for what is beyond the end of the text: the answer, no number, slows down all that follow. */
function codeAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return NOTHING;
  return Math.min(text.charCodeAt(at), BEYOND_ASCII);
}

/** Positions stand near the beginning of a line. */
const FARTHEST_POSITION = 1024;
const [BLANK, QUOTE, OPENING, CLOSING, COLON, LETTER_T, CLOSING_SQUARE] = [32, 34, 40, 41, 58, 84, 93];
/** By the code of a character: whether it may stand right behind a number, or behind a blank that follows one. */
const BEHIND_NUMBER = codesAmong(':-,.)]\t\0');
const BEHIND_BLANK = codesAmong('-[(ABCDEFGHIJKLMNOPQRSTUVWXYZewin');
/** What stands behind a path where there is no number: the cell of a notebook, a line in words, the file as a whole. */
const WITHOUT_NUMBER: Readonly<Record<string, string>> = { c: 'cell ', l: ' line ', e: ' error: ' };

/** Whether the line begins with something like a place in a file. */
function holdsPosition(text: string): boolean {
  for (let at = text.indexOf(':', 1); at !== -1 && at < FARTHEST_POSITION; at = text.indexOf(':', at + 1)) {
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

function codesAmong(characters: string): readonly boolean[] {
  return Array.from({ length: CODES }, (_, code) => characters.includes(String.fromCharCode(code)));
}
