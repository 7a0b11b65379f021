// ScalaTest.
import type { TestRunner } from '../../tool.ts';
import { scalatest as consoleLines } from './scalatest.ts';

export const scalatest: TestRunner = {
  id: 'scalatest',
  parse: [consoleLines],
};
