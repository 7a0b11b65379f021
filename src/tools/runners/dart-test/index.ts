// dart test.
import type { TestRunner } from '../../tool.ts';
import { dartTestJson } from './dart-test-json.ts';

export const dartTest: TestRunner = {
  id: 'dart-test',
  parse: [dartTestJson],
};
