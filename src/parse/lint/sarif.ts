// SARIF as linters write it. Each run in the document is one section.
import type { JsonParser } from '../parser.ts';
import { emptyLintSection, type LintSection } from '../section.ts';
import { isSarif, type SarifResult, sarifRuns } from '../shared/sarif.ts';

const ID = 'sarif';
/** For these a note is their mildest finding; for the others it is a remark that breaks no rule. */
const TOOLS_WITH_NOTES = new Set(['shellcheck', 'hadolint']);

export const sarif: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: [],
  accepts: isSarif,
  readOld: (document, firstLine, lastLine) =>
    sarifRuns(document).map(({ tool, results, problems }) => ({
      ...emptyLintSection(ID, firstLine),
      hasHeader: true,
      hasFooter: true,
      lastLine,
      problems,
      tool,
      findings: results.filter((result) => isFinding(result, tool)).map(toFinding),
    })),
};

function isFinding({ level }: SarifResult, tool: string): boolean {
  return level !== 'note' || TOOLS_WITH_NOTES.has(tool.toLowerCase());
}

function toFinding({ path, line, ruleId, level, message }: SarifResult): LintSection['findings'][number] {
  return { path, line, rule: ruleId, severity: level === 'error' ? 'error' : 'warning', message };
}
