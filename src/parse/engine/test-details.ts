// Messages, files and durations of test results, from untrusted text: short, without colors, and within the memory budget.
import { MAX_MESSAGE_LENGTH, type TestDetails } from '../../contract/index.ts';
import type { RawDetails } from '../section.ts';
import { stripColors } from './input/strip-decorations.ts';
import { detach, type MemoryBudget } from './memory-budget.ts';

export const MAX_MESSAGE_LINES = 12;
const MAX_FILE_LENGTH = 1000;
const MAX_NUMBER = 1_000_000_000;
/** What remains of a longer text is cut off in any case. */
const MAX_READ = 20 * MAX_MESSAGE_LENGTH;
const ELLIPSIS = '…';
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export class DetailsReader {
  readonly #budget: MemoryBudget;
  /** Tests of one file follow each other: they share the string. */
  #file = '';

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  read({ message, file, line, duration_ms }: RawDetails): TestDetails {
    const details: TestDetails = {};
    const text = message ? shortMessage(message) : '';
    if (text !== '' && this.#budget.chargeDetails(text.length)) details.message = text;
    const path = file ? this.#path(file) : '';
    if (path !== '') details.file = path;
    if (path !== '' && isNumber(line) && line > 0) details.line = line;
    const duration = Math.round(duration_ms ?? Number.NaN);
    if (isNumber(duration)) details.duration_ms = duration;
    return details;
  }

  #path(file: string): string {
    if (file === this.#file) return file;
    const path = file.replace(/^file:\/\//, '').replace(/^(?:\.[\\/])+/, '');
    if (path === this.#file) return this.#file;
    if (
      path.length > MAX_FILE_LENGTH ||
      /[\n\t]/.test(path) ||
      path.search(CONTROL) !== -1 ||
      !this.#budget.chargeDetails(path.length)
    )
      return '';
    this.#file = detach(path);
    return this.#file;
  }
}

function isNumber(value: number | null | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_NUMBER;
}

/** The first lines that are not blank, with their common indent removed. */
export function shortMessage(text: string): string {
  const lines = stripColors(text.slice(0, MAX_READ))
    .split(/\r?\n/)
    .map((line) => line.replace(CONTROL, '').trimEnd())
    .filter((line) => line !== '');
  const shown = lines.slice(0, MAX_MESSAGE_LINES);
  const indent = Math.min(...shown.map((line) => line.length - line.trimStart().length));
  const short = shown.map((line) => line.slice(indent)).join('\n');
  const isCut = lines.length > shown.length || text.length > MAX_READ || short.length > MAX_MESSAGE_LENGTH;
  return detach(isCut ? `${wholeCharacters(short.slice(0, MAX_MESSAGE_LENGTH - 1))}${ELLIPSIS}` : short);
}

/** Without the first half of a character that is stored as two. */
function wholeCharacters(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
