// `next lint`: ESLint's findings as Next.js prints them. It has no totals.
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';
import { errorsAndWarnings } from '../shared/delimited-runs.ts';

const lines = consoleLinter({
  id: 'next-lint',
  commands: ['next'],
  startsWith: '123456789✔i',
  contains: /^\d+:\d+ {2}/,
  findings: [
    {
      line: /^(?<line>\d+):\d+ {2}(?<level>Error|Warning): (?<message>.*)$/,
      file: /^\.{1,2}\/.*$/,
      hasGaps: true,
      rule: / {2}([@a-zA-Z][\w@/.-]*)$/,
    },
  ],
  totals: [
    { line: /^✔ No ESLint warnings or errors$/, count: () => errorsAndWarnings(0, 0) },
    { line: /^info {2}- Need to disable some ESLint rules\? /, needsFindings: true, count: () => null },
  ],
});

export const nextLint: Linter = { id: 'next-lint', parse: [lines] };
