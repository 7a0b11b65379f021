// Looks into JSON of unknown shape without believing anything about it.

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null when there is no such member, or it is not a string. */
export function textMember(record: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = record[name];
  return typeof value === 'string' ? value : null;
}

/** Null when there is no such member, or it is not a whole number from 0. */
export function countMember(record: Readonly<Record<string, unknown>>, name: string): number | null {
  const value = record[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Empty when there is no such member, or it is not an object. */
export function recordMember(record: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = record[name];
  return isRecord(value) ? value : {};
}

/** The objects of a list; empty when there is no such member, or it is not a list. */
export function recordsMember(
  record: Readonly<Record<string, unknown>>,
  name: string,
): readonly Readonly<Record<string, unknown>>[] {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
