// Gcc's -fdiagnostics-format=json: one list a compilation, on one line or, since gcc 14, on several.
// A clean compilation is an empty list, which could be anybody's and is left to the exit code.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../parser.ts';
import { emptyLintSection, type LintSection } from '../section.ts';
import { isRecord, recordMember, recordsMember, textMember } from '../shared/json-access.ts';
import { findingLine } from './shared/finding-line.ts';

const ID = 'gcc-json';
type Diagnostic = Readonly<Record<string, unknown>>;

/** Severities by gcc's kinds; null for remarks. The rest are its words for errors of any weight. */
const SEVERITIES = new Map<string, LintFinding['severity'] | null>([
  ['note', null],
  ['debug', null],
  ['warning', 'warning'],
  ['anachronism', 'warning'],
  ['error', 'error'],
  ['fatal error', 'error'],
  ['sorry, unimplemented', 'error'],
  ['internal compiler error', 'error'],
]);

const BEGINNING = '[{"kind": "';
/** gcc forgets the list of a compilation that it stops early. */
const STOPPED = 'compilation terminated due to -';

export const gccJson: JsonLinesParser<LintSection> = {
  id: ID,
  form: 'json-lines',
  commands: ['gcc', 'g++', 'cc', 'c++', 'make', 'cmake', 'ninja'],
  contains: ['children'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isDiagnostic),
  openOld: (shelf) => new GccJsonReader(shelf),
};

function isDiagnostic(value: unknown): value is Diagnostic {
  if (!isRecord(value) || !SEVERITIES.has(textMember(value, 'kind') ?? '')) return false;
  return textMember(value, 'message') !== null && Array.isArray(value.locations) && Array.isArray(value.children);
}

class GccJsonReader implements JsonLinesReader<LintSection> {
  readonly #sections: LintSection[] = [];
  /** Where a list began that has not ended yet; 0 when there is none. */
  #begun = 0;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    const diagnostics = Array.isArray(document) ? document.filter(isDiagnostic) : [];
    const crashed = diagnostics.some(({ kind }) => kind === 'internal compiler error');
    this.#shelf.keepDocument(this.#sections, {
      ...emptyLintSection(ID, this.#begun || lineNumber),
      hasHeader: true,
      hasFooter: true,
      lastLine: lineNumber,
      findings: diagnostics.flatMap(toFinding),
      problems: crashed ? ['the compiler crashed'] : [],
    });
    this.#begun = 0;
  }

  text(text: string, lineNumber: number): void {
    if (text.startsWith(BEGINNING)) this.#begun = lineNumber;
    else if (text.startsWith(STOPPED)) this.#sections.at(-1)?.problems.push('the compiler stopped after too many errors');
  }

  end(): LintSection[] {
    if (this.#begun === 0) return this.#sections;
    return [...this.#sections, { ...emptyLintSection(ID, this.#begun), hasHeader: true }];
  }
}

function toFinding(diagnostic: Diagnostic): LintFinding[] {
  const severity = SEVERITIES.get(textMember(diagnostic, 'kind') ?? '') ?? null;
  if (severity === null) return [];
  const caret = recordMember(recordsMember(diagnostic, 'locations')[0] ?? {}, 'caret');
  return [
    {
      path: textMember(caret, 'file'),
      line: findingLine(caret.line),
      rule: textMember(diagnostic, 'option'),
      severity,
      message: textMember(diagnostic, 'message') ?? '',
    },
  ];
}
