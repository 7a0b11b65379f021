// Strings of Python, with their prefixes and the expressions of f-strings.
import { endOfInterpolated } from '../../shared/interpolation.ts';
import { withoutQuoteEscapes } from '../../shared/readers.ts';
import type { Reader } from '../../shared/scanner.ts';

const STRING_START = /([A-Za-z]{0,2})("""|'''|"|')/y;

export const readString: Reader = (scanner) => {
  const { text, at } = scanner;
  STRING_START.lastIndex = at;
  const [start, prefix = '', quote = ''] = STRING_START.exec(text) ?? [];
  if (start === undefined || !/^[rbuft]*$/i.test(prefix)) return false;
  const kind = prefix.toLowerCase().replace('u', '');
  const end = endOfInterpolated(text, at + start.length, quote, { mark: /[ft]/.test(kind) ? '{' : '', isDoubled: true });
  if (end === -1) return scanner.fail();
  const content = text.slice(at + start.length, end - quote.length);
  const value = kind.includes('r') ? content : withoutQuoteEscapes(kind === 'f' ? withOneQuote(content) : content);
  const isSameLine = !scanner.isAfterNewline || scanner.depth > 0;
  return scanner.emitAdjoining(`${[...kind].sort().join('')}${quote.length === 3 ? '""' : ''}`, value, end, isSameLine);
};

/** The strings inside the braces of an f-string, with one kind of quote. */
function withOneQuote(content: string): string {
  let depth = 0;
  return content.replace(/\{\{|\}\}|[{}']/g, (mark) => {
    if (mark === '{') depth += 1;
    else if (mark === '}') depth -= 1;
    return mark === "'" && depth > 0 ? '"' : mark;
  });
}
