// The XML format of JUnit, which many runners write.
import type { TestRunner } from '../../tool.ts';
import { junit as report } from './junit.ts';

export const junit: TestRunner = {
  id: 'junit',
  parse: [report],
};
