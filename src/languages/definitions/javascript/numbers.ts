// Numbers of JavaScript and CSS.
import { DOT, isDigit, isNameCharacter } from '../../shared/characters.ts';
import { plainDecimal } from '../../shared/decimals.ts';
import { endOfNumber } from '../../shared/readers.ts';
import type { Reader } from '../../shared/scanner.ts';

export const readNumber: Reader = (scanner) => {
  let end = endOfNumber(scanner);
  if (end === -1) return false;
  const { text, at } = scanner;
  const next = text.charCodeAt(end + 1);
  const isWhole = /^\d+$/.test(text.slice(at, end));
  if (isWhole && text.charCodeAt(end) === DOT && next !== DOT && !isNameCharacter(next) && !isDigit(next)) end += 1;
  return scanner.emit('number', plainDecimal(text.slice(at, end)), end);
};
