// Cucumber.
import type { TestRunner } from '../../tool.ts';
import { cucumberJson } from './cucumber-json.ts';

export const cucumber: TestRunner = {
  id: 'cucumber',
  parse: [cucumberJson],
};
