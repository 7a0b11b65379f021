// The single settings of a policy or a hydra.toml.

export interface Leaf {
  path: string[];
  value: unknown;
}

/** Lists and empty tables are leaves; other tables are traversed, in their own order. */
export function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ path, value }];
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  if (entries.length === 0 && path.length > 0) return [{ path, value }];
  return entries.flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}
