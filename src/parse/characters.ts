// Room parse: kinds of characters, by their code: no regular expression is as cheap.

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
