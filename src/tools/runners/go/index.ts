// go test.

import type { TestRunner } from '../../tool.ts';
import { program } from '../shared/starts.ts';
import { ginkgoJson } from './ginkgo-json.ts';
import { goTest } from './go-test.ts';
import { goTestJson } from './go-test-json.ts';
import { gotestsum } from './gotestsum.ts';
import { selectFiles, selectTests } from './select.ts';
import { write } from './write.ts';

export const go: TestRunner = {
  id: 'go',
  parse: [gotestsum, goTest, goTestJson, ginkgoJson],
  coverage: { language: 'go', startedBy: /\bgo test\b/, isInCommand: true },
  loadError: {
    when: /^FAIL\t\S+ \[(?:build|setup) failed\]/,
    line: /^(?:vet: )?\S+\.go:\d+(?::\d+)?: |^(?:# )?\S+: .*(?:cannot find|no required module|is not in)/,
  },
  listEveryTest,
  starts: [program(/^go$/, /^test$/)],
  selects: /^-{1,2}(?:run|bench|list|fuzz|skip|args|c|shuffle|exec|o)(?:=.*)?$/,
  selectTests,
  selectFiles,
  shuffle: (args, seed) => [`-shuffle=${seed}`, ...args],
  testFile: /_test\.go$/,
  readsSources: true,
  write,
};

/** `go test` and its arguments, without shell syntax. */
const PLAIN_GO_TEST = /^\s*go test(?<arguments>(?:\s+[\w@%+=:,./-]+)*)\s*$/;

/**
 * The command to run. Go has no other way to list every test: `-json` changes the output, but neither the tests
 * nor the exit code.
 */
function listEveryTest(command: string): string {
  const match = PLAIN_GO_TEST.exec(command);
  if (match === null || /\s-json\b/.test(command)) return command;
  return `go test -json${match.groups?.arguments ?? ''}`;
}
