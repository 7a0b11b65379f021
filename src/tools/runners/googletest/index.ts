// GoogleTest.
import type { TestRunner } from '../../tool.ts';
import { googletest as consoleLines } from './googletest.ts';
import { googletestJson } from './googletest-json.ts';

export const googletest: TestRunner = {
  id: 'googletest',
  parse: [consoleLines, googletestJson],
};
