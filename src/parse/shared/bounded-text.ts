// Names and messages that continue over several lines.

/** No tool writes longer ones: what follows is other output, of any length. */
const MAX_LENGTH = 20_000;

/** Unchanged once the text is too long. */
export function appendBounded(text: string, separator: string, more: string): string {
  return text.length < MAX_LENGTH ? `${text}${separator}${more}` : text;
}
