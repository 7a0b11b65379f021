// GitLab Code Quality (CodeClimate) JSON, which many linters write.
// Five severities stand for two; which ones a tool means can only be told by the form of its rule names.
import type { LintFinding } from '../../contract/index.ts';
import type { JsonParser } from '../parser.ts';
import { emptyLintSection, type LintSection } from '../section.ts';
import { countMember, isRecord, recordMember, textMember } from '../shared/json-access.ts';
import { isBiomeCategory } from './shared/biome-categories.ts';

const ID = 'gitlab-code-quality';
type Issue = Readonly<Record<string, unknown>>;

/** Like biome, oxlint "eslint(x)", rubocop "Style/X" and hadolint write warnings as major; for the others that is their error. */
const RULE_WITH_MAJOR_WARNINGS = /^(?:[\w@/-]{1,60}\(|[A-Z]\w*\/[A-Z]|(?:DL|SC)\d{4}$)/;

export const gitlabCodeQuality: JsonParser<LintSection> = {
  id: ID,
  form: 'json',
  commands: [],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isIssue),
  readOld(document, firstLine, lastLine) {
    const findings = (document as Issue[]).map(toFinding).filter((finding) => finding !== null);
    return [{ ...emptyLintSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, findings }];
  },
};

function isIssue(value: unknown): value is Issue {
  if (!isRecord(value) || textMember(value, 'description') === null || !isRecord(value.location)) return false;
  return textMember(value.location, 'path') !== null && (isRecord(value.location.lines) || isRecord(value.location.positions));
}

function toFinding(issue: Issue): LintFinding | null {
  const rule = textMember(issue, 'check_name');
  const severity = levelOf(issue) ?? severityOf(textMember(issue, 'severity') ?? '', rule ?? '');
  if (severity === null) return null;
  const location = recordMember(issue, 'location');
  const message = textMember(issue, 'description') ?? '';
  return {
    path: textMember(location, 'path'),
    line: lineOf(location),
    rule: rule === '' ? null : rule,
    severity,
    message: rule !== null && rule !== '' && message.startsWith(`${rule}: `) ? message.slice(rule.length + 2) : message,
  };
}

function lineOf(location: Issue): number | null {
  const { begin } = recordMember(location, 'lines');
  if (isRecord(begin)) return countMember(begin, 'line') || null;
  const plain = countMember(recordMember(location, 'lines'), 'begin');
  return (plain ?? countMember(recordMember(recordMember(location, 'positions'), 'begin'), 'line')) || null;
}

/** ansible-lint says apart from the severity whether a finding fails the run. */
function levelOf({ level }: Issue): LintFinding['severity'] | null {
  return level === 'error' || level === 'warning' ? level : null;
}

function severityOf(word: string, rule: string): LintFinding['severity'] | null {
  if (word === 'info') return null;
  // biome writes its infos, which are no findings, as minor and info.
  if (word === 'minor') return isBiomeCategory(rule) ? null : 'warning';
  if (word === 'major') return isBiomeCategory(rule) || RULE_WITH_MAJOR_WARNINGS.test(rule) ? 'warning' : 'error';
  return 'error';
}
