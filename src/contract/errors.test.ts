import { describe, expect, test } from 'vitest';
import { ERROR_CATALOGUE, HydraError, hydraError } from './errors.ts';

test('an error has a message, a location, the offending value and the next step', () => {
  const error = hydraError(
    'config_invalid_value',
    { key: 'scoring.weights.tests', expected: 'a number', actual: '"many"' },
    { place: { file: 'hydra.toml', line: 6, column: 3 }, value: '"many"' },
  );
  expect(error).toBeInstanceOf(HydraError);
  expect({ ...error, message: error.message }).toEqual({
    name: 'HydraError',
    code: 'config_invalid_value',
    message: 'Expected `scoring.weights.tests` to be a number, got "many".',
    next: ERROR_CATALOGUE.config_invalid_value.next,
    place: { file: 'hydra.toml', line: 6, column: 3 },
    value: '"many"',
  });
});

test('reports a missing location and value as null', () => {
  expect(hydraError('config_weights_all_zero', {})).toMatchObject({ place: null, value: null });
});

test('inserts values literally, also with braces and dollar signs', () => {
  const error = hydraError('unknown_candidate', { candidate: '{suggestion} $& $1', suggestion: 'Did you mean `a`?' });
  expect(error.message).toBe('There is no candidate `{suggestion} $& $1` in this run.');
  expect(error.next).toBe('Did you mean `a`?');
});

describe('error catalogue', () => {
  test.each(Object.entries(ERROR_CATALOGUE))('%s ends its sentences with a full stop', (code, { sentence, next }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    for (const text of [sentence, next]) expect(text).toMatch(/[.?]$|\{\w+\}$/);
  });
});
