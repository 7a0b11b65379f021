// yamllint's standard form, a list below each file, and its parsable form. It prints no totals.
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';

const lines = consoleLinter({
  id: 'yamllint',
  commands: ['yamllint'],
  startsWith: '0123456789',
  positions: true,
  contains: /: \[|^ {2}\d/,
  prefilter: (text) => text.endsWith(')'),
  // An empty line and the next path are between the lists.
  maxGap: 3,
  findings: [
    // "  4:10      error    trailing spaces  (trailing-spaces)"
    {
      line: /^ {2}(?<line>\d{1,9}):\d{1,9} {1,20}(?<level>error|warning) {1,4}(?<message>\S.*?) {1,2}\((?<rule>[a-z][a-z-]{1,60})\)$/,
      file: /^[^ ].*$/,
    },
    // "[error] trailing spaces (trailing-spaces)", after its position
    { has: ': [', after: /^\[(?<level>error|warning)\] (?<message>.+) \((?<rule>[a-z][a-z-]{1,60})\)$/ },
  ],
});

export const yamllint: Linter = { id: 'yamllint', parse: [lines], configFiles: /\.yamllint(?:\.ya?ml)?/ };
