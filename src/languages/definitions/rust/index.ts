// Rust.

import type { Language } from '../../language.ts';
import { isLetter } from '../../shared/characters.ts';
import { endOfQuoted, lineComment, name, nameAt, nestedComment, number, operators } from '../../shared/readers.ts';
import { type Reader, scan } from '../../shared/scanner.ts';
import { NATIVE_TEST_FILE } from '../../shared/test-syntax.ts';
import { fencedLines } from '../../shared/tests-in-comments.ts';
import { normalize } from './neutral.ts';

/** `&` and `|` are always alone: `&&a` is a reference to a reference, and `||` starts a closure. */
const readOperator = operators('-> => :: == != <= += -= *= /= %= ^= << .. ... ..=');
const RAW_STRING = /(b|c|br|cr|r)?(#{0,99})"/y;

/** Strings may have several lines. A raw string ends with as many `#` as it starts with. */
const readString: Reader = (scanner) => {
  const { text, at } = scanner;
  RAW_STRING.lastIndex = at;
  const [start, prefix = '', hashes = ''] = RAW_STRING.exec(text) ?? [];
  if (start === undefined || (hashes !== '' && !prefix.endsWith('r'))) return false;
  const from = at + start.length;
  const end = prefix.endsWith('r') ? text.indexOf(`"${hashes}`, from) : endOfEscaped(text, from);
  if (end === -1) return scanner.fail();
  return scanner.emitString(`${prefix}${hashes}`, text.slice(from, end), end + 1 + hashes.length);
};

/** The index of the closing quote. */
function endOfEscaped(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === '"') return at;
  }
  return -1;
}

/** A character, or the name of a lifetime. */
const readCharacter: Reader = (scanner) => {
  const quote = scanner.startsWith("b'") ? scanner.at + 1 : scanner.at;
  if (scanner.text.charAt(quote) !== "'") return false;
  const end = endOfQuoted(scanner.text, quote, "'");
  // A byte outside ASCII is a part of a character: no character has more than four bytes.
  const isCharacter = end !== -1 && (scanner.text.charAt(quote + 1) === '\\' || end - quote <= 6);
  const isLifetime = quote === scanner.at && isLetter(scanner.code(1)) && scanner.text.charAt(quote + 2) !== "'";
  if (isCharacter && !(isLifetime && !isOneCharacter(scanner.text.slice(quote + 1, end - 1)))) {
    return scanner.emit('string', scanner.text.slice(scanner.at, end), end);
  }
  if (isLifetime) return scanner.emit('word', ...nameAt(scanner));
  return scanner.fail();
};

/** In UTF-8, one character is one byte in ASCII, or two to four bytes outside. */
function isOneCharacter(text: string): boolean {
  return text.startsWith('\\') || text.length === 1 || /^[^\0-\x7f]{2,4}$/.test(text);
}

const rawName: Reader = (scanner) =>
  /^r#[A-Za-z_]/.test(scanner.text.slice(scanner.at, scanner.at + 3)) && scanner.emit('operator', 'r#', scanner.at + 2);

export const rust: Language = {
  id: 'rust',
  family: 'rust',
  extensions: 'rs',
  tests: {
    file: new RegExp(`${NATIVE_TEST_FILE.source}|^tests$`),
    definition: /^\s*#\[(?:\w+::)*(?:test|rstest|test_case|case|quickcheck|proptest|wasm_bindgen_test)\b/,
    areInSource: true,
    inComments: { file: /```|^\s*(?:\/\/[/!]|\*)(?: {5}|\s?\t)/m, comment: /^\/\/[/!]|^\/\*[*!]/, linesOf: fencedLines },
  },
  tokenize(text) {
    const readers = [lineComment('//'), nestedComment(), rawName, readString, readCharacter, name, number, readOperator];
    return scan(text, readers, normalize);
  },
};
