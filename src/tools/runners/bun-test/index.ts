// bun test.
import type { TestRunner } from '../../tool.ts';
import { bunTest as consoleLines } from './bun-test.ts';

export const bunTest: TestRunner = {
  id: 'bun-test',
  parse: [consoleLines],
  configFiles: /bunfig\.toml/,
};
