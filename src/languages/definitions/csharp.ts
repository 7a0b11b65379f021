// C#.

import type { Language } from '../language.ts';
import { CodeView, without } from '../shared/code-view.ts';
import { freeText, withDirectiveEnds } from '../shared/directives.ts';
import { endOfInterpolated } from '../shared/interpolation.ts';
import { blockComment, lineComment, name, number, operators, quoted } from '../shared/readers.ts';
import { isTrailingComma } from '../shared/rules.ts';
import { type Reader, scan } from '../shared/scanner.ts';
import { DOTNET_TESTS } from '../shared/test-syntax.ts';

const readOperator = operators('=> -> :: ++ -- && || == != <= += -= *= /= %= &= |= ^= << <<= ?? ??= ?. ..');
const STRING_START = /([$@]{0,9})("{1,99})/y;

const readString: Reader = (scanner) => {
  const { text, at } = scanner;
  STRING_START.lastIndex = at;
  const [start, prefix = '', quotes = ''] = STRING_START.exec(text) ?? [];
  if (start === undefined) return false;
  const isRaw = quotes.length >= 3 && !prefix.includes('@');
  const from = at + prefix.length + (isRaw ? quotes.length : 1);
  const end = isRaw ? endOfRaw(text, from, quotes) : endOfString(text, from, prefix);
  if (end === -1) return scanner.fail();
  const kind = [...prefix].sort().join('') + (isRaw ? quotes.slice(1) : '');
  return scanner.emitString(kind, text.slice(from, end - (isRaw ? quotes.length : 1)), end);
};

function endOfRaw(text: string, from: number, quotes: string): number {
  const end = text.indexOf(quotes, from);
  return end === -1 ? -1 : end + quotes.length;
}

function endOfString(text: string, from: number, prefix: string): number {
  const mark = prefix.includes('$') ? '{' : '';
  if (!prefix.includes('@')) return endOfInterpolated(text, from, '"', { mark, isDoubled: true });
  // A doubled quote is a part of the text, and a backslash is a plain character.
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 2))
    if (text.charAt(end + 1) !== '"') return end + 1;
  return -1;
}

export const csharp: Language = {
  id: 'csharp',
  family: 'dotnet',
  extensions: 'cs',
  tests: DOTNET_TESTS,
  tokenize(text) {
    const readers = [freeText, lineComment('//'), blockComment(), readString, quoted("'"), name, number, readOperator];
    return scan(text, readers, (tokens) => {
      const view = new CodeView(withDirectiveEnds(tokens));
      return without(view.tokens, (at) => isTrailingComma(view, at, '}'));
    });
  },
};
