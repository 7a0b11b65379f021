// deno test.
import type { TestRunner } from '../../tool.ts';
import { denoTest as consoleLines } from './deno-test.ts';

export const denoTest: TestRunner = {
  id: 'deno-test',
  parse: [consoleLines],
};
