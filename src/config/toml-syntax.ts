// Parses TOML to a syntax tree, or reports where and why the text is not TOML.
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { type HydraError, hydraError } from '../contract/index.ts';
import { abridge } from './toml-text.ts';

export function parseTomlSyntax(source: string, file: string): AST.TOMLProgram {
  refuseLoneCarriageReturn(source, file);
  try {
    // 1.1 only adds to 1.0: trailing commas and line breaks in inline tables, and a few escapes.
    return parseTOML(source, { tomlVersion: '1.1.0' });
  } catch (error) {
    if (error instanceof ParseError) throw syntaxError(reasonOf(error, source), file, source, offsetOf(error, source));
    // The parser recurses over nesting and spreads strings over arguments: both can overflow the stack.
    if (!(error instanceof RangeError)) throw error;
    throw hydraError('config_syntax', { reason: 'a value is nested too deeply or is too long' }, { place: { file } });
  }
}

/** The parser accepts a lone carriage return as a line break, which TOML forbids: a comment could hide a key after it. */
function refuseLoneCarriageReturn(source: string, file: string): void {
  const offset = source.search(/\r(?!\n)/);
  if (offset !== -1) throw syntaxError('a carriage return stands without a line feed', file, source, offset);
}

export function syntaxError(reason: string, file: string, source: string, offset: number): HydraError {
  const before = source.slice(0, offset).split('\n');
  const line = before.length;
  const column = (before.at(-1) ?? '').length + 1;
  const value = abridge(source.split('\n')[line - 1] ?? '');
  return hydraError('config_syntax', { reason }, { place: { file, line, column }, value });
}

/** The parser notices that a line or the file ended too early only at the next token. */
function offsetOf(error: ParseError, source: string): number {
  const tooEarly = lineEndedEarly(error, source) || isBlank(source.slice(error.index));
  return tooEarly ? source.slice(0, error.index).trimEnd().length : error.index;
}

const LINE_ENDED = 'The key, equals sign, and value must be on the same line';
const UNEXPECTED = ['Unexpected character', 'Unexpected token'];

function lineEndedEarly({ message, index }: ParseError, source: string): boolean {
  return message === LINE_ENDED || (UNEXPECTED.includes(message) && /=[ \t]*(#.*)?\r?\n\s*$/.test(textBefore(index, source)));
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** Enough text to see what came before. */
function textBefore(index: number, source: string): string {
  return source.slice(Math.max(0, index - 200), index);
}

/** Rewords parser messages that read badly after "not valid TOML:". */
const CLEARER_REASONS: Record<string, string> = {
  'Unterminated string constant': 'the string is not closed',
  'Unterminated table-key': 'the header of the table is not closed',
  'Unterminated array': 'the list is not closed',
  'Unterminated inline table': 'the inline table is not closed',
  'Empty bare keys are not allowed': 'the key is missing',
  'Must be a newline': 'expected the end of the line',
  'Expected equal (=) token': 'expected `=` after the key',
  'Expected comma (,) token': 'expected a comma',
  'Unspecified values are invalid': 'the value is missing',
  'Defining a key multiple times is invalid': 'this key is defined twice',
  'Control characters (codes < 0x1f and 0x7f) are not allowed': 'control characters are not allowed',
  'Unexpected invalid date': 'there is no such date',
  'Unexpected invalid time': 'there is no such time',
};

function reasonOf(error: ParseError, source: string): string {
  if (lineEndedEarly(error, source)) return 'the line ends too early';
  if (UNEXPECTED.includes(error.message)) return unexpectedText(error.index, source);
  return CLEARER_REASONS[error.message] ?? error.message.charAt(0).toLowerCase() + error.message.slice(1);
}

function unexpectedText(index: number, source: string): string {
  const codePoint = source.codePointAt(index);
  if (codePoint === undefined || isBlank(source.slice(index))) return 'the file ends too early';
  const char = String.fromCodePoint(codePoint);
  const beginsAValue = /[=,[]\s*$/.test(textBefore(index, source));
  if (beginsAValue && /\p{L}/u.test(char)) return 'expected a value; text needs quotes';
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(char)) return `unexpected character \`${char}\``;
  return `unexpected character U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
