// Formats lists of names for sentences, cut to a readable length.

const NAMES_SHOWN = 3;

/** "a, b, c and 4 more", in the order given. */
export function summarizeList(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const more = names.length - NAMES_SHOWN;
  return more > 0 ? `${shown} and ${more} more` : shown;
}
