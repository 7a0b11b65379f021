// Java.

import type { Language } from '../language.ts';
import { CodeView, without } from '../shared/code-view.ts';
import { withoutIndentation } from '../shared/indentation.ts';
import { blockComment, lineComment, name, number, operators, quoted } from '../shared/readers.ts';
import { isTrailingComma } from '../shared/rules.ts';
import { type Reader, scan } from '../shared/scanner.ts';
import { JUNIT } from '../shared/test-syntax.ts';

const readOperator = operators('-> :: ++ -- && || == != <= += -= *= /= &= |= ^= %= << <<= ...');

const textBlock: Reader = (scanner) => {
  if (!scanner.startsWith('"""')) return false;
  const end = endOfTextBlock(scanner.text, scanner.at + 3);
  if (end === -1) return scanner.fail();
  return scanner.emitString('""', withoutIndentation(scanner.text.slice(scanner.at + 3, end)), end + 3);
};

function endOfTextBlock(text: string, from: number): number {
  let end = text.indexOf('"""', from);
  while (end !== -1 && text.charAt(end - 1) === '\\') end = text.indexOf('"""', end + 1);
  return end;
}

export const java: Language = {
  id: 'java',
  family: 'jvm',
  extensions: 'java',
  tests: JUNIT,
  tokenize(text) {
    const readers = [lineComment('//'), blockComment(), textBlock, quoted('"'), quoted("'"), name, number, readOperator];
    return scan(text, readers, (tokens) => {
      const view = new CodeView(tokens);
      return without(tokens, (at) => isTrailingComma(view, at, '}'));
    });
  },
};
