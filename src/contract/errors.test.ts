import { describe, expect, test } from 'vitest';
import { diskErrorOf, ERROR_CATALOGUE, HydraError, hydraError, refusalOf } from './errors.ts';

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

describe('an error of the system', () => {
  const failed = (code: string, syscall: string, path?: string) => Object.assign(new Error(code), { code, syscall, path });

  test.each([
    ['ENOSPC', 'write', 'Cannot write the file: the disk is full.'],
    ['EDQUOT', 'write', 'Cannot write the file: your quota of the disk is used up.'],
    ['EROFS', 'open', 'Cannot write the file: the file system is read-only.'],
    ['EACCES', 'mkdir', 'Cannot write the file: you may not write there.'],
    ['EACCES', 'open', 'Cannot read the file: you may not read or write it.'],
    ['ENOENT', 'mkdir', 'Cannot write the folder: it cannot be created.'],
  ])('%s of %s is an error that the user can fix', (code, syscall, message) => {
    const error = failed(code, syscall, '/run/file');
    expect(diskErrorOf(error)).toMatchObject({ message, place: { file: '/run/file' } });
    expect(refusalOf(error)).toMatchObject({ message, next: expect.stringMatching(/^Check that /) });
  });

  test.each([
    ['ENOENT', 'open'],
    ['EACCES', 'spawn'],
    ['EPERM', 'kill'],
    ['EINVAL', 'write'],
  ])('%s of %s stays an internal error', (code, syscall) => {
    expect(diskErrorOf(failed(code, syscall))).toBeNull();
    expect(refusalOf(failed(code, syscall)).code).toBe('fault');
  });

  test('does not concern an error that has a next step already', () => {
    expect(diskErrorOf(hydraError('config_weights_all_zero', {}))).toBeNull();
  });
});
