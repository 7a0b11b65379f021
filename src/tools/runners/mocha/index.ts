// Mocha.

import type { TestRequest, TestRunner } from '../../tool.ts';
import { insteadOfPaths, loosely, titlesOf } from '../shared/arguments.ts';
import { nodeFile, program } from '../shared/starts.ts';
import { JAVASCRIPT_FILE } from '../shared/test-files.ts';
import { mocha as consoleLines } from './mocha.ts';
import { mochaJson } from './mocha-json.ts';
import { mochaJsonStream } from './mocha-json-stream.ts';
import { write } from './write.ts';

const TAKES_VALUE =
  /^(?:-[rRtsuOj]|--require|--reporter|--reporter-options?|--timeout|--slow|--ui|--config|--extension|--ignore|--exclude|--file|--jobs|--retries|--package)$/;

export const mocha: TestRunner = {
  id: 'mocha',
  parse: [consoleLines, mochaJson, mochaJsonStream],
  coverage: { language: 'javascript', startedBy: /\bmocha\b/ },
  configFiles: /\.mocharc(?:\.\w+)?/,
  starts: [program(/^_?mocha(?:\.js)?$/), nodeFile('mocha')],
  isNpmPackage: true,
  selects: /^(?:-g|-f|-i|--grep.*|--fgrep.*|--invert|-w|--watch|--)$/,
  selectTests: selectTitles,
  selectFiles: (request) => insteadOfPaths(request, TAKES_VALUE),
  testFile: JAVASCRIPT_FILE,
  write,
};

/** The report of mocha has the file before the groups, its console output does not. */
function selectTitles({ args, ids, hasFile }: TestRequest): string[] {
  const names = ids.map((id) => titlesOf(id, hasFile).map(loosely).join('.+'));
  return [...args, '--grep', `'(${[...new Set(names)].join('|')})$'`];
}
