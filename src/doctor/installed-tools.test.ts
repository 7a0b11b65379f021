import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { missingTool } from './installed-tools.ts';

const PATH_BEFORE = process.env.PATH;
beforeAll(() => {
  const folder = temporaryFolder();
  writeFiles(folder, { here: '#!/bin/sh\n', plain: '', 'folder/x': '' });
  chmodSync(join(folder, 'here'), 0o755);
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
