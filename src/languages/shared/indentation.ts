// Strings over several lines whose indentation is not part of their value.

/** The content without the indentation that its lines after the first have in common. Blank lines do not count. */
export function withoutIndentation(content: string): string {
  const [first = '', ...lines] = content.split('\n');
  let common = Number.POSITIVE_INFINITY;
  for (const [at, line] of lines.entries()) {
    const width = line.search(/[^ \t]|$/);
    // The last line holds the closing mark.
    if (width < line.length || at === lines.length - 1) common = Math.min(common, width);
  }
  return [first, ...lines.map((line) => line.slice(common))].join('\n');
}
