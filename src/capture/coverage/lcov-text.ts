// Formats executed lines as LCOV, in which Hydra stores its own measurements.

export function lcovRecord(path: string, lines: Iterable<readonly [number | string, boolean]>): string {
  const rows = [...lines].sort(([a], [b]) => Number(a) - Number(b)).map(([line, ran]) => `DA:${line},${ran ? 1 : 0}\n`);
  return `SF:${path}\n${rows.join('')}end_of_record\n`;
}
