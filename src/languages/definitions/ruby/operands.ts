// Whether an expression may start at the position: then `/`, `%`, `?` and `<<` start a literal and are not operators.
import { isSpace } from '../../shared/characters.ts';
import type { Scanner } from '../../shared/scanner.ts';

const BEFORE_OPERAND =
  /^(?:if|unless|while|until|elsif|case|when|in|and|or|not|return|then|else|do|begin|yield|puts|raise|super|rescue|ensure)$/;

export function expectsOperand({ last }: Scanner): boolean {
  if (last === undefined) return true;
  if (last.kind === 'word') return BEFORE_OPERAND.test(last.text);
  return last.kind === 'operator' && !/^[)\]}]$/.test(last.text);
}

/** Also after the name of a method, as in `split /,/`: a space before and none after. */
export function mayStartLiteral(scanner: Scanner): boolean {
  if (expectsOperand(scanner) || scanner.isAfterNewline) return true;
  const next = scanner.code(1);
  return scanner.last?.kind === 'word' && scanner.isAfterSpace && !isSpace(next) && scanner.text.charAt(scanner.at + 1) !== '=';
}
