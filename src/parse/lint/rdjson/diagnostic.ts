// One diagnostic of the reviewdog diagnostic format, shared by its two containers.
import type { LintFinding } from '../../../contract/index.ts';
import { countMember, isRecord, recordMember, textMember } from '../../shared/json-access.ts';
import { spokenSeverity } from '../shared/severity.ts';

type Diagnostic = Readonly<Record<string, unknown>>;

/** Tools whose mildest severity stands for remarks that break no rule. */
const REMARK_TOOLS = new Set(['biome', 'clippy', 'mypy']);

export function isRdjsonDiagnostic(value: unknown): value is Diagnostic {
  return isPlacelessDiagnostic(value) && textMember(recordMember(value, 'location'), 'path') !== null;
}

/** biome says of a file that is not formatted only that there is one. Too little to know the format by. */
export function isPlacelessDiagnostic(value: unknown): value is Diagnostic {
  return isRecord(value) && textMember(value, 'message') !== null;
}

/** Null for a remark of a tool that does not count those. `fallback` are severity and source of the whole report. */
export function rdjsonFinding(diagnostic: Diagnostic, fallback: { severity: string; source: string }): LintFinding | null {
  const source = textMember(recordMember(diagnostic, 'source'), 'name') ?? fallback.source;
  const spoken = spokenSeverity(textMember(diagnostic, 'severity') ?? fallback.severity) ?? 'error';
  if (spoken === 'remark' && REMARK_TOOLS.has(source.toLowerCase())) return null;
  const location = recordMember(diagnostic, 'location');
  const { code } = diagnostic;
  return {
    path: textMember(location, 'path'),
    line: countMember(recordMember(recordMember(location, 'range'), 'start'), 'line') || null,
    rule: (isRecord(code) ? textMember(code, 'value') : textMember(diagnostic, 'code')) || null,
    severity: spoken === 'error' ? 'error' : 'warning',
    message: textMember(diagnostic, 'message') ?? '',
  };
}
