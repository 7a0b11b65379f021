// Readers of what many languages have in common.
import { BACKSLASH, DOT, isDigit, isLetter, isNameCharacter, MINUS, NEWLINE, PLUS, wordsOf } from './characters.ts';
import { endOfInterpolated, type Interpolation } from './interpolation.ts';
import type { Reader, Scanner } from './scanner.ts';

/** A comment up to the end of its line. */
export function lineComment(mark: string): Reader {
  return (scanner) => {
    if (!scanner.startsWith(mark)) return false;
    const end = scanner.endOfLine();
    return scanner.emitComment(commentWords(scanner.text.slice(scanner.at + mark.length, end)), end);
  };
}

export function blockComment(open = '/*', close = '*/'): Reader {
  return (scanner) => {
    if (!scanner.startsWith(open)) return false;
    const inner = scanner.at + open.length;
    const end = scanner.text.indexOf(close, inner);
    if (end === -1) return scanner.fail();
    return scanner.emitComment(commentWords(scanner.text.slice(inner, end)), end + close.length);
  };
}

/** A comment that may contain comments. */
export function nestedComment(open = '/*', close = '*/'): Reader {
  return (scanner) => {
    if (!scanner.startsWith(open)) return false;
    const inner = scanner.at + open.length;
    const end = endOfNested(scanner.text, inner, open, close);
    if (end === -1) return scanner.fail();
    return scanner.emitComment(commentWords(scanner.text.slice(inner, end - close.length)), end);
  };
}

/** The index after the mark that closes the comment; -1 if it has no end. */
function endOfNested(text: string, from: number, open: string, close: string): number {
  let [depth, at, nextOpen] = [1, from, text.indexOf(open, from)];
  while (depth > 0) {
    const end = text.indexOf(close, at);
    if (end === -1) return -1;
    if (nextOpen !== -1 && nextOpen < at) nextOpen = text.indexOf(open, at);
    const isOpened = nextOpen !== -1 && nextOpen < end;
    depth += isOpened ? 1 : -1;
    at = isOpened ? nextOpen + open.length : end + close.length;
  }
  return at;
}

/** A string over several lines, without escapes. */
export function longString(open: string, close = open): Reader {
  return (scanner) => {
    if (!scanner.startsWith(open)) return false;
    const end = scanner.text.indexOf(close, scanner.at + open.length);
    if (end === -1) return scanner.fail();
    return scanner.emitString(open, scanner.text.slice(scanner.at + open.length, end), end + close.length);
  };
}

/** A string with expressions. */
export function interpolated(quote: string, rules: Interpolation): Reader {
  return (scanner) => {
    if (!scanner.startsWith(quote)) return false;
    const from = scanner.at + quote.length;
    const end = endOfInterpolated(scanner.text, from, quote, rules);
    if (end === -1) return scanner.fail();
    return scanner.emitString(quote, scanner.text.slice(from, end - quote.length), end);
  };
}

/** A backslash and the character that it escapes. */
export const escaped: Reader = (scanner) =>
  scanner.code() === BACKSLASH &&
  scanner.emit('operator', scanner.text.slice(scanner.at, scanner.at + 2), Math.min(scanner.at + 2, scanner.text.length));

/** What a sticky pattern matches. */
export function matching(kind: 'string' | 'word', pattern: RegExp): Reader {
  return (scanner) => {
    pattern.lastIndex = scanner.at;
    const [text] = pattern.exec(scanner.text) ?? [];
    return text !== undefined && scanner.emit(kind, text, scanner.at + text.length);
  };
}

/** From a match of a sticky pattern on, a mark of a comment or string may be content. */
export function unreadable(pattern: RegExp): Reader {
  return (scanner) => {
    pattern.lastIndex = scanner.at;
    return pattern.test(scanner.text) && scanner.fail();
  };
}

/** The words without the marks at the start of each line, so that a reflowed comment keeps its words. */
export function commentWords(text: string): string[] {
  const lines = text.replace(/^[/*#!]+/, '').split('\n');
  return lines.flatMap((line) => wordsOf(line.replace(/^[ \t]*\*+/, '')).filter((word) => !/^[*\\]$/.test(word)));
}

/** Names, with `$` and every character outside ASCII. */
export const name: Reader = (scanner) => {
  const first = scanner.code();
  if (!isNameCharacter(first) || isDigit(first)) return false;
  return scanner.emit('word', ...nameAt(scanner));
};

/** The name at the position, and where it ends. */
export function nameAt({ text, at }: Scanner): [string, number] {
  let end = at + 1;
  while (isNameCharacter(text.charCodeAt(end))) end += 1;
  return [text.slice(at, end), end];
}

/** Numbers in any base, with their suffixes, in lower case. */
export const number: Reader = (scanner) => {
  const end = endOfNumber(scanner);
  return end !== -1 && scanner.emit('number', scanner.text.slice(scanner.at, end).toLowerCase(), end);
};

/** -1 if no number starts at the position. */
export function endOfNumber({ text, at }: Scanner): number {
  const startsWithDot = text.charCodeAt(at) === DOT;
  if (!isDigit(text.charCodeAt(startsWithDot ? at + 1 : at))) return -1;
  const isHexadecimal = /^0x/i.test(text.slice(at, at + 2));
  let end = at + 1;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    const isFraction = code === DOT && isDigit(text.charCodeAt(end + 1));
    const isExponent = (code === PLUS || code === MINUS) && !isHexadecimal && /[ep]/i.test(text.charAt(end - 1));
    if (!isDigit(code) && !isLetter(code) && !isFraction && !(isExponent && isDigit(text.charCodeAt(end + 1)))) break;
  }
  return end;
}

/** The longest of the operators. `>` is always alone: it may close several type arguments. */
export function operators(list: string): Reader {
  const byFirst = new Map<number, string[]>();
  for (const operator of list.split(' ').sort((a, b) => b.length - a.length)) {
    const code = operator.charCodeAt(0);
    byFirst.set(code, [...(byFirst.get(code) ?? []), operator]);
  }
  return (scanner) => {
    const operator = byFirst.get(scanner.code())?.find((each) => scanner.startsWith(each));
    return operator !== undefined && scanner.emit('operator', operator, scanner.at + operator.length);
  };
}

/** A string in one line; a backslash escapes the next character, also a newline. The text is compared as it is. */
export function quoted(quote: string): Reader {
  return (scanner) => {
    if (!scanner.startsWith(quote)) return false;
    const end = endOfQuoted(scanner.text, scanner.at, quote);
    if (end === -1) return scanner.fail();
    return scanner.emitString(quote, scanner.text.slice(scanner.at + 1, end - 1), end);
  };
}

/** The index after the closing quote; -1 if the line ends before it. */
export function endOfQuoted(text: string, start: number, quote: string): number {
  const mark = quote.charCodeAt(0);
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === mark) return at + 1;
    else if (code === NEWLINE) return -1;
  }
  return -1;
}

/** The content with every quote unescaped: the same for `'it\'s'` and `"it's"`. */
export function withoutQuoteEscapes(content: string): string {
  return content.includes('\\') ? content.replace(/\\([\s\S])/g, (pair, next) => (/["']/.test(next) ? next : pair)) : content;
}
