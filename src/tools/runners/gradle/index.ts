// Gradle.

import type { TestRunner } from '../../tool.ts';
import { buildTool } from '../shared/starts.ts';
import { JAVA_TEST_FILE } from '../shared/test-files.ts';
import { gradle as consoleLines } from './gradle.ts';
import { selectFiles, selectTests } from './select.ts';

export const gradle: TestRunner = {
  id: 'gradle',
  parse: [consoleLines],
  starts: [buildTool(/^gradlew?$/, /^:?(?:[\w.-]+:)*(?:test|check|build)$/)],
  selects: /^(?:--tests.*|-t|--continuous|-m|--dry-run|-p|--project-dir.*|-b|--build-file.*|--help)$/,
  selectTests,
  selectFiles,
  testFile: JAVA_TEST_FILE,
};
