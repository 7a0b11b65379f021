// Compares a statement from a file with the one that the stored run gives.
import type { DigestSet, GivenStatement, Statement } from '../contract/index.ts';

/** A member whose value is not that of the run; undefined if one side does not have it. */
export interface StatementDifference {
  /** Such as `predicate.properties[2]`. */
  path: string;
  found: unknown;
  expected: unknown;
}

/**
 * `treeSha256` is the SHA-256 of the winner's tree object, which a subject may name instead of its git id; null if no
 * subject does.
 */
export function compareStatement(given: GivenStatement, expected: Statement, treeSha256: string | null): StatementDifference[] {
  const [subject] = expected.subject;
  const digest = digestLike(given, subject?.digest ?? {}, treeSha256);
  return compareValues(given, { ...expected, subject: [{ ...subject, digest }] }, '');
}

/** Whether the subject is identified by the SHA-256 of a file. */
export function namesSha256({ subject }: GivenStatement): boolean {
  return subject.some((entry) => isObject(entry) && isObject(entry.digest) && Object.hasOwn(entry.digest, 'sha256'));
}

/** The digests of the winner's tree that the statement names. A digest by another algorithm stays a difference. */
function digestLike({ subject }: GivenStatement, { gitTree = '' }: DigestSet, treeSha256: string | null): DigestSet {
  const [first] = subject;
  const named = isObject(first) && isObject(first.digest) ? Object.keys(first.digest) : [];
  const known = { gitTree, ...(treeSha256 === null ? {} : { sha256: treeSha256 }) };
  const chosen = Object.entries(known).filter(([algorithm]) => named.includes(algorithm));
  return chosen.length === 0 ? { gitTree } : Object.fromEntries(chosen);
}

/** Of a list or object with more members than expected, only this many of the others are compared. */
const MAX_EXTRA = 20;

/** Goes no deeper than `expected`, whatever the other side contains. */
function compareValues(found: unknown, expected: unknown, path: string): StatementDifference[] {
  if (Array.isArray(found) && Array.isArray(expected)) {
    const length = Math.max(expected.length, Math.min(found.length, expected.length + MAX_EXTRA));
    return Array.from({ length }, (_, at) => compareValues(found[at], expected[at], `${path}[${at}]`)).flat();
  }
  if (isObject(found) && isObject(expected)) {
    const extra = Object.keys(found).filter((key) => !Object.hasOwn(expected, key));
    const keys = [...Object.keys(expected), ...extra.slice(0, MAX_EXTRA)].sort();
    const member = (value: Record<string, unknown>, key: string) => (Object.hasOwn(value, key) ? value[key] : undefined);
    const at = (key: string) => (path === '' ? key : `${path}.${key}`);
    return keys.flatMap((key) => compareValues(member(found, key), member(expected, key), at(key)));
  }
  return found === expected ? [] : [{ path, found, expected }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
