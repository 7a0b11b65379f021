// xUnit.net.
import type { TestRunner } from '../../tool.ts';
import { xunitNet as report } from './xunit-net.ts';

export const xunitNet: TestRunner = {
  id: 'xunit-net',
  parse: [report],
};
