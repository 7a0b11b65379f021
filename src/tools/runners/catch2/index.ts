// Catch2.
import type { TestRunner } from '../../tool.ts';
import { catch2 as consoleLines } from './catch2.ts';

export const catch2: TestRunner = {
  id: 'catch2',
  parse: [consoleLines],
};
