// Reads elements of JSX. Their marks and texts are strings, so that no rule takes them for operators.
import { isDigit, isLetter, wordsOf } from '../../shared/characters.ts';
import type { Scanner } from '../../shared/scanner.ts';
import type { Brackets } from './brackets.ts';

/** Type parameters of an arrow function, not an element. */
const TYPE_PARAMETERS = /<\s*(?:const\s+)?[\w$]+\s*(?:,|extends\b)/y;
/** An attribute may be written as `a="b"` or as `a={"b"}`. */
const STRING_IN_BRACES = /\{\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)')\s*\}/y;
const SPACE_IN_BRACES = /\{\s*(?:" "|' ')\s*\}/y;

export class JsxReader {
  readonly #state: Brackets;

  constructor(state: Brackets) {
    this.#state = state;
  }

  /** An element where an expression may start. */
  readStart(scanner: Scanner): boolean {
    if (!scanner.startsWith('<') || matchAt(TYPE_PARAMETERS, scanner) !== null) return false;
    return (isLetter(scanner.code(1)) || scanner.startsWith('<>')) && this.#open(scanner);
  }

  #open(scanner: Scanner): true {
    this.#state.push('tag');
    return scanner.emit('string', '<', scanner.at + 1);
  }

  readInTag(scanner: Scanner): boolean {
    const mark = scanner.text.charAt(scanner.at);
    if (mark === '"' || mark === "'") return readAttribute(scanner, mark);
    if (mark === '{') return this.#readBraces(scanner);
    if (mark === '>') return this.#readTagEnd(scanner);
    if (scanner.startsWith('/>')) {
      scanner.emit('string', '/>', scanner.at + 2);
      return this.#endElement(scanner);
    }
    const end = endOfTagName(scanner);
    if (end > scanner.at) return scanner.emit('word', scanner.text.slice(scanner.at, end), end);
    return false;
  }

  #readBraces(scanner: Scanner): true {
    const text = matchAt(STRING_IN_BRACES, scanner);
    if (text !== null) return scanner.emitString('', text[1] ?? text[2] ?? '', scanner.at + text[0].length);
    this.#state.push('attribute');
    return scanner.emit('operator', '{', scanner.at + 1);
  }

  #readTagEnd(scanner: Scanner): true {
    scanner.emit('string', '>', scanner.at + 1);
    if (this.#state.close() === 'tag') {
      this.#state.push('children');
      return this.readChildren(scanner);
    }
    return this.#endElement(scanner);
  }

  /** Removes the tag or the children of the element that ended, and goes on with the text after it. */
  #endElement(scanner: Scanner): true {
    this.#state.close();
    return this.#state.top === 'children' ? this.readChildren(scanner) : true;
  }

  /** The text up to the next element, expression or end tag. */
  readChildren(scanner: Scanner): true {
    for (;;) {
      const { text, at } = scanner;
      const end = nextMark(text, at);
      if (end === -1) return scanner.fail();
      readText(scanner, text.slice(at, end), end);
      const space = matchAt(SPACE_IN_BRACES, scanner);
      if (space === null) return this.#readMark(scanner);
      scanner.emit('string', SPACE, scanner.at + space[0].length);
    }
  }

  #readMark(scanner: Scanner): true {
    if (scanner.startsWith('{')) {
      this.#state.push('child');
      return scanner.emit('operator', '{', scanner.at + 1);
    }
    if (!scanner.startsWith('</')) return this.#open(scanner);
    this.#state.push('end tag');
    return scanner.emit('string', '</', scanner.at + 2);
  }
}

function matchAt(pattern: RegExp, { text, at }: Scanner): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readAttribute(scanner: Scanner, quote: string): true {
  const end = scanner.text.indexOf(quote, scanner.at + 1);
  if (end === -1) return scanner.fail();
  return scanner.emitString('', scanner.text.slice(scanner.at + 1, end), end + 1);
}

/** Names of elements and attributes: `a.b`, `a-b`, `a:b`. */
function endOfTagName({ text, at }: Scanner): number {
  let end = at;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (!isLetter(code) && !isDigit(code) && !'-:.$'.includes(text.charAt(end))) break;
  }
  return end;
}

/** -1 if there is none. */
function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === '<' || text[at] === '{') return at;
  return -1;
}

/** A space beside an element. */
const SPACE = '<> ';

/** Line breaks and the spaces around them have no meaning; other spaces do. */
function readText(scanner: Scanner, raw: string, end: number): void {
  const words = wordsOf(raw);
  const emit = (text: string) => scanner.emit('string', text, scanner.at);
  const isInLine = (edge: string) => edge !== '' && !edge.includes('\n');
  const first = raw.indexOf(words[0] ?? '');
  if (isInLine(words.length === 0 ? raw : raw.slice(0, first))) emit(SPACE);
  for (const word of words) emit(`<>${word}`);
  const last = words.at(-1);
  if (last !== undefined && isInLine(raw.slice(raw.lastIndexOf(last) + last.length))) emit(SPACE);
  scanner.at = end;
}
