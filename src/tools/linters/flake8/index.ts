// flake8 and tools that print like it (pycodestyle, ruff's pylint form): "path:line:column: CODE message".
// There is no closing line; --count adds a number. Codes that start with W are warnings, all others errors.
import type { Linter } from '../../tool.ts';
import { type ConsoleReader, consoleLinter, type Groups } from '../shared/console-linter.ts';
import { hasCodeAfterPosition, isCaretLine } from '../shared/file-position.ts';

const lines = consoleLinter({
  id: 'flake8',
  commands: ['flake8', 'pycodestyle', 'pflake8'],
  startsWith: ['0'],
  positions: true,
  // Without findings, --count prints only this number.
  prefilter: (text) => text === '0' || hasCodeAfterPosition(text),
  // With --show-source the line of code and a caret follow.
  maxGap: 3,
  findings: [
    { after: /^(?<rule>[A-Z]{1,8}\d{1,5}) (?<message>.+)$/, separator: ': ', hasColumn: true, severity },
    // The pylint form
    {
      after: /^\[(?<rule>[A-Z]{1,8}\d{1,5}|invalid-syntax)\] (?<message>.+)$/,
      separator: ': ',
      hasColumn: false,
      severity,
    },
  ],
  // ruff marks findings that it can fix.
  accepts: ({ findings }) => !findings.some(({ message }) => message.startsWith('[*] ')),
  open: readAppendix,
});

function severity({ rule = '' }: Groups) {
  return rule.startsWith('W') ? 'warning' : 'error';
}

/** What flake8 prints below its findings: carets under source, statistics, the number of --count. */
function readAppendix(reader: ConsoleReader): (text: string) => boolean {
  const { groups, results, ends } = reader;
  let count: { total: number; lineNumber: number } | null = null;
  ends.push(() => {
    if (count !== null) groups.close({ errors: null, warnings: null, total: count.total }, count.lineNumber);
  });
  return (text) => {
    const isBelow = groups.lastLine === results.lineNumber - 1;
    if (isBelow && /^\d{1,9}$/.test(text)) count = { total: Number(text), lineNumber: results.lineNumber };
    // The caret is below source, and ruff shows source behind a gutter.
    else if (isBelow && (isCaretLine(text) || /^ +\|/.test(text))) {
      groups.removePrevious();
      count = null;
    } else if (!isBelow || !/^\d+ +[A-Z]{1,8}\d{1,5} \S/.test(text)) {
      if (!hasCodeAfterPosition(text) || !reader.read(text)) return false;
      count = null;
      return true;
    }
    groups.extend();
    return true;
  };
}

export const flake8: Linter = {
  id: 'flake8',
  parse: [lines],
  configFiles: /\.flake8/,
  suppression: /#\s*noqa\b/,
  fileSuppression: /#\s*flake8:\s*noqa/,
};
