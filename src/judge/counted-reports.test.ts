import { expect, test } from 'vitest';
import { addedFiles } from '../../test/added-file.ts';
import { countedReports } from './counted-reports.ts';

const MADE = { path: 'coverage/1-v8.info' };
const [LEFT, ELSEWHERE] = [{ path: 'coverage/tree/coverage/lcov.info' }, { path: 'coverage/tree/lcov.info' }];

/** The paths that count if the base writes `coverage/lcov.info` and the candidate adds these files. */
function counted(...changed: string[]): string[] {
  const { diff } = addedFiles(Object.fromEntries(changed.map((path) => [path, ['x']])));
  const judgement = { placesOnBase: new Set(['coverage/lcov.info']), diff };
  return countedReports([MADE, LEFT, ELSEWHERE], judgement).map(({ path }) => path);
}

test('counts a report in the tree only if the base writes one too', () => {
  expect(counted('src/a.js', 'test/a.test.js')).toEqual([MADE.path, LEFT.path]);
});

test.each(['package.json', 'vitest.config.ts', 'packages/a/.nycrc', 'setup.cfg', 'Makefile', 'pyproject.toml', 'hydra.toml'])(
  'counts none in the tree if the candidate changes %s',
  (path) => expect(counted('src/a.js', path)).toEqual([MADE.path]),
);
