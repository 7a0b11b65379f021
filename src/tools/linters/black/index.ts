// `black --check`. A file that black would change is a warning, one that it cannot read an error.
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';

const lines = consoleLinter({
  id: 'black',
  commands: ['black'],
  startsWith: ['would reformat ', 'error: cannot format ', ...'0123456789'],
  atMargin: true,
  prefilter: (text) => text.includes(' file') || text.includes('format '),
  findings: [
    { line: /^would reformat (?<path>.+)$/, severity: 'warning', message: 'not formatted as black would' },
    { line: /^error: cannot format (?<path>.+?): (?<message>.+)$/ },
  ],
  totals: [
    // "1 file would be reformatted, 2 files would be left unchanged, 1 file would fail to reformat."
    {
      line: /^(?=\d{1,9} files? (?:would be |left |failed |reformatted))(?=.*\.$)(?:(?:.*, )?(?<warnings>\d{1,9}) files? would be reformatted)?(?:.*, (?<errors>\d{1,9}) files? (?:would fail|failed) to reformat)?/,
    },
  ],
});

export const black: Linter = { id: 'black', parse: [lines] };
