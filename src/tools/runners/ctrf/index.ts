// The Common Test Report Format.
import type { TestRunner } from '../../tool.ts';
import { ctrf as report } from './ctrf.ts';

export const ctrf: TestRunner = {
  id: 'ctrf',
  parse: [report],
};
