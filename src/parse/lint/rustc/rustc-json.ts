// Diagnostics of rustc and clippy as JSON, from cargo (--message-format=json) or from rustc itself.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isRecord, textMember } from '../../shared/json-access.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'rustc-json';
const CARGO_REASONS = new Set(['compiler-message', 'compiler-artifact', 'build-script-executed', 'build-finished']);
/** What rustc says last, which is no finding. */
const LAST_WORD = /^(?:aborting due to (?:\d+ )?previous errors?|\d+ warnings? emitted)/;

type JsonRecord = Readonly<Record<string, unknown>>;

export const rustcJson: JsonLinesParser<LintSection> = {
  id: ID,
  form: 'json-lines',
  commands: ['cargo', 'rustc', 'clippy', 'clippy-driver'],
  accepts: (document) =>
    isRecord(document) && (CARGO_REASONS.has(textMember(document, 'reason') ?? '') || isDiagnostic(document)),
  openOld: (shelf) => new RustcJsonReader(shelf),
};

function isDiagnostic(document: JsonRecord): boolean {
  return 'level' in document && 'rendered' in document && Array.isArray(document.spans) && Array.isArray(document.children);
}

class RustcJsonReader implements JsonLinesReader<LintSection> {
  readonly #sections: LintSection[] = [];
  #run: LintSection | null = null;
  /** Under cargo there may be several compilers, and cargo has the last word. */
  #isCargo = false;
  /** The same source compiled for several targets gives the same message for each; cargo itself shows it once. */
  #seen = new Set<string>();
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRecord(document)) return;
    this.#run ??= { ...emptyLintSection(ID, lineNumber), hasHeader: true };
    this.#run.lastLine = lineNumber;
    const reason = textMember(document, 'reason');
    this.#isCargo = reason !== null;
    if (reason === 'build-finished') this.#finish(this.#run, document.success === true);
    else if (reason === null) this.#diagnostic(this.#run, document);
    else if (reason === 'compiler-message' && isRecord(document.message)) this.#diagnostic(this.#run, document.message);
  }

  end(): LintSection[] {
    if (this.#run !== null) this.#shelf.keepRun(this.#sections, this.#run);
    return this.#sections;
  }

  #finish(run: LintSection, success: boolean): void {
    run.hasFooter = true;
    const errors = run.findings.filter(({ severity }) => severity === 'error').length;
    if (!success && errors === 0) run.problems.push('the build failed although the compiler reported no error');
    this.#shelf.keepRun(this.#sections, run);
    this.#run = null;
    this.#seen = new Set();
  }

  #diagnostic(run: LintSection, diagnostic: JsonRecord): void {
    const level = textMember(diagnostic, 'level') ?? '';
    const message = textMember(diagnostic, 'message') ?? '';
    if (LAST_WORD.test(message)) {
      run.hasFooter = !this.#isCargo;
      return;
    }
    if (level.startsWith('error: internal compiler error')) this.#shelf.keepText(run.problems, 'the compiler crashed');
    if (level !== 'warning' && !level.startsWith('error')) return;
    const finding = findingOf(diagnostic, level, message);
    const key = textMember(diagnostic, 'rendered') ?? JSON.stringify(finding);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#shelf.hold(key.length);
    this.#shelf.keepFinding(run.findings, finding);
    run.hasFooter = false;
  }
}

function findingOf(diagnostic: JsonRecord, level: string, message: string): LintFinding {
  const spans = Array.isArray(diagnostic.spans) ? diagnostic.spans.filter(isRecord) : [];
  const span = spans.find(({ is_primary }) => is_primary === true) ?? spans[0];
  return {
    path: span === undefined ? null : textMember(span, 'file_name'),
    line: findingLine(span?.line_start),
    rule: isRecord(diagnostic.code) ? textMember(diagnostic.code, 'code') : null,
    severity: level === 'warning' ? 'warning' : 'error',
    message,
  };
}
