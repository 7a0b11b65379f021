// Passes over the lines that concern nobody, as long as the same readers are open and want the same lines.
// Nearly every line of a long log is one of those, so this must cost little: the answers for all parsers together stand in
// tables, and a line is neither cut out of its page nor given to anybody.
import { endsWithAny, isDigit, startsWithAny } from '../characters.ts';
import type { Page } from '../input/page.ts';
import type { LineLook } from './line-look.ts';
import { BEGINNINGS, BEYOND_ASCII, type Beginning, beginningAt, beginningPlace, ENDS, endPlace, NOTHING } from './line-places.ts';
import type { Candidate, LineDispatch } from './trigger-index.ts';

/** What is known of a place: whom a line there may concern. */
const NOBODY = 0;
const UNKNOWN = 1;
const ANYWAY = 2;
/** Open readers, if their looks say so. */
const LOOK = 4;
/** Parsers that are asleep, if the line begins or ends as they ask for. */
const CANDIDATE = 8;
/** Whoever reads reports or takes timestamps away. */
const SPECIAL = 16;
/** Beyond the end of any page, and a number that engines handle well. */
const FAR = 0x3fffffff;
const [BLANK, ANGLE_BRACKET, BRACKET, BRACE] = [32, 60, 91, 123];

/** An open reader that wants no more than some lines. */
export interface OpenLook {
  /** The parser's place in the list of parsers. */
  readonly parser: number;
  readonly look: LineLook;
}

/** A line of a page. */
export interface FoundLine {
  /** Where it begins, its first visible character stands, which is its end for a blank line, and where it ends. */
  start: number;
  visible: number;
  end: number;
  /** Its places in tables. */
  beginning: number;
  ending: number;
  /** Whether it holds a text that some reader wants to know of wherever it stands. */
  isHeld: boolean;
}

export class LineFilter {
  /** The line that was found last, or the end of the page; used again for every line. */
  readonly found: FoundLine = { start: 0, visible: 0, end: 0, beginning: 0, ending: 0, isHeld: false };
  /** How many lines were passed over before it. */
  passed = 0;
  readonly #dispatch: LineDispatch;
  readonly #open: readonly OpenLook[];
  /** By the place of a parser: 1 where its reader is open. */
  readonly #isOpen: Uint8Array;
  /** What some reader wants to know of wherever it stands. */
  readonly #holds: readonly string[];
  /** By place: what is known of it; it is found out when first asked for. */
  readonly #beginnings = new Uint8Array(BEGINNINGS).fill(UNKNOWN);
  readonly #ends = new Uint8Array(ENDS).fill(UNKNOWN);
  #page: Page | null = null;
  /** Where in the page such a text stands next. */
  #nextHeld = FAR;

  constructor(dispatch: LineDispatch, open: readonly OpenLook[]) {
    this.#dispatch = dispatch;
    this.#open = open;
    this.#isOpen = new Uint8Array(dispatch.size);
    for (const { parser } of open) this.#isOpen[parser] = 1;
    this.#holds = [...new Set(open.flatMap(({ look }) => look.holds))];
  }

  isFor(open: readonly OpenLook[]): boolean {
    if (open.length !== this.#open.length) return false;
    return open.every(({ parser, look }, index) => parser === this.#open[index]?.parser && look === this.#open[index]?.look);
  }

  /** Looks for the first line from `start` on that may concern somebody. False when there is none up to the end of the page. */
  find(page: Page, start: number): boolean {
    if (this.#holds.length > 0 && (this.#page !== page || this.#nextHeld < start)) this.#findHeld(page, start);
    const { found } = this;
    const { text } = page;
    this.passed = 0;
    found.start = start;
    for (let end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', found.start)) {
      found.end = end;
      found.isHeld = end > this.#nextHeld;
      lookUp(page, found);
      const isNobodys = this.#beginnings[found.beginning] === NOBODY && this.#ends[found.ending] === NOBODY && !found.isHeld;
      if (!isNobodys && this.#concernsAnybody(page, found)) return true;
      this.passed += 1;
      found.start = end + 1;
      if (this.#nextHeld <= end) this.#findHeld(page, end + 1);
    }
    return false;
  }

  /** Finds out what the tables say of its places, and asks those whom it may concern. */
  #concernsAnybody(page: Page, line: FoundLine): boolean {
    const { start, visible, end, beginning, ending, isHeld } = line;
    if (this.#beginnings[beginning] === UNKNOWN) this.#beginnings[beginning] = this.#atBeginning(beginning);
    if (this.#ends[ending] === UNKNOWN) this.#ends[ending] = this.#atEnd(ending);
    const atBeginning = this.#beginnings[beginning] as number;
    const atEnd = this.#ends[ending] as number;
    const atEither = atBeginning | atEnd;
    if ((atEither & ANYWAY) !== 0) return true;
    if ((atBeginning & SPECIAL) !== 0 && (page.mayBeginDocument(visible, end) || page.mayStartTimestamp(start, end))) return true;
    if ((isHeld || (atEither & LOOK) !== 0) && this.#isLookedFor(page, line)) return true;
    if ((atBeginning & CANDIDATE) !== 0 && this.#beginsSo(page, line)) return true;
    return (atEnd & CANDIDATE) !== 0 && this.#endsSo(page, line);
  }

  #isLookedFor(page: Page, { start, end, beginning, ending, isHeld }: FoundLine): boolean {
    for (let index = 0; index < this.#open.length; index += 1) {
      const { look } = this.#open[index] as OpenLook;
      if (!look.wants(beginning, ending, isHeld)) continue;
      if (look.concerns === null || look.concerns(page.text.slice(start, end), isHeld)) return true;
    }
    return false;
  }

  #beginsSo({ text }: Page, { start, visible, end, beginning }: FoundLine): boolean {
    const candidates = this.#dispatch.candidates(beginning);
    let line: string | null = null;
    for (let index = 0; index < candidates.length; index += 1) {
      const { parser, beginnings, concerns } = candidates[index] as Candidate;
      if (this.#isOpen[parser] === 1 || (beginnings !== null && !startsWithAny(text, beginnings, visible))) continue;
      if (concerns === null) return true;
      line ??= text.slice(start, end);
      if (concerns(line)) return true;
    }
    return false;
  }

  #endsSo({ text }: Page, { start, end, ending }: FoundLine): boolean {
    const candidates = this.#dispatch.candidatesByEnd(ending);
    for (let index = 0; index < candidates.length; index += 1) {
      const { parser, endings, concerns } = candidates[index] as Candidate;
      if (this.#isOpen[parser] === 1 || (endings !== null && !endsWithAny(text, endings, end))) continue;
      if (concerns === null || concerns(text.slice(start, end))) return true;
    }
    return false;
  }

  #atBeginning(place: number): number {
    const beginning = beginningAt(place);
    const candidates = this.#dispatch.candidates(place).filter(({ parser }) => this.#isOpen[parser] !== 1);
    if (candidates.some(({ beginnings, concerns }) => beginnings === null && concerns === null)) return ANYWAY;
    const ofCandidates = candidates.length > 0 ? CANDIDATE : NOBODY;
    return this.#ofLooks((look) => look.wantsBeginning(place)) | ofCandidates | (isSpecial(beginning) ? SPECIAL : NOBODY);
  }

  #atEnd(place: number): number {
    const isCandidate = this.#dispatch.candidatesByEnd(place).some(({ parser }) => this.#isOpen[parser] !== 1);
    return this.#ofLooks((look) => look.wantsEnd(place)) | (isCandidate ? CANDIDATE : NOBODY);
  }

  #ofLooks(wants: (look: LineLook) => boolean): number {
    const looks = this.#open.filter(({ look }) => wants(look));
    if (looks.some(({ look }) => look.concerns === null)) return ANYWAY;
    return looks.length > 0 ? LOOK : NOBODY;
  }

  #findHeld(page: Page, start: number): void {
    this.#page = page;
    this.#nextHeld = FAR;
    for (const text of this.#holds) {
      const at = page.text.indexOf(text, start);
      if (at !== -1) this.#nextHeld = Math.min(this.#nextHeld, at);
    }
  }
}

/** Finds the first visible character and the places of a line whose beginning and end are known. */
function lookUp(page: Page, line: FoundLine): void {
  if (page.bytes === null) lookUpText(page.text, line);
  else lookUpBytes(page.bytes, page.from, line);
}

function lookUpBytes(bytes: Uint8Array, from: number, line: FoundLine): void {
  const start = from + line.start;
  const end = from + line.end;
  let visible = start;
  while (visible < end && (bytes[visible] as number) <= BLANK) visible += 1;
  const first = visible < end ? (bytes[visible] as number) : NOTHING;
  const second = visible + 1 < end ? (bytes[visible + 1] as number) : NOTHING;
  const last = start < end ? (bytes[end - 1] as number) : NOTHING;
  const before = start + 1 < end ? (bytes[end - 2] as number) : NOTHING;
  line.visible = visible - from;
  line.beginning = beginningPlace(visible - start, first, second);
  line.ending = endPlace(last, before);
}

/** The same where the bytes are not those of the characters. Engines read a byte in half the time of a character. */
function lookUpText(text: string, line: FoundLine): void {
  const { start, end } = line;
  let visible = start;
  while (visible < end && text.charCodeAt(visible) <= BLANK) visible += 1;
  const first = visible < end ? text.charCodeAt(visible) : NOTHING;
  const second = visible + 1 < end ? text.charCodeAt(visible + 1) : NOTHING;
  const last = start < end ? text.charCodeAt(end - 1) : NOTHING;
  const before = start + 1 < end ? text.charCodeAt(end - 2) : NOTHING;
  line.visible = visible;
  line.beginning = beginningPlace(visible - start, first, second);
  line.ending = endPlace(last, before);
}

/** A report or a timestamp may stand there; before a timestamp, a mark that says how the bytes are ordered. */
function isSpecial({ indent, first }: Beginning): boolean {
  if (first === ANGLE_BRACKET || first === BRACKET || first === BRACE) return true;
  return indent === 0 && (isDigit(first) || first === BEYOND_ASCII);
}
