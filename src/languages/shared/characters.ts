// Classes of characters. Texts have one character per byte: a byte outside ASCII counts as a letter.

export const NEWLINE = 10;
export const SPACE = 32;
export const DOLLAR = 36;
export const PLUS = 43;
export const MINUS = 45;
export const DOT = 46;
export const SLASH = 47;
export const BACKSLASH = 92;
export const UNDERSCORE = 95;

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === UNDERSCORE || code >= 128;
}

/** A character of a name: letters, digits, `_` and `$`. */
export function isNameCharacter(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === DOLLAR;
}

export function isSpace(code: number): boolean {
  return code === SPACE || (code >= 9 && code <= 13);
}

/** The parts between white space. Not `\s`, which includes a byte that is a part of letters in UTF-8. */
export function wordsOf(text: string): string[] {
  return text.split(/[ \t-\r]+/).filter((word) => word !== '');
}
