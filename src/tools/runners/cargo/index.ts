// cargo test.

import type { TestRunner } from '../../tool.ts';
import { program } from '../shared/starts.ts';
import { cargoTest } from './cargo-test.ts';
import { libtestJson } from './libtest-json.ts';
import { nextest } from './nextest.ts';
import { selectFiles, selectTests } from './select.ts';

export const cargo: TestRunner = {
  id: 'cargo',
  parse: [nextest, cargoTest, libtestJson],
  starts: [program(/^cargo$/, /^(?:test|t)$/)],
  selects: /^(?:--no-run|--doc|--)$/,
  selectTests,
  selectFiles,
  testFile: /^tests\/\w+\.rs$/,
  readsSources: true,
  testsInSources: true,
};
