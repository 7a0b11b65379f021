// hlint's text, a position with severity and hint, the code found, and the number of hints at the end; and its JSON.

import { countMember, isRecord, records, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { consoleLinter, NO_FINDINGS } from '../shared/console-linter.ts';
import { isListOf, jsonLinter } from '../shared/json-linter.ts';

const lines = consoleLinter({
  id: 'hlint',
  commands: ['hlint'],
  startsWith: ['No hints', 'No suggestions', ...'0123456789'],
  atMargin: true,
  positions: true,
  contains: /hs:| hint| suggestion/,
  // A hint shows the code before and after.
  maxGap: 60,
  findings: [
    {
      line: /^Found:$/,
      above:
        /^(?<path>.{1,1000}hs):\(?(?<line>\d{1,9})[:,]\d{1,9}[-(),\d]{0,40}: (?<level>Error|Warning|Suggestion): (?<message>.+)$/,
      rule: ruleOf,
      needsTotals: true,
    },
  ],
  next: /hs:.{1,50}: (?:Error|Warning|Suggestion): /,
  totals: [
    // "5 hints", "1 hint (and 2 more)", in old versions "suggestions"
    { line: /^(?<total>\d{1,9}) (?:hint|suggestion)s?(?: \(.{1,60}\))?$/, above: /^$/ },
    { line: /^No (?:hints|suggestions)(?: \(.{1,60}\))?$/, count: () => NO_FINDINGS },
  ],
});

const json = jsonLinter({
  id: 'hlint-json',
  commands: ['hlint'],
  accepts: (document) =>
    isListOf(
      document,
      (item) => isRecord(item) && textMember(item, 'hint') !== null && 'decl' in item && countMember(item, 'startLine') !== null,
    ),
  items: (document) => records(document).filter(({ severity }) => severity !== 'Ignore'),
  path: 'file',
  line: 'startLine',
  rule: (idea) => ruleOf(textMember(idea, 'hint') ?? ''),
  severity: ({ severity }) => (severity === 'Error' ? 'error' : 'warning'),
  message: 'hint',
});

function ruleOf(message: string): string {
  return message.startsWith('Parse error') ? 'Parse error' : message;
}

export const hlint: Linter = { id: 'hlint', parse: [json, lines] };
