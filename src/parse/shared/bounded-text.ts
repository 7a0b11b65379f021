// Names and messages that go on over several lines.

/** No tool's are longer: what still follows is other output, and may be any amount of it. */
const LONGEST = 20_000;

/** Both with something between them, or the text alone where it is longer than any. */
export function extended(text: string, between: string, more: string): string {
  return text.length < LONGEST ? `${text}${between}${more}` : text;
}
