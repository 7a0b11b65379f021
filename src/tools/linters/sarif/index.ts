// SARIF as linters write it. Each run in the document is one section.

import type { JsonParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { isSarif, sarifRuns } from '../../../parse/shared/sarif.ts';
import type { Linter } from '../../tool.ts';

/** For these a note is their mildest finding; for others it breaks no rule. */
const TOOLS_WITH_NOTES = new Set(['shellcheck', 'hadolint']);

const json: JsonParser<LintSection> = {
  id: 'sarif',
  form: 'json',
  commands: [],
  accepts: isSarif,
  read(document, results) {
    for (const { tool, problems, results: found } of sarifRuns(document)) {
      const run = results.beginRun({ hasHeader: true, hasFooter: true, problems, tool });
      const hasNotes = TOOLS_WITH_NOTES.has(tool.toLowerCase());
      for (const { path, line, ruleId: rule, level, message } of found)
        if (level !== 'note' || hasNotes)
          run.finding({ path, line, rule, severity: level === 'error' ? 'error' : 'warning', message });
    }
  },
};

export const sarif: Linter = { id: 'sarif', parse: [json] };
