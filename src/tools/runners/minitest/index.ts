// Minitest, started by ruby, rails or rake.

import type { Start, TestRunner } from '../../tool.ts';
import { nameOf, program } from '../shared/starts.ts';
import { minitest as consoleLines } from './minitest.ts';
import { selectFiles, selectTests } from './select.ts';

export const minitest: TestRunner = {
  id: 'minitest',
  parse: [consoleLines],
  report: {
    format: 'minitest',
    covers: ['minitest'],
    request: [
      {
        startedBy: /\b(?:ruby|rake|rails)\b/,
        // Minitest finds its plugin on the load path.
        variables({ folder, env, delimiter, hookPath }) {
          const paths = [env.RUBYLIB ?? '', hookPath('minitest/hooks')].filter((path) => path !== '');
          return { HYDRA_REPORTS: folder, RUBYLIB: paths.join(delimiter) };
        },
      },
    ],
  },
  starts: [program(/^(?:rails|rake)$/, /^test$/), rubyFile],
  selects: /^(?:-n|--name.*|-e|--exclude.*|-i|--include.*|-s|--seed.*|TEST=.*|TESTOPTS=.*)$/,
  selectTests,
  selectFiles,
  testFile: /(?:^|\/)(?:test_(?!helper\.)[^/]*|[^/]*_test)\.rb$/,
  readsSources: true,
};

/** A single file with tests that runs as a program; it is the first argument. */
function rubyFile([first = '', ...rest]: Parameters<Start>[0]): ReturnType<Start> {
  const file = rest.findIndex((word) => word.endsWith('.rb'));
  const isPlain = file !== -1 && rest.slice(0, file).every((word) => /^-[IrwW]\S*$/.test(word));
  return nameOf(first) === 'ruby' && isPlain ? file + 1 : null;
}
