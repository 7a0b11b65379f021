// XCTest.
import type { TestRunner } from '../../tool.ts';
import { xctest as consoleLines } from './xctest.ts';

export const xctest: TestRunner = {
  id: 'xctest',
  parse: [consoleLines],
};
