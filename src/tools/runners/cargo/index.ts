// cargo test.

import type { TestRunner } from '../../tool.ts';
import { program } from '../shared/starts.ts';
import { cargoTest } from './cargo-test.ts';
import { libtestJson } from './libtest-json.ts';
import { nextest } from './nextest.ts';
import { selectFiles, selectTests } from './select.ts';
import { write } from './write.ts';

export const cargo: TestRunner = {
  id: 'cargo',
  parse: [nextest, cargoTest, libtestJson],
  loadError: { when: /^error: could not compile /, line: /^error(?:\[E\d+\])?: (?!could not compile)/ },
  configFiles: /nextest\.toml/,
  keepGoing,
  starts: [program(/^cargo$/, /^(?:test|t)$/)],
  selects: /^(?:--no-run|--doc|--)$/,
  selectTests,
  selectFiles,
  testFile: /(?:^|\/)tests\/\w+\.rs$/,
  readsSources: true,
  testsInSources: true,
  buildsAllFirst: true,
  write,
};

/** `cargo test` and its arguments before any `--`. */
const PLAIN_CARGO_TEST = /^\s*cargo test(?=\s|$)(?<arguments>(?:\s+[\w@%+=:,./-]+)*)\s*$/;

/** Cargo skips the test programs after the first that fails. */
function keepGoing(command: string): string {
  const match = PLAIN_CARGO_TEST.exec(command);
  if (match === null || command.includes('--no-fail-fast')) return command;
  return `cargo test --no-fail-fast${match.groups?.arguments ?? ''}`;
}
