// Many files in one sentence.

const FILES_SHOWN = 5;

/** The first few by name, the others by number. */
export function summarizeList(paths: readonly string[]): string {
  const more = paths.length > FILES_SHOWN ? ` and ${paths.length - FILES_SHOWN} more` : '';
  return `${paths.slice(0, FILES_SHOWN).join(', ')}${more}`;
}
