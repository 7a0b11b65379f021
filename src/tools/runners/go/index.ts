// go test.

import type { TestRunner } from '../../tool.ts';
import { program } from '../shared/starts.ts';
import { ginkgoJson } from './ginkgo-json.ts';
import { goTest } from './go-test.ts';
import { goTestJson } from './go-test-json.ts';
import { gotestsum } from './gotestsum.ts';
import { selectFiles, selectTests } from './select.ts';

export const go: TestRunner = {
  id: 'go',
  parse: [gotestsum, goTest, goTestJson, ginkgoJson],
  starts: [program(/^go$/, /^test$/)],
  selects: /^-{1,2}(?:run|bench|list|fuzz|skip|args|c|shuffle|exec|o)(?:=.*)?$/,
  selectTests,
  selectFiles,
  shuffle: (args, seed) => [`-shuffle=${seed}`, ...args],
  testFile: /_test\.go$/,
  readsSources: true,
};
