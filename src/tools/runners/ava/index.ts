// AVA.

import type { TestRequest, TestRunner } from '../../tool.ts';
import { insteadOfPaths } from '../shared/arguments.ts';
import { program } from '../shared/starts.ts';
import { JAVASCRIPT_FILE } from '../shared/test-files.ts';
import { ava as consoleLines } from './ava.ts';
import { write } from './write.ts';

export const ava: TestRunner = {
  id: 'ava',
  parse: [consoleLines],
  coverage: { language: 'javascript', startedBy: /\bava\b/ },
  configFiles: /ava\.(?:config|conf)\.[cm]?[jt]s(?:on)?/,
  starts: [program(/^ava$/)],
  isNpmPackage: true,
  selects: /^(?:-m|--match.*|-w|--watch.*|-u|--update-snapshots|reset-cache|debug)$/,
  selectTests: selectTitles,
  selectFiles: (request) => insteadOfPaths(request, /^(?:-[cT]|--concurrency|--timeout|--config|--node-arguments)$/),
  testFile: JAVASCRIPT_FILE,
  readsSources: true,
  write,
};

/** Ids are `file > title`, or the title alone if a project has one file. */
function selectTitles({ args, ids }: TestRequest): string[] {
  const titles = ids.map((id) => id.split(' > ').at(-1) ?? id);
  return [...args, ...titles.flatMap((title) => ['--match', `'*${title.split(/[^A-Za-z0-9_ -]+/).join('*')}'`])];
}
