// gcc's -fdiagnostics-format=json: one list per compilation, on one line or, since gcc 14, on several.
// A clean compilation is an empty list, which could be any tool's; the exit code decides.

import type { LintFinding } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonLinesReader, Results } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import { isRecord, type Json, member, records, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { findingLine } from '../shared/finding-fields.ts';

/** By gcc's kinds; null for notes. */
const SEVERITIES = new Map<unknown, LintFinding['severity'] | null>([
  ['note', null],
  ['debug', null],
  ['warning', 'warning'],
  ['anachronism', 'warning'],
  ['error', 'error'],
  ['fatal error', 'error'],
  ['sorry, unimplemented', 'error'],
  ['internal compiler error', 'error'],
]);

const LIST_START = '[{"kind": "';
/** gcc prints no list for a compilation that it stops early. */
const STOPPED = 'compilation terminated due to -';

const jsonLines: JsonLinesParser<LintSection> = {
  id: 'gcc-json',
  form: 'json-lines',
  commands: ['gcc', 'g++', 'cc', 'c++', 'make', 'cmake', 'ninja'],
  contains: ['children'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isDiagnostic),
  open: (results) => new GccJsonReader(results),
};

function isDiagnostic(value: unknown): boolean {
  if (!isRecord(value) || !SEVERITIES.has(value.kind)) return false;
  return textMember(value, 'message') !== null && Array.isArray(value.locations) && Array.isArray(value.children);
}

class GccJsonReader implements JsonLinesReader {
  readonly #results: Results<LintSection>;
  #last: LintRun | null = null;
  /** The first line of a list that has not ended yet; 0 when there is none. */
  #begun = 0;

  constructor(results: Results<LintSection>) {
    this.#results = results;
  }

  document(document: unknown): void {
    const firstLine = this.#begun || this.#results.lineNumber;
    const run = this.#results.beginRun({ hasHeader: true, hasFooter: true, firstLine });
    for (const diagnostic of records(document)) {
      const finding = toFinding(diagnostic);
      if (finding !== null) run.finding(finding);
    }
    if (records(document).some(({ kind }) => kind === 'internal compiler error')) run.problems.push('the compiler crashed');
    this.#last = run;
    this.#begun = 0;
  }

  text(text: string): void {
    if (text.startsWith(LIST_START)) this.#begun = this.#results.lineNumber;
    else if (text.startsWith(STOPPED)) this.#last?.problems.push('the compiler stopped after too many errors');
  }

  end(): void {
    if (this.#begun !== 0) this.#results.beginRun({ hasHeader: true, firstLine: this.#begun, lastLine: this.#begun });
  }
}

function toFinding(diagnostic: Json): LintFinding | null {
  const severity = SEVERITIES.get(diagnostic.kind) ?? null;
  if (severity === null) return null;
  return {
    path: textMember(diagnostic, 'locations.0.caret.file'),
    line: findingLine(member(diagnostic, 'locations.0.caret.line')),
    rule: textMember(diagnostic, 'option'),
    severity,
    message: textMember(diagnostic, 'message') ?? '',
  };
}

export const gcc: Linter = { id: 'gcc', parse: [jsonLines] };
