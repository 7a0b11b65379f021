// doctest.
import type { TestRunner } from '../../tool.ts';
import { doctest as consoleLines } from './doctest.ts';

export const doctest: TestRunner = {
  id: 'doctest',
  parse: [consoleLines],
};
