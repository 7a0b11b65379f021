// The test runner of Node.

import type { Start, TestRequest, TestRunner } from '../../tool.ts';
import { insteadOfPaths, isPlainPath, loosely, titlesOf } from '../shared/arguments.ts';
import { nameOf } from '../shared/starts.ts';
import { nodeTest as consoleLines } from './node-test.ts';
import { nodeTestJson } from './node-test-json.ts';
import { report } from './report.ts';
import { write } from './write.ts';

export const nodeTest: TestRunner = {
  id: 'node-test',
  parse: [consoleLines, nodeTestJson],
  coverage: { language: 'javascript', startedBy: /\b(?:node|tsx|ts-node)\b/ },
  report,
  starts: [withTestOption],
  selects: /^(?:--test-name-pattern.*|--test-skip-pattern.*|--test-only|--watch|--test-shard.*)$/,
  selectTests: selectTitles,
  selectFiles: (request) => insteadOfPaths(request, /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions)$/),
  testFile: /\.[cm]?js$/,
  idsBeginWithFile: true,
  write,
};

/** `--test` before the first file. */
function withTestOption([first = '', ...rest]: Parameters<Start>[0]): ReturnType<Start> {
  const file = rest.findIndex((word) => !word.startsWith('-'));
  const option = rest.indexOf('--test');
  return nameOf(first) === 'node' && option !== -1 && (file === -1 || option < file) ? option + 2 : null;
}

/** Options of Node that do not consume the next word. */
const OPTION_ALONE =
  /^--(?:[\w-]+=\S*|test-force-exit|experimental-(?:test-coverage|test-module-mocks|strip-types|vm-modules)|no-warnings|enable-source-maps)$/;

/** A subtest runs only if its parent test is selected too. Only the files of the tests are run if they are known. */
function selectTitles({ args, ids, hasFile }: TestRequest): string[] {
  const titles = [...new Set(ids.flatMap((id) => titlesOf(id, hasFile)))].sort();
  const pattern = titles.length === 0 ? [] : [`--test-name-pattern='(${titles.map(loosely).join('|')})$'`];
  const files = [...new Set(ids.map((id) => id.split(' > ')[0] ?? ''))].sort();
  const options = args.filter((word) => word.startsWith('-'));
  const canName = options.every((word) => OPTION_ALONE.test(word));
  const areKnown = files.every((file) => isPlainPath(file) && hasFile(file));
  return canName && areKnown ? [...options, ...pattern, ...files] : [...pattern, ...args];
}
