// Some whole lines together. Looking at their bytes is many times as cheap as cutting a line out and looking at
// its characters, and one search in all of them as cheap as one in a single line.
import { isDigit } from '../characters.ts';
import { mayFollowOpener } from '../documents/json.ts';

const [DASH, ANGLE_BRACKET, LETTER_T, BRACKET, BRACE, LAST_ASCII] = [45, 60, 84, 91, 123, 127];
/** Where in "2024-05-01T" they stand. */
const [FIRST_DASH, TIME_MARK] = [4, 10];

/** Holds neither escape sequences, carriage returns nor columns before a timestamp. */
export class Page {
  /** The lines, each with its line feed. */
  readonly text: string;
  /** What the text was decoded from, its first character at `from`, where every byte is one character; else null. */
  readonly bytes: Uint8Array | null;
  readonly from: number;
  readonly #hadTimestamps: boolean;

  /** `hadTimestamps`: those of the CI system are gone. */
  constructor(text: string, bytes: Uint8Array | null, from: number, hadTimestamps = false) {
    this.text = text;
    this.bytes = bytes;
    this.from = from;
    this.#hadTimestamps = hadTimestamps;
  }

  /** The code of a character; beyond ASCII it may be that of a byte alone. */
  codeAt(at: number): number {
    return this.bytes === null ? this.text.charCodeAt(at) : (this.bytes[this.from + at] as number);
  }

  /** Whether a line begins as one with a CI system's timestamp does, also after a bracket or a mark for the order of bytes. */
  mayStartTimestamp(start: number, end: number): boolean {
    if (this.#hadTimestamps) return false;
    const code = this.codeAt(start);
    if (code > LAST_ASCII) return true;
    const first = code === BRACKET ? start + 1 : start;
    if (!isDigit(this.codeAt(first)) || first + TIME_MARK >= end) return false;
    return this.codeAt(first + FIRST_DASH) === DASH && this.codeAt(first + TIME_MARK) === LETTER_T;
  }

  /** Whether a report may begin at the first visible character of a line; most lines in brackets are none. */
  mayBeginDocument(visible: number, end: number): boolean {
    if (visible === end) return false;
    const first = this.codeAt(visible);
    if (first === ANGLE_BRACKET) return true;
    return (first === BRACE || first === BRACKET) && mayFollowOpener(this.codeAt(visible + 1));
  }
}
