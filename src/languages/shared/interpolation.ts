// Strings with expressions inside. The expressions may contain strings with the same quotes.
import { BACKSLASH, NEWLINE } from './characters.ts';

/** No sane program nests deeper. */
const MAX_DEPTH = 50;

export interface Interpolation {
  /** What starts an expression inside a string: `{`, `#{` or `{$`. A closing brace ends it. Empty if nothing does. */
  mark: string;
  /** Whether a doubled mark is a plain character. */
  isDoubled?: boolean;
  /** Whether the string may have several lines. */
  isMultiline?: boolean;
}

/** The index after the closing quote of a string whose content starts at `start`; -1 if it has no end. */
export function endOfInterpolated(text: string, start: number, quote: string, rules: Interpolation): number {
  const open: string[] = [quote];
  let at = start;
  while (at < text.length && at !== -1 && open.length > 0 && open.length <= MAX_DEPTH) {
    at = open.at(-1) === '{' ? stepInExpression(text, at, open) : stepInString(text, at, open, rules);
  }
  return open.length === 0 ? at : -1;
}

/** One step in a string. Returns the next position, or -1 if the line ends before the string. */
function stepInString(text: string, at: number, open: string[], { mark, isDoubled, isMultiline }: Interpolation): number {
  const quote = open.at(-1) ?? '';
  const code = text.charCodeAt(at);
  if (code === BACKSLASH) return at + 2;
  if (text.startsWith(quote, at)) {
    open.pop();
    return at + quote.length;
  }
  if (code === NEWLINE && quote.length === 1 && !isMultiline) return -1;
  if (mark === '' || !text.startsWith(mark, at)) return at + 1;
  if (isDoubled && text.startsWith(mark, at + mark.length)) return at + 2 * mark.length;
  open.push('{');
  return at + mark.length;
}

/** One step in an expression. Returns the next position. */
function stepInExpression(text: string, at: number, open: string[]): number {
  const character = text.charAt(at);
  if (character === '}') open.pop();
  else if (character === '{') open.push('{');
  else if (character === '"' || character === "'") {
    const quote = text.startsWith(character.repeat(3), at) ? character.repeat(3) : character;
    open.push(quote);
    return at + quote.length;
  }
  return at + 1;
}
