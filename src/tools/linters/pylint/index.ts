// pylint's text, colorized, parseable and msvs forms, and the form of pylint 1.x; and its json (a list) and json2 (with
// statistics). Error and fatal are errors, all others are warnings. The rating at the end states no totals, and may be off.

import { countMember, isRecord, recordMember, records, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';
import { firstLine } from '../shared/finding-fields.ts';
import { isListOf, jsonLinter } from '../shared/json-linter.ts';

const SYMBOL = / \(([a-z][\w-]{2,60})\)$/;

const lines = consoleLinter({
  id: 'pylint',
  commands: ['pylint', 'pylint-django'],
  startsWith: ['************* Module ', 'Your code has', 'C: ', 'R: ', 'W: ', 'E: ', 'F: '],
  positions: true,
  contains: /: \[?[CRWEFI]\d{4}[:(]/,
  // The message about duplicated code quotes it in full.
  maxGap: 200,
  findings: [
    // "C0114: Missing module docstring (missing-module-docstring)"
    { after: /^(?<level>[CRWEFI])\d{4}: (?<message>.+)$/, rule: SYMBOL, separator: ': ' },
    // "[C0114(missing-module-docstring), object] message"
    { after: /^\[(?<level>[CRWEFI])\d{4}\((?<rule>[\w-]+)\)[^\]]*\] (?<message>.+)$/, separator: ': ' },
    // In the msvs form "path(3): [C0114(missing-module-docstring)object] message"
    {
      has: '): [',
      line: /^(?<path>.{1,1000})\((?<line>\d{1,9})\): \[(?<level>[CRWEFI])\d{4}\((?<rule>[\w-]+)\)[^\]]*\] (?<message>.+)$/,
    },
    // "C:  1, 0: Missing module docstring (missing-docstring)", below the name of the module.
    {
      line: /^(?<level>[CRWEF]): {0,6}(?<line>\d{1,9}), {0,4}\d{1,9}: (?<message>.+)$/,
      rule: SYMBOL,
      accepts: ({ path }) => path !== null,
    },
  ],
  lateRule: SYMBOL,
  open: (reader) => (text) => {
    if (text.startsWith('************* Module ')) reader.path = text.slice('************* Module '.length).trim();
    else if (text.startsWith('Your code') && /^Your code has been rated at -?[\d.]+\/10/.test(text)) {
      if (reader.groups.last !== undefined) reader.groups.extend();
      else reader.results.beginRun({ hasFooter: true });
      reader.path = null;
    }
    return null;
  },
});

const json = jsonLinter({
  id: 'pylint-json',
  commands: ['pylint'],
  accepts: (document) => isReport(document) || isListOf(document, (item) => isRecord(item) && 'message-id' in item),
  items: (document) => (isReport(document) ? recordsMember(document, 'messages') : records(document)),
  totals(document) {
    if (!isReport(document)) return null;
    const count = (type: string) => countMember(document, `statistics.messageTypeCount.${type}`) ?? 0;
    const warnings = count('warning') + count('refactor') + count('convention') + count('info');
    return { errors: count('error') + count('fatal'), warnings, total: null };
  },
  path: 'path',
  line: 'line',
  rule: 'symbol',
  severity: ({ type }) => (type === 'error' || type === 'fatal' ? 'error' : 'warning'),
  message: (item) => firstLine(textMember(item, 'message') ?? ''),
});

function isReport(document: unknown): boolean {
  return isRecord(document) && Array.isArray(document.messages) && 'messageTypeCount' in recordMember(document, 'statistics');
}

export const pylint: Linter = {
  id: 'pylint',
  parse: [json, lines],
  configFiles: /\.?pylintrc/,
  suppression: /#\s*pylint:\s*disable/,
  fileSuppression: /#\s*pylint:\s*(?:skip-file|disable-all)/,
};
