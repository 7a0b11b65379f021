// Karma.
import type { TestRunner } from '../../tool.ts';
import { karmaJson } from './karma-json.ts';

export const karma: TestRunner = {
  id: 'karma',
  parse: [karmaJson],
  configFiles: /karma\.(?:config|conf)\.[cm]?[jt]s(?:on)?/,
};
