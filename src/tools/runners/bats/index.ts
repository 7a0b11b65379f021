// Bats.
import type { TestRunner } from '../../tool.ts';
import { bats as consoleLines } from './bats.ts';

export const bats: TestRunner = {
  id: 'bats',
  parse: [consoleLines],
};
