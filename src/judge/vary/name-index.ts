// Finds test ids by the names in them. Runs of one suite list nearly the same ids, so that they share one index: a run adds only
// what the indexed ids do not have, and a caller ignores ids that its run does not list.
import { lineAt, startsOf } from '../line-starts.ts';
import { testChanges } from '../test-changes.ts';
import type { TestStatuses } from '../test-statuses.ts';

export interface NameIndex {
  /** The ids in which a name can end like this. */
  withEnd(end: string): readonly string[];
  /** The ids that contain a text in plain form. */
  containing(text: string): readonly string[];
}

/** The index of fewer ids is not worth sharing. */
const MIN_SHARED_IDS = 500;
/** The share of ids that a run may add to the shared index. */
const MAX_OTHER_IDS = 0.1;

const KNOWN = new WeakMap<TestStatuses, NameIndex>();
let shared: { ids: TestStatuses; index: NameIndex } | null = null;

/** May return ids that the run does not list. */
export function namesIn(ids: TestStatuses): NameIndex {
  const index = KNOWN.get(ids) ?? (ids.size < MIN_SHARED_IDS ? null : extendShared(ids)) ?? indexNames([...ids.keys()]);
  KNOWN.set(ids, index);
  if (ids.size >= MIN_SHARED_IDS) shared ??= { ids, index };
  return index;
}

/** Null if the run has too many other ids, such as the run of another project: its index is shared from then on. */
function extendShared(ids: TestStatuses): NameIndex | null {
  if (shared === null) return null;
  const others = testChanges(shared.ids, ids).added.map(([id]) => id);
  if (others.length > MAX_OTHER_IDS * ids.size) {
    shared = null;
    return null;
  }
  return others.length === 0 ? shared.index : joined(shared.index, indexNames(others));
}

function joined(first: NameIndex, second: NameIndex): NameIndex {
  return {
    withEnd: (end) => [...first.withEnd(end), ...second.withEnd(end)],
    containing: (text) => [...first.containing(text), ...second.containing(text)],
  };
}

export function indexNames(ids: readonly string[]): NameIndex {
  let byEnd: ReadonlyMap<string, readonly string[]> | null = null;
  let lines: { text: string; starts: readonly number[] } | null = null;
  return {
    withEnd(end) {
      byEnd ??= groupByEnd(ids);
      return byEnd.get(end) ?? [];
    },
    containing(text) {
      lines ??= joinPlain(ids);
      return idsAt(ids, lines, text);
    },
  };
}

function joinPlain(ids: readonly string[]): { text: string; starts: readonly number[] } {
  const lines = ids.map(plain);
  return { text: lines.join('\n'), starts: startsOf(lines) };
}

function idsAt(ids: readonly string[], { text, starts }: { text: string; starts: readonly number[] }, wanted: string): string[] {
  const found: string[] = [];
  for (let line = 0; line < starts.length; line += 1) {
    const at = text.indexOf(wanted, starts[line]);
    if (at === -1) break;
    line = lineAt(starts, at);
    const id = ids[line];
    if (id !== undefined) found.push(id);
  }
  return found;
}

/** Every id under the end of each name that it could have. */
function groupByEnd(ids: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    for (const end of new Set(namesOfId(id).map(endOf))) {
      const same = groups.get(end);
      if (same === undefined) groups.set(end, [id]);
      else same.push(id);
    }
  }
  return groups;
}

const MARKS = ['.', '#', ':', '>'];

/** What follows the last mark that could separate a group from a name. A name that a test has ends like one of its ids. */
export function endOf(name: string): string {
  const last = Math.max(...MARKS.map((mark) => name.lastIndexOf(mark)));
  return name.slice(last + 1).trimStart();
}

/** The id itself, without parameters, and the names in ids of Go and unittest. */
export function namesOfId(id: string): string[] {
  const names = [id];
  if (id.endsWith(']')) names.push(id.replace(/\[.*\]$/s, ''));
  const [, inGo] = /^\S+ (\w+)(?:\/.*)?$/s.exec(id) ?? [];
  if (inGo !== undefined) names.push(inGo);
  const [, inUnittest] = (id.endsWith(')') ? /^(\w+) \([\w.]+\)$/.exec(id) : null) ?? [];
  if (inUnittest !== undefined) names.push(inUnittest);
  return names;
}

/** Runners format names differently. */
export function plain(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, '');
}
