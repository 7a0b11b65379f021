// The line a finding points at, from whatever a tool writes there.

/** Null for 0, which tools write when a finding has no place, and for everything that is no whole number. */
export function findingLine(value: unknown): number | null {
  const line = typeof value === 'string' ? Number(value) : value;
  return typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? line : null;
}
