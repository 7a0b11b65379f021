// NUnit.
import type { TestRunner } from '../../tool.ts';
import { nunit as report } from './nunit.ts';

export const nunit: TestRunner = {
  id: 'nunit',
  parse: [report],
};
