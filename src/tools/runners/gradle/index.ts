// Gradle.

import type { TestRunner } from '../../tool.ts';
import { buildTool } from '../shared/starts.ts';
import { JAVA_TEST_FILE } from '../shared/test-files.ts';
import { gradle as consoleLines } from './gradle.ts';
import { selectFiles, selectTests } from './select.ts';

export const gradle: TestRunner = {
  id: 'gradle',
  parse: [consoleLines],
  loadError: {
    when: /Compilation failed; see the compiler|Execution failed for task ':\S*compile/i,
    line: /^(?:e: )?\S+\.(?:java|kts?|groovy|scala)(?::\d+|:\d+:\d+)?:? .*|^\S+\.java:\d+: error: /,
  },
  report: {
    format: 'gradle',
    covers: ['gradle'],
    // One folder per task; before Gradle 4 the files are in the folder itself.
    left: { startedBy: /\bgradlew?\b/, folder: /(?:^|\/)build\/test-results(?:\/[^/]+)?$/ },
  },
  starts: [buildTool(/^gradlew?$/, /^:?(?:[\w.-]+:)*(?:test|check|build)$/)],
  selects: /^(?:--tests.*|-t|--continuous|-m|--dry-run|-p|--project-dir.*|-b|--build-file.*|--help)$/,
  selectTests,
  selectFiles,
  testFile: JAVA_TEST_FILE,
};
