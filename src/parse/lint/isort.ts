// `isort --check-only`: one line per file, nothing when all files are sorted.
import { consoleLinter } from './shared/console-linter.ts';

export const isort = consoleLinter({
  id: 'isort',
  commands: ['isort'],
  startsWith: ['ERROR: '],
  // With --diff, a long diff may be between two files.
  maxGap: 200,
  findings: [
    {
      line: /^ERROR: (?<path>.+) (?<message>Imports are incorrectly sorted(?: and\/or formatted)?\.)$/,
      severity: 'warning',
    },
  ],
});
