// TSLint's prose (the default), verbose, stylish and msbuild forms, without totals or a closing line; and its JSON.

import { countMember, isRecord, records, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';
import { hasPrefix } from '../shared/file-position.ts';
import { jsonLinter } from '../shared/json-linter.ts';

const lines = consoleLinter({
  id: 'tslint',
  commands: ['tslint'],
  startsWith: ['ERROR: ', 'WARNING: '],
  positions: true,
  contains: /[\])]: /,
  // The name of a file may be between the tables of the stylish form.
  maxGap: 3,
  findings: [
    // "(semicolon) src/a.ts[1, 14]: Missing semicolon"; the rule only in the verbose form, the severity from 5.0 on.
    {
      has: ']: ',
      line: /^(?:(?<level>ERROR|WARNING): )?(?:\((?<rule>[\w/-]+)\) )?(?<path>[^\s[][^[]*)\[(?<line>\d+), \d+\]: (?<message>.*)$/,
      accepts: ({ path }) => !hasPrefix(path ?? ''),
    },
    // "1:14  semicolon  Missing semicolon" below the name of the file.
    {
      line: /^(?<level>ERROR|WARNING): (?<line>\d+):\d+ {2,}(?<rule>[\w/-]+) {2,}(?<message>.*)$/,
      file: /^(?!(?:ERROR|WARNING): )(?<path>.*?)(?::\d+:\d+)?$/,
    },
    // "src/a.ts:1:14 - Missing semicolon", from 5.12 on.
    { line: /^(?<level>ERROR|WARNING): (?<path>.+?):(?<line>\d+):\d+ - (?<message>.*)$/ },
    // "src/a.ts(1,14): error semicolon: Missing semicolon", with rules in camel case.
    {
      has: '): ',
      line: /^(?<path>.+\.[cm]?[jt]sx?)\((?<line>\d+),\d+\): (?<level>error|warning) (?<rule>[a-z]\w*): (?<message>.*)$/,
      accepts: ({ path }) => !hasPrefix(path ?? ''),
    },
  ],
});

const json = jsonLinter({
  id: 'tslint-json',
  commands: ['tslint'],
  accepts(document) {
    const first: unknown = Array.isArray(document) ? document[0] : null;
    return isRecord(first) && 'ruleName' in first && 'failure' in first && isRecord(first.startPosition);
  },
  items: records,
  path: 'name',
  // Counted from 0.
  line: (failure) => (countMember(failure, 'startPosition.line') ?? -1) + 1,
  rule: 'ruleName',
  severity: (failure) => (textMember(failure, 'ruleSeverity')?.toUpperCase() === 'WARNING' ? 'warning' : 'error'),
  message: 'failure',
});

export const tslint: Linter = { id: 'tslint', parse: [json, lines] };
