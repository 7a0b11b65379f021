// hadolint's console output and its JSON. Info and style count as warnings: by default they fail the run.

import { records, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';
import { isListOf, jsonLinter } from '../shared/json-linter.ts';

const lines = consoleLinter({
  id: 'hadolint',
  commands: ['hadolint'],
  startsWith: '',
  positions: true,
  contains: /(?:DL|SC)\d{4} |unexpected |invalid flag /,
  maxGap: 2,
  prefix: 'hadolint:',
  findings: [
    // "DL3006 warning: message", after "Dockerfile:3"; old versions print no severity.
    {
      after: /^(?<rule>(?:DL|SC)\d{4}) (?:(?<level>error|warning|info|style): )?(?<message>.+)$/,
      severity: ({ level }) => (level === 'error' ? 'error' : 'warning'),
    },
    // "Dockerfile:3:1 unexpected 'F'": a file that does not parse.
    { after: /^(?<message>(?:unexpected|invalid flag) .+)$/, paths: /(?:^|[./\\])(?:Docker|Container)file(?:$|[.-])/i },
  ],
});

const json = jsonLinter({
  id: 'hadolint-json',
  commands: ['hadolint'],
  accepts: (document) =>
    isListOf(document, (item) => textMember(item, 'file') !== null && /^(?:DL|SC)\d{4}$/.test(textMember(item, 'code') ?? '')),
  items: records,
  path: 'file',
  line: 'line',
  rule: 'code',
  severity: ({ level }) => (level === 'error' ? 'error' : 'warning'),
  message: 'message',
});

export const hadolint: Linter = { id: 'hadolint', parse: [json, lines], configFiles: /\.hadolint\.yaml/ };
