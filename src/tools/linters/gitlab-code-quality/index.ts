// GitLab Code Quality (CodeClimate) JSON, which many linters write.
// It has five severities, and the form of a tool's rule names decides which of them are errors.

import type { LintFinding } from '../../../contract/index.ts';
import { isRecord, type Json, member, records, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { isBiomeCategory } from '../shared/finding-fields.ts';
import { isListOf, jsonLinter } from '../shared/json-linter.ts';

/** Like biome, oxlint "eslint(x)", rubocop "Style/X" and hadolint write warnings as major, which is an error in other tools. */
const RULE_WITH_MAJOR_WARNINGS = /^(?:[\w@/-]{1,60}\(|[A-Z]\w*\/[A-Z]|(?:DL|SC)\d{4}$)/;

const json = jsonLinter({
  id: 'gitlab-code-quality',
  commands: [],
  accepts: (document) => isListOf(document, isIssue),
  items: records,
  path: 'location.path',
  line: (issue) =>
    member(issue, 'location.lines.begin.line') ??
    member(issue, 'location.lines.begin') ??
    member(issue, 'location.positions.begin.line'),
  rule: 'check_name',
  severity: severityOf,
  message(issue) {
    const [rule, message] = [textMember(issue, 'check_name'), textMember(issue, 'description') ?? ''];
    return rule && message.startsWith(`${rule}: `) ? message.slice(rule.length + 2) : message;
  },
});

function isIssue(value: unknown): boolean {
  if (textMember(value, 'description') === null || textMember(value, 'location.path') === null) return false;
  return isRecord(member(value, 'location.lines')) || isRecord(member(value, 'location.positions'));
}

function severityOf({ level, severity, check_name: name }: Json): LintFinding['severity'] | null {
  // ansible-lint states separately whether a finding fails the run.
  if (level === 'error' || level === 'warning') return level;
  const rule = typeof name === 'string' ? name : '';
  if (severity === 'info') return null;
  // biome writes its infos, which are not findings, as minor and info.
  if (severity === 'minor') return isBiomeCategory(rule) ? null : 'warning';
  if (severity === 'major') return isBiomeCategory(rule) || RULE_WITH_MAJOR_WARNINGS.test(rule) ? 'warning' : 'error';
  return 'error';
}

export const gitlabCodeQuality: Linter = { id: 'gitlab-code-quality', parse: [json] };
