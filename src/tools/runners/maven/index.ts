// Maven with Surefire and Failsafe.

import type { TestRunner } from '../../tool.ts';
import { buildTool } from '../shared/starts.ts';
import { JAVA_TEST_FILE } from '../shared/test-files.ts';
import { maven as consoleLines } from './maven.ts';
import { selectFiles, selectTests } from './select.ts';

export const maven: TestRunner = {
  id: 'maven',
  parse: [consoleLines],
  loadError: { when: /\[ERROR\] COMPILATION ERROR/, line: /^\[ERROR\] \S+:\[\d+,\d+\] / },
  report: {
    format: 'maven',
    covers: ['maven'],
    left: { startedBy: /\b(?:mvnw?|mvnd)\b/, folder: /(?:^|\/)target\/(?:surefire|failsafe)-reports$/ },
  },
  starts: [buildTool(/^(?:mvnw?|mvnd)$/, /^(?:test|package|integration-test|verify|install)$/)],
  selects: /^-D(?:test|it\.test|skip.*|maven\.test\.skip|surefire\..*|failsafe\..*)?(?:=.*)?$/,
  selectTests,
  selectFiles,
  testFile: JAVA_TEST_FILE,
};
