import { expect, test } from 'vitest';
import { type GivenStatement, givenStatementSchema, STATEMENT_TYPE, type Statement, SVR_TYPE } from '../contract/index.ts';
import { compareStatement, namesSha256 } from './compare-statement.ts';

const TREE = 'a'.repeat(40);
const SHA256 = 'c'.repeat(64);
const EXPECTED = {
  _type: STATEMENT_TYPE,
  subject: [{ name: 'run-1/good', digest: { gitTree: TREE } }],
  predicateType: SVR_TYPE,
  predicate: { verifier: { id: 'pkg:npm/hydra-score@0.1.0', policies: [] }, properties: ['A', 'B'] },
} as unknown as Statement;

/** As it comes from a file. */
const given = (changes: object = {}): GivenStatement =>
  givenStatementSchema.parse(JSON.parse(JSON.stringify({ ...EXPECTED, ...changes })));
const withDigest = (digest: unknown) => given({ subject: [{ name: 'run-1/good', digest }] });
const pathsOf = (statement: GivenStatement, sha256: string | null = null) =>
  compareStatement(statement, EXPECTED, sha256).map(({ path }) => path);

test('finds no difference in an equal statement, whatever the order of its members', () => {
  const { predicate, ...others } = given();
  expect(compareStatement({ predicate, ...others } as GivenStatement, EXPECTED, null)).toEqual([]);
});

test('reports changed, missing and added values with their path', () => {
  const predicate = { verifier: { id: 'other', policies: [] }, properties: ['A', 'B', 'C'], extra: 1 };
  expect(compareStatement(given({ predicate }), EXPECTED, null)).toEqual([
    { path: 'predicate.extra', found: 1, expected: undefined },
    { path: 'predicate.properties[2]', found: 'C', expected: undefined },
    { path: 'predicate.verifier.id', found: 'other', expected: 'pkg:npm/hydra-score@0.1.0' },
  ]);
  expect(pathsOf(given({ predicate: { verifier: [], properties: ['A'] } }))).toEqual([
    ...['predicate.properties[1]', 'predicate.verifier'],
  ]);
  expect(pathsOf(given({ predicate: null }))).toEqual(['predicate']);
});

test('compares a subject by the digests that it has', () => {
  expect(pathsOf(withDigest({ sha256: SHA256 }), SHA256)).toEqual([]);
  expect(pathsOf(withDigest({ gitTree: TREE, sha256: SHA256 }), SHA256)).toEqual([]);
  expect(pathsOf(withDigest({ gitTree: 'b'.repeat(40), sha256: SHA256 }), SHA256)).toEqual(['subject[0].digest.gitTree']);
  expect(pathsOf(withDigest({ sha256: TREE }), SHA256)).toEqual(['subject[0].digest.sha256']);
});

test('a subject without a digest that can be checked differs', () => {
  expect(pathsOf(withDigest({ md5: '0' }))).toEqual(['subject[0].digest.gitTree', 'subject[0].digest.md5']);
  expect(pathsOf(withDigest({}))).toEqual(['subject[0].digest.gitTree']);
  expect(pathsOf(withDigest(null))).toEqual(['subject[0].digest']);
  expect(pathsOf(given({ subject: [] }))).toEqual(['subject[0]']);
});

test('a second subject is a difference', () => {
  expect(pathsOf(given({ subject: [...given().subject, { name: 'b', digest: { gitTree: TREE } }] }))).toEqual(['subject[1]']);
});

test('knows whether a subject is named by the SHA-256 of a file', () => {
  expect([given(), withDigest({ sha256: SHA256 }), given({ subject: [null, 'x'] })].map(namesSha256)).toEqual([
    false,
    true,
    false,
  ]);
});

test('does not follow a very large or deep value', () => {
  const properties = Array.from({ length: 100_000 }, () => 'X');
  const members = Object.fromEntries(properties.map((_, index) => [`x${index}`, index]));
  const predicate = { properties, ...members, verifier: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) };
  expect(pathsOf({ ...given(), predicate })).toHaveLength(2 + 20 + 1 + 20);
});

test('a member with the name of a built-in one is compared like any other', () => {
  const statement = givenStatementSchema.parse(
    JSON.parse(JSON.stringify(EXPECTED).replace('"properties"', '"__proto__":{"x":1},"properties"')),
  );
  expect(pathsOf(statement)).toEqual(['predicate.__proto__']);
});
