// Makes untrusted text visible on the page. A browser joins letters and pictographs correctly, so the joiners that a script
// or an emoji needs are kept; everywhere else they could hide a difference and are shown as escapes.
import { visibleText } from '../../src/text/index.ts';

/** Scripts whose spelling needs joiners. Latin, Cyrillic and Greek do not, and identifiers of code are mostly Latin. */
const JOINING_SCRIPTS = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu'],
  ...['Kannada', 'Malayalam', 'Sinhala', 'Myanmar', 'Khmer', 'Tibetan'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** A letter or its mark; a joiner beside a digit or a punctuation mark of these scripts is not spelling. */
const LETTER = `(?=[\\p{L}\\p{M}])[${JOINING_SCRIPTS}]`;
const PICTOGRAPH = '\\p{Extended_Pictographic}';
const JOINER = new RegExp(
  `((?<=${LETTER})[\\u200c\\u200d](?=${LETTER})|(?<=${PICTOGRAPH}\\p{Emoji_Modifier}?)\\ufe0f?\\u200d(?=${PICTOGRAPH}))`,
  'u',
);
const HAS_JOINER = /[\u200c\u200d]/;

/** As visibleText, but keeps joiners between letters of a joining script and between pictographs. */
export function pageText(text: string): string {
  if (!HAS_JOINER.test(text)) return visibleText(text);
  return text
    .split(JOINER)
    .map((piece, index) => (index % 2 === 1 ? piece : visibleText(piece)))
    .join('');
}
