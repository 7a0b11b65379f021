// ScalaTest.
import type { TestRunner } from '../../tool.ts';
import { scalatest as consoleLines } from './scalatest.ts';

export const scalatest: TestRunner = {
  id: 'scalatest',
  parse: [consoleLines],
  report: {
    format: 'sbt',
    covers: ['scalatest'],
    left: { startedBy: /\bsbt\b/, folder: /(?:^|\/)target\/test-reports$/ },
  },
};
