// ESLint's "codeframe" format, part of ESLint up to 6 and the default of Vue CLI.
import { consoleLinter } from '../shared/console-linter.ts';

export const eslintCodeframe = consoleLinter({
  id: 'eslint-codeframe',
  commands: ['eslint', 'vue-cli-service'],
  startsWith: ['error: ', 'warning: ', ...'0123456789'],
  atMargin: true,
  prefilter: (text) => text.endsWith(' found.') || text.includes(' at '),
  findings: [
    {
      line: /^(?<level>error|warning): (?<message>.*) at (?<path>.+?)(?::(?<line>\d+):\d+)?:?$/,
      rule: / \(([@a-zA-Z][\w@/.-]*)\)$/,
    },
  ],
  totals: [{ line: /^(?=\d)(?:(?<errors>\d+) errors?)?(?: and )?(?:(?<warnings>\d+) warnings?)? found\.$/, needsFindings: true }],
});
