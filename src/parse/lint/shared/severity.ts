// The words that linters use for how bad a finding is.

/** `remark` is what no rule forbids: notes, hints, help. Most tools do not count it; a few call their mildest findings so. */
export type SpokenSeverity = 'error' | 'warning' | 'remark';

const WORDS = new Map<string, SpokenSeverity>(
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
    info: 'remark',
    information: 'remark',
    note: 'remark',
    notice: 'remark',
    hint: 'remark',
    help: 'remark',
    remark: 'remark',
    advice: 'remark',
    debug: 'remark',
  } satisfies Record<string, SpokenSeverity>),
);

/** Null for a word that says nothing about severity. */
export function spokenSeverity(word: string): SpokenSeverity | null {
  return WORDS.get(word.toLowerCase()) ?? null;
}

/**
 * rubocop's formats for CI systems tell only whether a finding makes it fail. Of its cops none but the syntax has an error,
 * unless configured otherwise. Null for what is not named like a cop: "Style/HashSyntax", "Rails/Output".
 */
export function copSeverity(rule: string): 'error' | 'warning' | null {
  if (!/^[A-Z]\w{0,100}(?:\/[A-Z]\w{0,100}){1,4}$/.test(rule)) return null;
  return rule === 'Lint/Syntax' ? 'error' : 'warning';
}
