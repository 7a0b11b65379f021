// Text of unknown origin, so that what is shown is what is there: on a terminal, in a report, on the page.

/**
 * What a terminal obeys instead of showing, what reorders or hides text, and what merely looks like a space:
 * control and format characters, line separators, halves of surrogate pairs, invisible fillers, odd spaces.
 */
const NOT_PLAINLY_VISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** Real scripts stack up to four marks on a letter; a tower of them covers the lines above. */
const TOWER_OF_MARKS = /(?<=\p{M}{4})\p{M}/gu;

const SHORT_ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line of visible characters: a newline becomes `\n`, a right-to-left override `\u202e`. */
export function visibleText(text: string): string {
  return text.replace(TOWER_OF_MARKS, escapeCharacter).replace(NOT_PLAINLY_VISIBLE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
