// CSS. White space between simple selectors has a meaning.

import type { Language } from '../language.ts';
import { isDigit, isLetter, MINUS } from '../shared/characters.ts';
import { CodeView, without } from '../shared/code-view.ts';
import { plainDecimal } from '../shared/decimals.ts';
import { blockComment, endOfQuoted, withoutQuoteEscapes } from '../shared/readers.ts';
import { type Reader, type Scanner, scan } from '../shared/scanner.ts';
import type { Token } from '../token.ts';

const URL_WITHOUT_QUOTES = /url\(\s*([^"'()\s][^"'()\n]*)\)/iy;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)?/iy;
/** A space before one of them is a part of the token: `a .b` is not `a.b`. */
const AFTER_SPACE = '.#:[*&(';

const readUrl: Reader = (scanner) => {
  URL_WITHOUT_QUOTES.lastIndex = scanner.at;
  const [whole, address = ''] = URL_WITHOUT_QUOTES.exec(scanner.text) ?? [];
  return whole !== undefined && scanner.emit('string', `url(${address.trimEnd()}`, scanner.at + whole.length);
};

const readString: Reader = (scanner) => {
  const quote = scanner.text.charAt(scanner.at);
  if (quote !== '"' && quote !== "'") return false;
  const end = endOfQuoted(scanner.text, scanner.at, quote);
  if (end === -1) return scanner.fail();
  return scanner.emitString('', withoutQuoteEscapes(scanner.text.slice(scanner.at + 1, end - 1)), end);
};

const readNumber: Reader = (scanner) => {
  NUMBER.lastIndex = scanner.at;
  const [number] = NUMBER.exec(scanner.text) ?? [];
  return number !== undefined && scanner.emit('number', plainDecimal(number), scanner.at + number.length);
};

/** Names and colors. A dash is a part of a name. */
const readName: Reader = (scanner) => {
  const start = scanner.at;
  let end = scanner.startsWith('#') || scanner.startsWith('@') ? start + 1 : start;
  const first = scanner.text.charCodeAt(end);
  const isColor = end > start && isDigit(first);
  if (!isLetter(first) && !isColor && !(first === MINUS && !isDigit(scanner.text.charCodeAt(end + 1)))) return false;
  while (isNameCharacter(scanner, end)) end += scanner.text.charAt(end) === '\\' ? 2 : 1;
  if (end === start) return false;
  return scanner.emit('word', withSpace(scanner, scanner.text.slice(start, end)), end);
};

function isNameCharacter({ text }: Scanner, at: number): boolean {
  const code = text.charCodeAt(at);
  return isLetter(code) || isDigit(code) || code === MINUS || text.charAt(at) === '\\';
}

const readMark: Reader = (scanner) => {
  const mark = scanner.text.charAt(scanner.at);
  return scanner.emit('operator', withSpace(scanner, mark), scanner.at + 1);
};

/** The text of a token, with a space before it if that may have a meaning. */
function withSpace({ isAfterSpace, last }: Scanner, text: string): string {
  if (!isAfterSpace || !AFTER_SPACE.includes(text.charAt(0)) || last === undefined) return text;
  const isOperand = last.kind !== 'operator' || /^ ?[)\]*&]$/.test(last.text);
  return isOperand ? ` ${text}` : text;
}

export const css: Language = {
  id: 'css',
  family: null,
  extensions: 'css',
  tokenize(text) {
    return scan(text, [blockComment(), readUrl, readString, readNumber, readName, readMark], (tokens) => {
      const view = new CodeView(normalizeValues(tokens));
      const isEmpty = (at: number) => view.is(view.next(at), '}', ';') || view.is(view.previous(at), '{');
      return without(withoutQuotes(view), (at) => view.is(at, ';') && isEmpty(at));
    });
  },
};

/** Outside of selectors a space before a mark and the case of a color have no meaning. */
function normalizeValues(tokens: readonly Token[]): Token[] {
  const output: Token[] = [];
  let isSelector = false;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at] as Token;
    if (token.kind === 'operator' && /^[{};]$/.test(token.text)) isSelector = token.text === '{';
    output.push(
      isSelector || token.kind === 'comment' || token.kind === 'string' ? token : { ...token, text: valueText(token.text) },
    );
  }
  return output.reverse();
}

function valueText(text: string): string {
  const value = text.trimStart();
  return /^#[\da-f]{3,8}$/i.test(value) ? value.toLowerCase() : value;
}

/** `[a="b"]` is `[a=b]`. */
function withoutQuotes(view: CodeView): Token[] {
  return view.tokens.map((token, at) => {
    const isValue = token.kind === 'string' && /^"[A-Za-z_][\w-]*$/.test(token.text) && view.is(view.previous(at), '=');
    return isValue ? { ...token, kind: 'word', text: token.text.slice(1) } : token;
  });
}
