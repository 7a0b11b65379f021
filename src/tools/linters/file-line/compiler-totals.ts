// The totals that javac and clang print after their findings, on one line or on several in a row.
import type { LintTotals } from '../../../parse/section.ts';

/** Suffixes of lines with totals. */
export const COMPILER_TOTALS_END = [' error', ' errors', ' warning', ' warnings', ' generated.', ' like to see more'];

/** javac: "2 errors" and below it "1 warning" */
const COUNT = /^(\d{1,9}) (error|warning)s?$/;
/** javac shows 100 of each. */
const ONLY_SOME = /^only showing the first \d{1,9} (error|warning)s, of (\d{1,9}) total;/;
/** clang: "2 warnings and 1 error generated." */
const GENERATED = /^(?:(\d{1,9}) warnings?)?(?:(?: and )?(\d{1,9}) errors?)? generated\.$/;

export interface CompilerTotals extends LintTotals {
  style: 'javac' | 'clang';
  errors: number;
  warnings: number;
  firstLine: number;
  lastLine: number;
}

/** The line's totals, added to those on the line above it, if any; null for any other line. */
export function compilerTotals(text: string, lineNumber: number, above: CompilerTotals | null): CompilerTotals | null {
  const generated = text.endsWith(' generated.') ? GENERATED.exec(text) : null;
  const base = { errors: 0, warnings: 0, total: null, firstLine: lineNumber, lastLine: lineNumber };
  if (generated !== null) {
    return { ...base, style: 'clang', errors: Number(generated[2] ?? 0), warnings: Number(generated[1] ?? 0) };
  }
  const [, count, kind] = COUNT.exec(text) ?? [];
  const [, shortened, all] = ONLY_SOME.exec(text) ?? [];
  if (count === undefined && all === undefined) return null;
  const isBelow = above !== null && above.style === 'javac' && above.lastLine === lineNumber - 1;
  const totals: CompilerTotals = isBelow ? { ...above, lastLine: lineNumber } : { ...base, style: 'javac' };
  if ((kind ?? shortened) === 'error') totals.errors = Number(count ?? all);
  else totals.warnings = Number(count ?? all);
  return totals;
}
