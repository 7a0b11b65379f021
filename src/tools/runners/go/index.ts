// go test.
import type { TestRunner } from '../../tool.ts';
import { program } from '../shared/starts.ts';
import { selectFiles, selectTests } from './select.ts';

export const go: TestRunner = {
  id: 'go',
  starts: [program(/^go$/, /^test$/)],
  selects: /^-{1,2}(?:run|bench|list|fuzz|skip|args|c|shuffle|exec|o)(?:=.*)?$/,
  selectTests,
  selectFiles,
  shuffle: (args, seed) => [`-shuffle=${seed}`, ...args],
  testFile: /_test\.go$/,
  readsSources: true,
};
