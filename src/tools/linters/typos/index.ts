// typos: its long form with the source, its brief form, and `--format json`.

import { isRecord, textMember, texts } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';
import { jsonLinesLinter } from '../shared/json-linter.ts';

const lines = consoleLinter({
  id: 'typos',
  commands: ['typos'],
  startsWith: ['error: `'],
  positions: true,
  contains: /` -> `/,
  maxGap: 8,
  findings: [
    // "  --> docs/pond.md:3:7", drawn with other characters in newer versions
    {
      line: /^\s*(?:-->|╭▸|┌─) (?<path>.+?)(?::(?<line>\d{1,9})(?::\d{1,9})?)?$/,
      above: /^error: (?<message>`[^`]{1,200}` (?:should be `[^`]{1,200}`(?:, `[^`]{1,200}`){0,20}|is disallowed).*)$/,
      rule: () => 'typo',
    },
    // "docs/pond.md:3:7: `heorn` -> `heron`, `herons`"
    {
      has: '` -> `',
      after: /^(?<message>`[^`]{1,200}` -> `[^`]{1,200}`(?:, `[^`]{1,200}`){0,20})$/,
      rule: () => 'typo',
    },
  ],
  next: /^error: `/,
});

/** One document per finding. */
const jsonLines = jsonLinesLinter({
  id: 'typos-json',
  commands: ['typos'],
  accepts: (document) => isRecord(document) && document.type === 'typo' && textMember(document, 'typo') !== null,
  maxGap: 1,
  path: 'path',
  line: 'line_num',
  rule: () => 'typo',
  severity: () => 'error',
  message({ typo, corrections }) {
    const words = texts(corrections).map((word) => `\`${word}\``);
    return `\`${typo}\` ${words.length === 0 ? 'is disallowed' : `should be ${words.join(', ')}`}`;
  },
});

export const typos: Linter = { id: 'typos', parse: [jsonLines, lines] };
