// Formats many files in one sentence.

const FILES_SHOWN = 5;

/** The first few names, and the number of others. */
export function summarizeList(paths: readonly string[]): string {
  const more = paths.length > FILES_SHOWN ? ` and ${paths.length - FILES_SHOWN} more` : '';
  return `${paths.slice(0, FILES_SHOWN).join(', ')}${more}`;
}
