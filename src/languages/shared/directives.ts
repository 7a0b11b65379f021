// Lines for the preprocessor of C, C++ and C#. Their end has a meaning.
import type { Token } from '../token.ts';
import { wordsOf } from './characters.ts';
import { CodeView } from './code-view.ts';
import type { Reader } from './scanner.ts';

/** The text after these names is no code. */
const FREE_TEXT = /^#[ \t]*(?:error|warning|region|endregion)\b/;

/** `#error don't do this`. */
export const freeText: Reader = (scanner) => {
  if (!scanner.startsWith('#') || !scanner.isAfterNewline) return false;
  const end = scanner.endOfLine();
  const text = scanner.text.slice(scanner.at, end);
  if (!FREE_TEXT.test(text)) return false;
  for (const word of wordsOf(text.replace(/^#[ \t]*/, '#'))) scanner.emit('string', word, scanner.at);
  scanner.at = end;
  return true;
};

/** `#include <a/b.h>`. */
export const includedFile: Reader = (scanner) => {
  const { text, at, tokens, last } = scanner;
  if (!scanner.startsWith('<') || !/^(?:include|import|include_next)$/.test(last?.text ?? '') || tokens.at(-2)?.text !== '#')
    return false;
  const end = text.indexOf('>', at);
  return end !== -1 && end < scanner.endOfLine() && scanner.emit('string', text.slice(at, end + 1), end + 1);
};

/** Adds a token at the end of each line for the preprocessor. */
export function withDirectiveEnds(tokens: readonly Token[]): Token[] {
  const view = new CodeView(tokens);
  let isInDirective = false;
  return tokens.flatMap((token, at): Token[] => {
    if (token.kind === 'comment') return [token];
    if (token.afterNewline) isInDirective = token.text.startsWith('#');
    const next = view.tokens[view.next(at)];
    const isEnd = isInDirective && (next === undefined || next.afterNewline);
    return isEnd ? [token, { kind: 'break', text: '\n', start: token.start, end: token.start, afterNewline: false }] : [token];
  });
}
