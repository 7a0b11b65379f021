import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { missingProgram, missingTool } from './installed-tools.ts';

const PATH_BEFORE = process.env.PATH;
beforeAll(() => {
  const folder = temporaryFolder();
  writeFiles(folder, { here: '#!/bin/sh\n', npx: '#!/bin/sh\n', plain: '', 'folder/x': '' });
  for (const name of ['here', 'npx']) chmodSync(join(folder, name), 0o755);
  process.env.PATH = folder;
});
afterAll(() => {
  process.env.PATH = PATH_BEFORE;
});

test.each([
  ['here --flag', null],
  ['  here', null],
  ['gone --flag', 'gone'],
  // A file that is not executable, or a folder, is not a program.
  ['plain', 'plain'],
  ['folder', 'folder'],
  ['./gradlew test', null],
  ['NAME=value gone', 'gone'],
  ['A=1 B=2 here', null],
  ['NAME="a b" gone', null],
  ['"gone"', null],
  ['$TOOL test', null],
])('the missing program of %j: %s', (command, missing) => {
  expect(missingTool(command)).toBe(missing);
});

test.each([
  ['npx --no-install eslint .', 'eslint'],
  ['NODE_ENV=test npx --no-install eslint .', 'eslint'],
  ['npx tsc', 'tsc'],
  ['pnpm exec eslint', 'eslint'],
  ['npx --no-install tracked .', null],
  ['npx --no-install here .', null],
])('looks for the program behind %s', (command, missing) => {
  expect(missingProgram(command, (program) => program === 'tracked')).toBe(missing);
});
