// PHPUnit.

import type { ReportRequest, TestRequest, TestRunner } from '../../tool.ts';
import { loosely, stemOf } from '../shared/arguments.ts';
import { program } from '../shared/starts.ts';
import { pest } from './pest.ts';
import { phpunit as consoleLines } from './phpunit.ts';
import { phpunitEvents } from './phpunit-events.ts';

const inOrderOf = (seed: number) => ['--order-by=random', `--random-order-seed=${seed}`];

export const phpunit: TestRunner = {
  id: 'phpunit',
  parse: [consoleLines, phpunitEvents, pest],
  configFiles: /phpunit\.xml(?:\.dist)?/,
  report: {
    format: 'phpunit',
    covers: ['phpunit'],
    request: [{ startedBy: /\b(?:phpunit|composer)\b/, variables: phpSettings }],
  },
  starts: [program(/^phpunit$/)],
  selects: /^(?:--filter.*|--order-by.*|--random-order.*|--list-.*)$/,
  selectTests: selectMethods,
  // Only class names are compared, which equal the file names.
  selectFiles: ({ args, files }) => ['--filter', `'/(^|[^A-Za-z0-9_])(${files.map(stemOf).join('|')})::/'`, ...args],
  shuffle: (args, seed) => [...inOrderOf(seed), ...args],
  testFile: /Test\.php$/,
  readsSources: true,
};

function selectMethods({ args, ids, seed }: TestRequest): string[] | null {
  if (!ids.every((id) => id.includes('::'))) return null;
  return [...(seed === null ? [] : inOrderOf(seed)), '--filter', `'/(${ids.map(loosely).join('|')})$/'`, ...args];
}

/** Settings that make PHP run a file before its program. An empty part means PHP's default folder. */
function phpSettings({ folder, env, delimiter, hookPath }: ReportRequest): Record<string, string> {
  const own = env.PHP_INI_SCAN_DIR;
  return {
    HYDRA_REPORTS: folder,
    HYDRA_PHP_HOOK: hookPath('phpunit/hooks/prepend.php'),
    ...(own === undefined ? {} : { HYDRA_PHP_INI_SCAN_DIR: own }),
    PHP_INI_SCAN_DIR: `${own ?? ''}${delimiter}${hookPath('phpunit/hooks')}`,
  };
}
