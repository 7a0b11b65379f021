// Reads JavaScript and TypeScript into tokens. A stack of open brackets tells a division from a regular expression, the end of
// an expression in a template from the end of a block, and a comparison from an element of JSX.

import type { ReadTokens } from '../../language.ts';
import { isLetter, SLASH } from '../../shared/characters.ts';
import { blockComment, endOfQuoted, lineComment, name, nameAt, operators, withoutQuoteEscapes } from '../../shared/readers.ts';
import { type Reader, type Scanner, scan } from '../../shared/scanner.ts';
import { Brackets } from './brackets.ts';
import { JsxReader } from './jsx.ts';
import { normalize } from './neutral.ts';
import { readNumber } from './numbers.ts';

const readOperator = operators('=> === !== == != <= >= << <<= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= ** **= &&= ||= ??= ...');

export function scanJavaScript(text: string, hasJsx: boolean): ReadTokens {
  const state = new Brackets();
  const jsx = new JsxReader(state);
  /** Where the template or element starts that is open. */
  let textStart = 0;
  const readers: Reader[] = [
    ({ at }) => {
      if (!state.isInText) textStart = at;
      return false;
    },
    (scanner) => (state.top === 'tag' || state.top === 'end tag' ? jsx.readInTag(scanner) : false),
    hashbang,
    lineComment('//'),
    blockComment(),
    readString,
    readName,
    readNumber,
    (scanner) => readRegularExpression(scanner, state),
    (scanner) => hasJsx && state.expectsOperand(scanner) && jsx.readStart(scanner),
    (scanner) => readTemplate(scanner, state),
    (scanner) => readBracket(scanner, state, jsx),
    readOperator,
  ];
  return scan(text, readers, normalize, () => (state.isInText ? textStart : text.length));
}

const hashbang: Reader = (scanner) => scanner.at === 0 && scanner.startsWith('#!') && lineComment('#!')(scanner);

const readString: Reader = (scanner) => {
  const quote = scanner.text.charAt(scanner.at);
  if (quote !== '"' && quote !== "'") return false;
  const end = endOfQuoted(scanner.text, scanner.at, quote);
  if (end === -1) return scanner.fail();
  return scanner.emitString('', withoutQuoteEscapes(scanner.text.slice(scanner.at + 1, end - 1)), end);
};

/** A private name is a word too. */
const readName: Reader = (scanner) => {
  if (!scanner.startsWith('#')) return name(scanner);
  return isLetter(scanner.code(1)) && scanner.emit('word', ...nameAt(scanner));
};

function readRegularExpression(scanner: Scanner, state: Brackets): boolean {
  if (scanner.code() !== SLASH || !state.expectsOperand(scanner)) return false;
  const end = endOfPattern(scanner);
  return end !== -1 && scanner.emit('string', scanner.text.slice(scanner.at, end), end);
}

/** The index after the flags; -1 if the line ends before the pattern. */
function endOfPattern({ text, at }: Scanner): number {
  let isInClass = false;
  for (let end = at + 1; end < text.length; end += 1) {
    const character = text.charAt(end);
    if (character === '\n') return -1;
    if (character === '\\') end += 1;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) {
      end += 1;
      while (isLetter(text.charCodeAt(end))) end += 1;
      return end;
    }
  }
  return -1;
}

function readTemplate(scanner: Scanner, state: Brackets): boolean {
  return scanner.startsWith('`') && readTemplatePart(scanner, state, scanner.at + 1);
}

/** The text of a template up to its end or to the next expression in it. It starts at `from`. */
function readTemplatePart(scanner: Scanner, state: Brackets, from: number): true {
  const { text } = scanner;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '`') return scanner.emitString('`', text.slice(from, at), at + 1);
    else if (character === '$' && text.charAt(at + 1) === '{') {
      scanner.emitString('`', text.slice(from, at), at);
      state.push('template');
      return scanner.emit('operator', '${', at + 2);
    }
  }
  return scanner.fail();
}

function readBracket(scanner: Scanner, state: Brackets, jsx: JsxReader): boolean {
  const mark = scanner.text.charAt(scanner.at);
  if (mark === '(') state.push(isHead(scanner) ? 'head' : '(');
  else if (mark === '[') state.push('[');
  else if (mark === '{') state.push(opensBlock(scanner, state) ? 'block' : 'object');
  else if (mark === '}') return readClosingBrace(scanner, state, jsx);
  else if (mark === ')' || mark === ']') state.close();
  else return false;
  return scanner.emit('operator', mark, scanner.at + 1);
}

function readClosingBrace(scanner: Scanner, state: Brackets, jsx: JsxReader): true {
  const closed = state.close();
  if (closed === 'template') {
    scanner.emit('operator', '}', scanner.at + 1);
    return readTemplatePart(scanner, state, scanner.at);
  }
  scanner.emit('operator', '}', scanner.at + 1);
  return closed === 'child' ? jsx.readChildren(scanner) : true;
}

/** Whether the parenthesis belongs to a statement such as `if`, after which another statement starts. */
function isHead({ last, tokens }: Scanner): boolean {
  return last?.kind === 'word' && /^(?:if|while|for|with|await)$/.test(last.text) && tokens.at(-2)?.text !== '.';
}

function opensBlock({ last }: Scanner, state: Brackets): boolean {
  if (last === undefined || last.kind === 'string') return true;
  if (last.kind === 'word') return !/^(?:return|case|typeof|in|of|new|default|yield|await|void|throw|delete)$/.test(last.text);
  if (last.text === '}') return state.closed === 'block';
  return /^(?:\)|;|\{|=>|\]|>)$/.test(last.text);
}
