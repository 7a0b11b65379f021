// Diagnostics of rustc and clippy as JSON, from cargo (--message-format=json) or from rustc itself.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonLinesReader, Results } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import { isRecord, type Json, member, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import { findingLine } from '../shared/finding-fields.ts';

const CARGO_REASONS = new Set(['compiler-message', 'compiler-artifact', 'build-script-executed', 'build-finished']);
/** rustc's last message, which is not a finding. */
const LAST_MESSAGE = /^(?:aborting due to (?:\d+ )?previous errors?|\d+ warnings? emitted)/;

export const rustcJson: JsonLinesParser<LintSection> = {
  id: 'rustc-json',
  form: 'json-lines',
  commands: ['cargo', 'rustc', 'clippy', 'clippy-driver'],
  accepts: (document) =>
    isRecord(document) && (CARGO_REASONS.has(textMember(document, 'reason') ?? '') || isDiagnostic(document)),
  open: (results) => new RustcJsonReader(results),
};

function isDiagnostic(document: Json): boolean {
  return 'level' in document && 'rendered' in document && Array.isArray(document.spans) && Array.isArray(document.children);
}

class RustcJsonReader implements JsonLinesReader {
  readonly #results: Results<LintSection>;
  #run: LintRun | null = null;
  /** cargo may run several compilers, and ends with a message of its own. */
  #isCargo = false;
  /** The same source compiled for several targets has the same message for each; cargo itself shows it once. */
  readonly #seen: Set<string>;

  constructor(results: Results<LintSection>) {
    this.#results = results;
    this.#seen = results.set();
  }

  document(document: unknown): void {
    this.#run ??= this.#results.beginRun({ hasHeader: true });
    this.#run.touch();
    const reason = textMember(document, 'reason');
    this.#isCargo = reason !== null;
    const message = reason === null ? document : member(document, 'message');
    if (reason === 'build-finished') this.#finish(this.#run, member(document, 'success') === true);
    else if ((reason === null || reason === 'compiler-message') && isRecord(message)) this.#diagnostic(this.#run, message);
  }

  #finish(run: LintRun, success: boolean): void {
    run.hasFooter = true;
    const errors = run.findings.filter(({ severity }) => severity === 'error').length;
    if (!success && errors === 0) run.problems.push('the build failed although the compiler reported no error');
    this.#run = null;
    for (const key of this.#seen) this.#seen.delete(key);
  }

  #diagnostic(run: LintRun, diagnostic: Json): void {
    const level = textMember(diagnostic, 'level') ?? '';
    const message = textMember(diagnostic, 'message') ?? '';
    if (LAST_MESSAGE.test(message)) {
      run.hasFooter = !this.#isCargo;
      return;
    }
    if (level.startsWith('error: internal compiler error')) run.problems.push('the compiler crashed');
    if (level !== 'warning' && !level.startsWith('error')) return;
    const finding = findingOf(diagnostic, level, message);
    const key = textMember(diagnostic, 'rendered') ?? JSON.stringify(finding);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    run.finding(finding);
    run.hasFooter = false;
  }
}

function findingOf(diagnostic: Json, level: string, message: string): LintFinding {
  const spans = recordsMember(diagnostic, 'spans');
  const span = spans.find(({ is_primary }) => is_primary === true) ?? spans[0];
  return {
    path: textMember(span, 'file_name'),
    line: findingLine(span?.line_start),
    rule: textMember(diagnostic, 'code.code'),
    severity: level === 'warning' ? 'warning' : 'error',
    message,
  };
}
