// Reads JSON of unknown shape: no member is assumed to exist or to have the expected type.

export type Json = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; empty for any other value. */
export function records(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The strings of a list; empty for any other value. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** `path` is a member name, or several as in "location.start.line" and "spans.0.file". Undefined where there is no such member. */
export function member(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const dot = path.indexOf('.');
  if (dot === -1) return (value as Json)[path];
  return member((value as Json)[path.slice(0, dot)], path.slice(dot + 1));
}

/** Null when there is no such member, or it is not a string. */
export function textMember(value: unknown, path: string): string | null {
  const text = member(value, path);
  return typeof text === 'string' ? text : null;
}

/** Null when there is no such member, or it is not a whole number from 0. */
export function countMember(value: unknown, path: string): number | null {
  const count = member(value, path);
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** Null when there is no such member, or it is not a number. */
export function numberMember(value: unknown, path: string): number | null {
  const number = member(value, path);
  return typeof number === 'number' ? number : null;
}

/** Empty when there is no such member, or it is not an object. */
export function recordMember(value: unknown, path: string): Json {
  const record = member(value, path);
  return isRecord(record) ? record : {};
}

/** The objects of a list; empty when there is no such member, or it is not a list. */
export function recordsMember(value: unknown, path: string): Json[] {
  return records(member(value, path));
}
