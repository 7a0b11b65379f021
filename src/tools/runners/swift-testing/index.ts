// Swift Testing.
import type { TestRunner } from '../../tool.ts';
import { swiftTesting as consoleLines } from './swift-testing.ts';

export const swiftTesting: TestRunner = {
  id: 'swift-testing',
  parse: [consoleLines],
};
