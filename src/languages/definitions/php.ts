// PHP. The text outside of `<?php` and `?>` is a string.

import type { Language } from '../language.ts';
import { wordsOf } from '../shared/characters.ts';
import { CodeView, without } from '../shared/code-view.ts';
import { endOfInterpolated } from '../shared/interpolation.ts';
import { blockComment, commentWords, name, number, operators } from '../shared/readers.ts';
import { isEmptyConstructor, isTrailingComma } from '../shared/rules.ts';
import { type Reader, type Scanner, scan } from '../shared/scanner.ts';

const readOperator = operators(
  '=> -> ?-> :: ++ -- && || == != === !== <> <= <=> >= += -= *= /= .= %= &= |= ^= << <<= >> >>= ** **= ?? ??= ... #[',
);
const OPEN_TAG = /<\?(?:php\b|=|(?!xml))/gi;
const HEREDOC = /<<<[ \t]*(?:"([A-Za-z_]\w*)"|'([A-Za-z_]\w*)'|([A-Za-z_]\w*))\n/y;

/** The text before the next opening tag, at the start of the file and after a closing tag. */
const readText: Reader = (scanner) => {
  const isAfterTag = scanner.startsWith('?>');
  if (!isAfterTag && scanner.at > scanner.text.search(/[^ \t-\r]/)) return false;
  if (!isAfterTag && scanner.tokens.length > 0) return false;
  if (isAfterTag) scanner.emit('operator', '?>', scanner.at + 2);
  return readMarkup(scanner);
};

function readMarkup(scanner: Scanner): true {
  OPEN_TAG.lastIndex = scanner.at;
  const tag = OPEN_TAG.exec(scanner.text);
  const end = tag?.index ?? scanner.text.length;
  for (const word of wordsOf(scanner.text.slice(scanner.at, end))) scanner.emit('string', `>${word}`, scanner.at);
  scanner.at = end;
  return tag === null ? true : scanner.emit('operator', tag[0].toLowerCase(), OPEN_TAG.lastIndex);
}

/** Ends at the end of the line or before a closing tag. `#[` starts an attribute. */
const lineComment: Reader = (scanner) => {
  if (!scanner.startsWith('//') && !(scanner.startsWith('#') && !scanner.startsWith('#['))) return false;
  const line = scanner.text.slice(scanner.at, scanner.endOfLine());
  const text = line.split('?>', 1)[0] ?? '';
  return scanner.emitComment(commentWords(text), scanner.at + text.length);
};

/** `'a'` is `"a"` unless it contains a variable or an escape sequence. */
const readString: Reader = (scanner) => {
  const { text, at } = scanner;
  const quote = text.charAt(at);
  if (quote !== '"' && quote !== "'" && quote !== '`') return false;
  const end = endOfInterpolated(text, at + 1, quote, { mark: quote === "'" ? '' : '{$', isMultiline: true });
  if (end === -1) return scanner.fail();
  const content = text.slice(at + 1, end - 1);
  const isPlain = quote === "'" || (quote === '"' && !/\$|\\[nrtvef0-7xu]/.test(content));
  return scanner.emitString(isPlain ? '' : quote, isPlain ? content.replace(/\\([\\"'])/g, '$1') : content, end);
};

/** The closing name may be indented; then that indentation is not part of the text. */
const readHeredoc: Reader = (scanner) => {
  HEREDOC.lastIndex = scanner.at;
  const [start, quoted, literal, plain] = HEREDOC.exec(scanner.text) ?? [];
  if (start === undefined) return false;
  const from = scanner.at + start.length - 1;
  const close = new RegExp(`\\n([ \\t]*)${quoted ?? literal ?? plain}\\b`, 'g');
  close.lastIndex = from;
  const end = close.exec(scanner.text);
  if (end === null) return scanner.fail();
  const indentation = `\n${end[1] ?? ''}`;
  const content = scanner.text.slice(from, end.index).replaceAll(indentation, '\n');
  return scanner.emitString(literal === undefined ? '<<' : "<<'", content, close.lastIndex);
};

export const php: Language = {
  id: 'php',
  family: 'php',
  extensions: 'php phtml',
  tests: {
    file: /(?:Tests?|TestCase|Specs?|IT)$/,
    definition:
      /^\s*(?:(?:public|final|static)\s+)*function\s+test\w*|^\s*#\[(?:Test|DataProvider|TestWith)\b|^\s*\*?\s*@test\s*$/,
    library: /^[ \t]{0,8}use[ \t]{1,8}PHPUnit\\/m,
  },
  tokenize(text) {
    const readers = [readText, lineComment, blockComment(), readHeredoc, readString, name, number, readOperator];
    return scan(text, readers, (tokens) => {
      const view = new CodeView(tokens);
      return without(tokens, (at) => isTrailingComma(view, at, ')', ']', '}') || isEmptyConstructor(view, at, '\\'));
    });
  },
};
