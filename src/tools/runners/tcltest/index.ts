// tcltest.
import type { TestRunner } from '../../tool.ts';
import { tcltest as consoleLines } from './tcltest.ts';

export const tcltest: TestRunner = {
  id: 'tcltest',
  parse: [consoleLines],
};
