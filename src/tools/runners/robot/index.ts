// Robot Framework.
import type { TestRunner } from '../../tool.ts';
import { robot as report } from './robot.ts';

export const robot: TestRunner = {
  id: 'robot',
  parse: [report],
};
