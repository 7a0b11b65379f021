import { describe, expect, test } from 'vitest';
import { makeFacts } from '../../../test/facts-builder.ts';
import { HydraError } from '../errors.ts';
import { canonicalJson } from '../formats/canonical-json.ts';
import { SCHEMA_VERSION } from '../version.ts';
import { DEFAULT_POLICY } from './policy.ts';
import { parseStored, STORED_SCHEMAS, type StoredKind } from './stored.ts';

function refusalOf(kind: StoredKind, text: string): HydraError {
  try {
    parseStored(kind, text, 'runs/r1/file.json');
  } catch (error) {
    if (error instanceof HydraError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

test('reads back what was stored', () => {
  const facts = makeFacts();
  expect(parseStored('facts', canonicalJson(facts), 'facts.json')).toEqual(facts);
  expect(parseStored('policy', canonicalJson(DEFAULT_POLICY), 'policy.json')).toEqual(DEFAULT_POLICY);
});

describe('rejects a future version and names it', () => {
  test.each(Object.keys(STORED_SCHEMAS) as StoredKind[])('%s', (kind) => {
    const error = refusalOf(kind, `{"schema_version":${SCHEMA_VERSION + 1},"whatever":"it holds"}`);
    expect(error).toMatchObject({
      code: 'schema_future',
      message: `The ${kind} file has schema version 2; this Hydra knows versions up to 1.`,
      next: 'Update Hydra, or read it with the version that wrote it.',
      place: { file: 'runs/r1/file.json' },
    });
  });
});

describe('rejects a value that does not match the schema and names its path', () => {
  const facts = makeFacts();
  const [candidate] = facts.candidates;
  const withLint = (lint: object) => ({ ...facts, baseline: { ...facts.baseline, lint } });

  test.each([
    ['a wrong type deep inside', { ...facts, candidates: [{ ...candidate, name: 7 }] }, 'candidates[0].name'],
    ['a negative count', withLint({ state: 'measured', precision: 'exact', errors: -1, warnings: 0 }), 'baseline.lint.errors'],
    ['an unknown state', withLint({ state: 'unsure' }), 'baseline.lint.state'],
    ['a version that never was', { ...facts, schema_version: 0 }, 'schema_version'],
    ['a version that is no number', { ...facts, schema_version: '1' }, 'schema_version'],
    ['an unknown member', { ...facts, surprise: 1 }, 'the top'],
    ['a list', [], 'the top'],
    ['nothing', null, 'the top'],
  ])('%s', (_, value, path) => {
    const error = refusalOf('facts', JSON.stringify(value));
    expect(error.code).toBe('schema_invalid');
    expect(error.message).toContain(`The facts file does not match its schema: at ${path}, `);
    expect(error.next).toBe('Compare it with docs/schema/facts.json.');
    expect(error.place).toEqual({ file: 'runs/r1/file.json' });
  });

  test('rejects two candidates with one name', () => {
    const twice = JSON.stringify({ ...facts, candidates: [candidate, candidate] });
    expect(refusalOf('facts', twice).message).toBe(
      'The facts file does not match its schema: at candidates, two candidates have the same name.',
    );
  });
});

test.each(['', '{', 'hello', '{"schema_version":1,}'])('rejects invalid JSON: %j', (text) => {
  const error = refusalOf('run', text);
  expect(error).toMatchObject({ code: 'json_syntax', place: { file: 'runs/r1/file.json' } });
  expect(error.message).toMatch(/^The run file is not JSON: .+\.$/);
});
