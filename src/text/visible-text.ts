// Makes untrusted text visible before it is shown on a terminal, in a report or on the page.

/**
 * Characters that terminals interpret, that reorder or hide text, or that look like a space:
 * control and format characters, line separators, unpaired surrogates, invisible fillers, unusual spaces.
 */
const NOT_PLAINLY_VISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** Real scripts stack up to four combining marks on a letter; more would cover the lines above. */
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
