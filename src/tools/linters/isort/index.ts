// `isort --check-only`: one line per file, nothing when all files are sorted.
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';

const lines = consoleLinter({
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

export const isort: Linter = { id: 'isort', parse: [lines] };
