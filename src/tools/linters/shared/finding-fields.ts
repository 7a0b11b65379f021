// The fields of a finding, from the forms in which tools write them.
import type { LintFinding } from '../../../contract/index.ts';

/** Null for 0, which tools write for a finding without a place, and for anything that is not a whole number. */
export function findingLine(value: unknown): number | null {
  const line = typeof value === 'string' ? Number(value) : value;
  return typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? line : null;
}

export function firstLine(text: string): string {
  return text.split(/[\r\n]/, 1)[0] ?? '';
}

/** Splits a message from the rule at its end; the first group of `pattern` is the rule. */
export function splitRule(text: string, pattern: RegExp): Pick<LintFinding, 'rule' | 'message'> {
  const match = pattern.exec(text);
  return match === null ? { rule: null, message: text } : { rule: match[1] ?? null, message: text.slice(0, match.index) };
}

/** Notes break no rule: hints, help, remarks. Most tools do not count them; a few use the words for their mildest findings. */
export type Severity = LintFinding['severity'] | 'note';

const SEVERITIES = new Map<string, Severity>(
  Object.entries({
    error: 'error',
    err: 'error',
    fatal: 'error',
    'fatal error': 'error',
    'internal error': 'error',
    'syntax error': 'error',
    critical: 'error',
    blocker: 'error',
    failure: 'error',
    severe: 'error',
    warning: 'warning',
    warn: 'warning',
    style: 'warning',
    performance: 'warning',
    portability: 'warning',
    convention: 'warning',
    refactor: 'warning',
    suggestion: 'warning',
    info: 'note',
    information: 'note',
    note: 'note',
    notice: 'note',
    hint: 'note',
    help: 'note',
    remark: 'note',
    advice: 'note',
    debug: 'note',
  } satisfies Record<string, Severity>),
);

/** Null for a word that is not a severity. */
export function parseSeverity(word: string): Severity | null {
  return SEVERITIES.get(word.toLowerCase()) ?? null;
}

/**
 * rubocop's formats for CI systems state only whether a finding makes the run fail. By default the syntax cop alone reports
 * errors. Null for a rule that is not named like a cop: "Style/HashSyntax", "Rails/Output".
 */
export function copSeverity(rule: string): LintFinding['severity'] | null {
  if (!/^[A-Z]\w{0,100}(?:\/[A-Z]\w{0,100}){1,4}$/.test(rule)) return null;
  return rule === 'Lint/Syntax' ? 'error' : 'warning';
}

const BIOME_CATEGORY =
  /^(?:(?:lint|assist|suppressions|syntax|plugin|files|internalError|args|flags|reporter)\/|(?:parse|format|organizeImports|deserialize|configuration|project|migrate|plugin|search|vcs)$)/;

/** Identifies biome's findings in formats that name no tool. */
export function isBiomeCategory(rule: string): boolean {
  return BIOME_CATEGORY.test(rule);
}
