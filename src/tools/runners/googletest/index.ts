// GoogleTest.
import type { TestRunner } from '../../tool.ts';
import { googletest as consoleLines } from './googletest.ts';
import { googletestJson } from './googletest-json.ts';

export const googletest: TestRunner = {
  id: 'googletest',
  parse: [consoleLines, googletestJson],
  report: {
    format: 'googletest',
    covers: ['googletest'],
    extension: 'json',
    request: [
      {
        // A program that is started by its path and named after tests, or a make target.
        startedBy:
          /\bmake\b|(?:^|[;&|(])\s*(?:\w+=\S*\s+)*(?:[\w.-]*\/)+(?!pytest|py\.test|vitest)[\w-]*test[\w-]*(?=$|[\s;&|)])/im,
        variables: ({ folder }) => ({ GTEST_OUTPUT: `json:${folder}/googletest/` }),
      },
    ],
  },
};
