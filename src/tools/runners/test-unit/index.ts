// test-unit.
import type { TestRunner } from '../../tool.ts';
import { testUnit as consoleLines } from './test-unit.ts';

export const testUnit: TestRunner = {
  id: 'test-unit',
  parse: [consoleLines],
};
