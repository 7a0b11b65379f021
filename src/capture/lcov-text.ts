// Executed lines as LCOV, the form in which Hydra stores what it measured itself.

export function lcovRecord(path: string, lines: Iterable<readonly [number | string, boolean]>): string {
  const rows = [...lines].sort(([a], [b]) => Number(a) - Number(b)).map(([line, ran]) => `DA:${line},${ran ? 1 : 0}\n`);
  return `SF:${path}\n${rows.join('')}end_of_record\n`;
}
