import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { adviceFor } from './advice.ts';
import { firstErrorLine, outputOf } from './first-error.ts';

test.each<[string, string | null]>([
  ['> xo && ava\n\nsh: 1: xo: not found\nnpm error code 127', 'sh: 1: xo: not found'],
  [
    "collecting\nE   ModuleNotFoundError: No module named 'pretend'\n1 error",
    "E   ModuleNotFoundError: No module named 'pretend'",
  ],
  ['npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\n', 'npm error ERESOLVE could not resolve'],
  ['all fine\n\u001b[31merror: broken\u001b[0m\nmore', 'error: broken'],
  [
    "x.rb:1: Could not find gem 'rake'. (Bundler::GemNotFound)\n\tfrom x.rb:2:in `y'",
    "x.rb:1: Could not find gem 'rake'. (Bundler::GemNotFound)",
  ],
  ['first\nlast\n---\n> pkg@1.0.0 lint\n> eslint .\n', 'last'],
  ['a\u202eb is missing', 'a\\u202eb is missing'],
  [
    [
      'node:internal/errors:984',
      '  const err = new Error(message);',
      '              ^',
      '',
      'Error: Command failed: npx tsc -p packages/core',
      '    at genericNodeError (node:internal/errors:984:15)',
      '    at wrappedFn (node:internal/errors:538:14) {',
      "  code: 'ERR_FAILED',",
      '}',
      'Node.js v20.19.2',
      'npm error code 1',
      "src/index.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    ].join('\n'),
    "src/index.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  [
    'node:internal/modules/esm/resolve:265\n    throw new ERR_MODULE_NOT_FOUND(\n          ^\n\nTypeError: x is missing\n    at a (b.js:1:1)',
    'TypeError: x is missing',
  ],
  ['\n  \n', null],
  ['', null],
])('finds the relevant line of %j', (output, expected) => {
  expect(firstErrorLine(output)).toBe(expected);
});

test('shortens a long line', () => {
  const line = firstErrorLine(`error: ${'x'.repeat(10_000)}: the reason`);
  expect([line?.length, line?.startsWith('error: xx'), line?.endsWith('xx: the reason')]).toEqual([180, true, true]);
});

test('reads stderr first, and both ends of a long output', () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'stdout.log': `begin\n${'x\n'.repeat(200_000)}end`, 'stderr.log': 'bad' });
  const output = outputOf(folder);
  expect([output.startsWith('bad\nbegin'), output.endsWith('end'), output.length < 200_000]).toEqual([true, true, true]);
  expect(outputOf(temporaryFolder())).toBe('\n');
});

test.each([
  ['ruff is not installed', 'Install ruff'],
  ['sh: 1: xo: not found', 'Install xo'],
  ["E   ModuleNotFoundError: No module named 'pretend'", 'Install the Python package pretend'],
  ['dial tcp: lookup proxy.golang.org: no such host', 'Download the dependencies once where there is a network'],
  ['it did not end within 600 s', 'Choose a quicker command, or raise [scoring.timeouts]'],
  ["x.rb:1: Could not find gem 'rake'. (Bundler::GemNotFound)", 'Install the gem rake'],
  ['something else', null],
])('advises on %j: %s', (line, advice) => {
  expect(adviceFor(line)).toBe(advice);
});
