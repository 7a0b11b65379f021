// psalm's console form with its totals, its text (emacs) form and its JSON.

import { CharCode } from '../../../parse/shared/characters.ts';
import { countMember, isRecord, records, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { type ConsoleReader, consoleLinter } from '../shared/console-linter.ts';
import { findingLine } from '../shared/finding-fields.ts';
import { isListOf, jsonLinter } from '../shared/json-linter.ts';

/** "ERROR: InvalidReturnType - src/a.php:5:10 - message (see https://psalm.dev/011)" */
const HEADLINE =
  /^(ERROR|INFO): ([A-Za-z]{2,100}) - (.{1,1000}?):(\d{1,9}):\d{1,9} - (.*?)(?: \(see https:\/\/psalm\.dev\/\d{1,6}\))?$/;
const TOTAL = /^(\d{1,9}) errors? found$/;
/** A cheap test before the others. */
const MAY_BE_CONSOLE_FORM = /^(?:ERROR|INFO): | found(?:!|$)/;
const CLEAN = /^\W{0,20}No errors found!\W{0,20}$/;

const lines = consoleLinter({
  id: 'psalm',
  commands: ['psalm'],
  startsWith: ['ERROR: ', 'INFO: ', 'No errors found!', ...'0123456789'],
  positions: true,
  contains: /:(?:error|warning) - | found/,
  prefilter: (text) => text.charCodeAt(0) > CharCode.SPACE || text.includes('No errors found!'),
  // Of the text form: "path:258:4:error - InvalidGlobal: message"
  maxGap: 1,
  findings: [
    {
      has: ' - ',
      after: /^(?<level>error|warning) - (?:(?<rule>[A-Za-z]{2,100}): )?(?<message>.*)$/,
      separator: ':',
      hasColumn: true,
    },
  ],
  open: readConsoleForm,
});

/** A form with totals but without a header, whose runs have no limit on the distance of findings. */
function readConsoleForm({ results, runs }: ConsoleReader): (text: string) => boolean | null {
  return (text) => {
    if (!MAY_BE_CONSOLE_FORM.test(text)) return null;
    const [, level, rule = null, path = null, line, message = ''] = HEADLINE.exec(text) ?? [];
    const total = TOTAL.exec(text.trim())?.[1];
    if (level !== undefined) {
      const severity = level === 'ERROR' ? 'error' : 'warning';
      runs.finding({ path, line: findingLine(line), rule, severity, message });
    } else if (CLEAN.test(text.trim()) || (total !== undefined && /^-{30}$/.test(results.before(1).trim()))) {
      runs.close({ errors: Number(total ?? 0), warnings: null, total: null });
    } else return null;
    return false;
  };
}

const json = jsonLinter({
  id: 'psalm-json',
  commands: ['psalm'],
  accepts: (document) =>
    isListOf(
      document,
      (item) =>
        isRecord(item) && countMember(item, 'line_from') !== null && textMember(item, 'file_name') !== null && 'type' in item,
    ),
  items: records,
  path: 'file_name',
  line: 'line_from',
  rule: 'type',
  severity: ({ severity }) => (severity === 'error' ? 'error' : 'warning'),
  message: 'message',
});

export const psalm: Linter = {
  id: 'psalm',
  parse: [json, lines],
  configFiles: /psalm\.xml(?:\.dist)?/,
  suppression: /@psalm-suppress/,
};
