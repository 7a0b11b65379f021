// Literals of Ruby.
import { isNameCharacter, isSpace, wordsOf } from '../../shared/characters.ts';
import { endOfInterpolated } from '../../shared/interpolation.ts';
import { nameAt } from '../../shared/readers.ts';
import type { Reader, Scanner } from '../../shared/scanner.ts';
import { expectsOperand, mayStartLiteral } from './operands.ts';

const INTERPOLATED = { mark: '#{', isMultiline: true };
/** Bounds the time for a string whose expressions cannot be read. */
const MAX_INTERPOLATED = 10_000;
const PERCENT = /%([wWiIqQrxs]?)([^\w\s])/y;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** `'a'` is `"a"` if nothing in it has another meaning in the other quotes. */
export const readQuoted: Reader = (scanner) => {
  const quote = scanner.text.charAt(scanner.at);
  return (quote === '"' || quote === "'" || quote === '`') && readString(scanner, '', quote, scanner.at + 1);
};

/** `:"a b"`. */
export const readSymbol: Reader = (scanner) => {
  if (!scanner.startsWith(':"') || !(scanner.isAfterSpace || scanner.last?.kind === 'operator')) return false;
  return readString(scanner, ':', '"', scanner.at + 2);
};

function readString(scanner: Scanner, prefix: string, quote: string, from: number): true {
  const end = endOfString(scanner.text, from, quote);
  if (end === -1) return scanner.fail();
  const content = scanner.text.slice(from, end - 1);
  const isPlain = quote !== '`' && !/\\|#[{@$]/.test(content);
  return scanner.emitString(isPlain ? prefix : prefix + quote, content, end);
}

/** An expression may contain a regular expression with a quote. Then the string ends at the next quote. */
function endOfString(text: string, from: number, quote: string): number {
  const end = quote === "'" ? -1 : endOfInterpolated(text.slice(0, from + MAX_INTERPOLATED), from, quote, INTERPOLATED);
  return end === -1 ? endOfInterpolated(text, from, quote, { mark: '', isMultiline: true }) : end;
}

/** `%w[a b]` and the like. The words of an array are tokens of their own. */
export const readPercentLiteral: Reader = (scanner) => {
  if (!scanner.startsWith('%') || !mayStartLiteral(scanner)) return false;
  PERCENT.lastIndex = scanner.at;
  const [start, kind = '', open = ''] = PERCENT.exec(scanner.text) ?? [];
  if (start === undefined || (kind === '' && /[=\s]/.test(open))) return false;
  const from = scanner.at + start.length;
  const end = endOfDelimited(scanner.text, from, open);
  if (end === -1) return scanner.fail();
  const content = scanner.text.slice(from, end - 1);
  if (!/[wWiI]/.test(kind)) return scanner.emitString(`%${kind}`, content, end);
  scanner.emit('string', `%${kind}`, scanner.at);
  for (const word of wordsOf(content)) scanner.emit('string', `%${word}`, scanner.at);
  scanner.at = end;
  return true;
};

/** The index after the closing delimiter; brackets nest. */
function endOfDelimited(text: string, from: number, open: string): number {
  const close = CLOSING[open] ?? open;
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === close) depth -= 1;
    else if (character === open) depth += 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

export const readRegularExpression: Reader = (scanner) => {
  if (!scanner.startsWith('/') || !mayStartLiteral(scanner)) return false;
  const end = endOfString(scanner.text, scanner.at + 1, '/');
  if (end === -1) return false;
  let flags = end;
  while (/[a-z]/.test(scanner.text.charAt(flags))) flags += 1;
  return scanner.emitString('/', scanner.text.slice(scanner.at + 1, flags), flags);
};

/** `?a` is `"a"`. */
export const readCharacter: Reader = (scanner) => {
  const next = scanner.code(1);
  if (!scanner.startsWith('?') || !expectsOperand(scanner) || isSpace(next) || isNameCharacter(scanner.code(2))) return false;
  return scanner.emitString('', scanner.text.charAt(scanner.at + 1), scanner.at + 2);
};

/** A name may end with `?` or `!`. Special variables such as `$'` would look like the start of a string. */
export const readName: Reader = (scanner) => {
  const { text, at } = scanner;
  if (/^\$[^\w\s]/.test(text.slice(at, at + 2))) return scanner.emit('word', text.slice(at, at + 2), at + 2);
  const first = scanner.code();
  if (!isNameCharacter(first) || /\d/.test(text.charAt(at))) return false;
  const [name, end] = nameAt(scanner);
  const isMarked = /[?!]/.test(text.charAt(end)) && text.charAt(end + 1) !== '=';
  return scanner.emit('word', isMarked ? name + text.charAt(end) : name, isMarked ? end + 1 : end);
};
