// The service messages of TeamCity.
import type { TestRunner } from '../../tool.ts';
import { teamcity as consoleLines } from './teamcity.ts';

export const teamcity: TestRunner = {
  id: 'teamcity',
  parse: [consoleLines],
};
