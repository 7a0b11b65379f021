// C and C++.

import type { Language } from '../language.ts';
import { isNameCharacter } from '../shared/characters.ts';
import { CodeView, without } from '../shared/code-view.ts';
import { freeText, includedFile, withDirectiveEnds } from '../shared/directives.ts';
import { blockComment, endOfNumber, endOfQuoted, lineComment, name, operators } from '../shared/readers.ts';
import { isTrailingComma } from '../shared/rules.ts';
import { type Reader, scan } from '../shared/scanner.ts';
import { NATIVE_TEST_FILE } from '../shared/test-syntax.ts';

const readOperator = operators('-> ->* ++ -- && || == != <= <=> += -= *= /= %= &= |= ^= << <<= :: .* ... ##');
const STRING_START = /(u8|u|U|L)?(R?)"/y;
const CHARACTER_START = /(u8|u|U|L)?'/y;

const readString: Reader = (scanner) => {
  STRING_START.lastIndex = scanner.at;
  const [start, prefix = '', raw = ''] = STRING_START.exec(scanner.text) ?? [];
  if (start === undefined) return false;
  const quote = scanner.at + start.length - 1;
  if (raw !== '') return readRaw(scanner, prefix, quote);
  const end = endOfQuoted(scanner.text, quote, '"');
  if (end === -1) return scanner.fail();
  return scanner.emitAdjoining(prefix, scanner.text.slice(quote + 1, end - 1).replaceAll('\\\n', ''), end);
};

/** `R"mark(text)mark"`. */
function readRaw(scanner: Parameters<Reader>[0], prefix: string, quote: number): true {
  const open = scanner.text.indexOf('(', quote);
  const mark = scanner.text.slice(quote + 1, open);
  if (open === -1 || mark.length > 16) return scanner.fail();
  const close = `)${mark}"`;
  const end = scanner.text.indexOf(close, open);
  if (end === -1) return scanner.fail();
  return scanner.emitString(`${prefix}R`, scanner.text.slice(open + 1, end), end + close.length);
}

const readCharacter: Reader = (scanner) => {
  CHARACTER_START.lastIndex = scanner.at;
  const [start] = CHARACTER_START.exec(scanner.text) ?? [];
  if (start === undefined) return false;
  const end = endOfQuoted(scanner.text, scanner.at + start.length - 1, "'");
  return end === -1 ? scanner.fail() : scanner.emit('string', scanner.text.slice(scanner.at, end), end);
};

/** A quote may separate digits. */
const readNumber: Reader = (scanner) => {
  const { text } = scanner;
  let end = endOfNumber(scanner);
  if (end === -1) return false;
  while (text.charAt(end) === "'" && isNameCharacter(text.charCodeAt(end + 1))) {
    end += 1;
    while (isNameCharacter(text.charCodeAt(end)) || (text.charAt(end) === '.' && isNameCharacter(text.charCodeAt(end + 1))))
      end += 1;
  }
  return scanner.emit('number', text.slice(scanner.at, end).toLowerCase(), end);
};

export const c: Language = {
  id: 'c',
  family: 'c',
  extensions: 'c cc cpp cxx c++ h hh hpp hxx h++ inl ipp inc m mm cu cuh',
  declarations: 'h hh hpp hxx h++',
  tests: {
    file: new RegExp(`${NATIVE_TEST_FILE.source}|(?:Tests?|TestCase)$`),
    definition:
      /^\s*(?:TEST|TYPED_TEST|SCENARIO|SUBCASE|START_TEST|Test|IGNORE_TEST|BOOST_\w*TEST_CASE|TEMPLATE_TEST_CASE)\w*\s*\(/,
    library:
      /^[ \t]{0,8}#[ \t]{0,8}include[ \t]{0,8}["<](?:check|cmocka|unity|greatest|munit|criterion\/\w{1,40}|gtest\/\w{1,40}|gmock\/\w{1,40}|catch2?\/?\w{0,40}|doctest(?:\/\w{1,40})?|CUnit\/\w{1,40})\.h(?:pp)?[">]/m,
  },
  tokenize(text) {
    const comments = [lineComment('//'), blockComment()];
    const readers = [freeText, includedFile, ...comments, readString, readCharacter, name, readNumber, readOperator];
    return scan(text, readers, (tokens) => {
      const view = new CodeView(withDirectiveEnds(tokens));
      return without(view.tokens, (at) => isTrailingComma(view, at, '}'));
    });
  },
};
