// Which lines a parser with something open still wants, told by how they begin and end. All others are kept from
// it, and most of those are not even cut out of their page.
import { BEGINNINGS, beginningAt, ENDS, mayBegin, mayEnd, NOTHING } from './line-places.ts';

export interface WantedLines {
  /** What they start with, after blanks: a list, or a string of single characters. Only the first two characters count. */
  readonly startsWith: string | readonly string[];
  /** Only without blanks in front. */
  readonly atMargin?: boolean;
  /** Also every line with so many blanks in front, and lines of nothing else; 4 stands for more, too. */
  readonly indents?: readonly (1 | 2 | 3 | 4)[];
  /** Also every line without any visible character. */
  readonly blank?: boolean;
  /** Also lines that end with one of these; only the last two characters count. */
  readonly endsWith?: readonly string[];
  /** Also lines that hold one of these anywhere. */
  readonly holds?: readonly string[];
  /** A cheap look at such a line: false keeps it from the reader. `isHeld`: it may hold one of those texts. */
  readonly concerns?: (text: string, isHeld: boolean) => boolean;
}

const [UNKNOWN, NO, YES] = [0, 1, 2];

/** The answer of a reader that can do without all lines but these. Made once for each parser. */
export class LineLook {
  readonly holds: readonly string[];
  readonly concerns: ((text: string, isHeld: boolean) => boolean) | null;
  readonly #wanted: WantedLines;
  /** By place: what is known of it; it is found out when first asked for. */
  readonly #beginnings = new Uint8Array(BEGINNINGS);
  readonly #ends = new Uint8Array(ENDS);

  constructor(wanted: WantedLines) {
    this.#wanted = wanted;
    this.holds = wanted.holds ?? [];
    this.concerns = wanted.concerns ?? null;
  }

  /** `isHeld`: it holds a text that this look or another one asks for. */
  wants(beginning: number, end: number, isHeld: boolean): boolean {
    return (isHeld && this.holds.length > 0) || this.wantsBeginning(beginning) || this.wantsEnd(end);
  }

  concernsLine(text: string, beginning: number, end: number, isHeld: boolean): boolean {
    return this.wants(beginning, end, isHeld) && (this.concerns === null || this.concerns(text, isHeld));
  }

  wantsBeginning(place: number): boolean {
    if (this.#beginnings[place] === UNKNOWN) this.#beginnings[place] = this.#findBeginning(place) ? YES : NO;
    return this.#beginnings[place] === YES;
  }

  wantsEnd(place: number): boolean {
    if (this.#ends[place] === UNKNOWN) this.#ends[place] = this.#wanted.endsWith?.some((end) => mayEnd(end, place)) ? YES : NO;
    return this.#ends[place] === YES;
  }

  #findBeginning(place: number): boolean {
    const beginning = beginningAt(place);
    const { startsWith, atMargin = false, indents = [], blank = false } = this.#wanted;
    if (indents.some((indent) => indent === beginning.indent)) return true;
    if (beginning.first === NOTHING) return blank;
    return (!atMargin || beginning.indent === 0) && [...startsWith].some((start) => mayBegin(start, beginning));
  }
}
