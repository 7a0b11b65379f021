// Character codes and cheap searches: far faster than regular expressions, and engines find a single character many times
// as fast as a longer string.

/** Codes of characters, for comparisons with `charCodeAt`: far cheaper than comparing strings. */
export const CharCode = {
  TAB: 9,
  CARRIAGE_RETURN: 13,
  SPACE: 32,
  EXCLAMATION: 33,
  QUOTE: 34,
  HASH: 35,
  DOLLAR: 36,
  PERCENT: 37,
  APOSTROPHE: 39,
  LEFT_PAREN: 40,
  RIGHT_PAREN: 41,
  ASTERISK: 42,
  DASH: 45,
  DOT: 46,
  DIGIT_0: 48,
  COLON: 58,
  LESS_THAN: 60,
  EQUALS: 61,
  GREATER_THAN: 62,
  QUESTION_MARK: 63,
  UPPER_B: 66,
  UPPER_D: 68,
  UPPER_E: 69,
  UPPER_F: 70,
  UPPER_I: 73,
  UPPER_P: 80,
  UPPER_R: 82,
  UPPER_S: 83,
  UPPER_T: 84,
  UPPER_U: 85,
  LEFT_BRACKET: 91,
  RIGHT_BRACKET: 93,
  BACKTICK: 96,
  LOWER_E: 101,
  LOWER_M: 109,
  LOWER_O: 111,
  LOWER_R: 114,
  LOWER_S: 115,
  LOWER_U: 117,
  LOWER_W: 119,
  LOWER_X: 120,
  LEFT_BRACE: 123,
  PIPE: 124,
  INFORMATION: 0x2139,
  REPLACEMENT: 0xfffd,
} as const;

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether the text starts with a number and a word, as totals do: "3 tests". Dates and times do not. */
export function startsWithCount(text: string): boolean {
  const { length } = text;
  let at = 0;
  while (at < length && isDigit(text.charCodeAt(at))) at += 1;
  return (
    at > 0 && at + 1 < length && text.charCodeAt(at) === 32 && text.charCodeAt(at + 1) >= 97 && text.charCodeAt(at + 1) <= 122
  );
}

/** By the codes of single characters: engines find a number far quicker than a character that was cut out of a line. */
export function byCode<Value>(entries: Readonly<Record<string, Value>>): ReadonlyMap<number, Value> {
  return new Map(Object.entries(entries).map(([character, value]) => [character.charCodeAt(0), value]));
}

/** The index of the first double occurrence of a character; -1 if there is none. */
export function indexOfTwice(text: string, character: string): number {
  const code = character.charCodeAt(0);
  const last = text.length - 1;
  for (let at = text.indexOf(character); at !== -1 && at < last; at = text.indexOf(character, at + 1)) {
    if (text.charCodeAt(at + 1) === code) return at;
  }
  return -1;
}

/** The index of the first " ... "; -1 if there is none. Searches for the dots, which are rarer. */
export function indexOfDots(text: string): number {
  const twice = indexOfTwice(text, '.');
  if (twice === -1) return -1;
  return twice > 0 && text.startsWith(' ... ', twice - 1) ? twice - 1 : text.indexOf(' ... ', twice);
}

/** Whether the text holds another one, which starts with the given character, a rare one. */
export function holds(text: string, wanted: string, first: string): boolean {
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    if (text.startsWith(wanted, at)) return true;
  }
  return false;
}

/** The index of the first character that is not white space; the length of the text if there is none. */
export function firstVisible(text: string): number {
  const { length } = text;
  let index = 0;
  while (index < length && text.charCodeAt(index) <= 32) index += 1;
  return index;
}

/** Whether one of the prefixes starts at that index. */
export function startsWithAny(text: string, beginnings: readonly string[], start: number): boolean {
  // Not by an iterator, here and below: this is asked of many lines.
  for (let index = 0; index < beginnings.length; index += 1) {
    if (text.startsWith(beginnings[index] as string, start)) return true;
  }
  return false;
}

/** Whether one of the suffixes ends at that index. */
export function endsWithAny(text: string, endings: readonly string[], end: number): boolean {
  for (let index = 0; index < endings.length; index += 1) if (text.endsWith(endings[index] as string, end)) return true;
  return false;
}
