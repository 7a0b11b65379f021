// markdownlint-cli and markdownlint-cli2: "README.md:5:1 error MD004/ul-style message".
// Only cli2 states a total, on another stream: it may be before or after its findings.
import type { Linter } from '../../tool.ts';
import { type ConsoleReader, consoleLinter } from '../shared/console-linter.ts';

const lines = consoleLinter({
  id: 'markdownlint',
  commands: ['markdownlint', 'markdownlint-cli2'],
  startsWith: ['Summary: '],
  positions: true,
  maxGap: 2,
  findings: [
    {
      has: ' MD',
      after: /^(?:(?<level>error|warning) )?(?<rule>MD\d{3})(?:\/[\w/-]{1,200})? (?<message>.+)$/,
      severity: ({ level }) => (level === 'warning' ? 'warning' : 'error'),
    },
  ],
  open: readSummary,
});

/** The first finding may follow on the same line, since the total has no line end of its own. */
const SUMMARY = /^Summary: (\d{1,9}) error\(s\)(.*)$/;

function readSummary(reader: ConsoleReader): (text: string) => boolean | null {
  const { groups, results, ends } = reader;
  let listed = 0;
  /** A total that the findings so far do not match. */
  let stated: { total: number; lineNumber: number } | null = null;
  const close = (total: number, lineNumber: number) => {
    groups.close({ errors: null, warnings: null, total }, lineNumber);
    stated = null;
    listed = 0;
  };
  ends.push(() => {
    if (stated !== null) close(stated.total, Math.max(stated.lineNumber, groups.lastLine));
  });
  return (text) => {
    const [, total, rest = ''] = text.startsWith('Summary: ') ? (SUMMARY.exec(text) ?? []) : [];
    if (total !== undefined && Number(total) === listed) close(listed, results.lineNumber);
    else if (total !== undefined) stated = { total: Number(total), lineNumber: results.lineNumber };
    if (reader.read(total === undefined ? text : rest)) listed += 1;
    if (listed === stated?.total) close(listed, results.lineNumber);
    return false;
  };
}

export const markdownlint: Linter = { id: 'markdownlint', parse: [lines] };
