// The reviewdog diagnostic format, one diagnostic a line.

import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isRecord, recordMember } from '../../shared/json-access.ts';
import { isRdjsonDiagnostic, rdjsonFinding } from './diagnostic.ts';

const ID = 'rdjsonl';

export const rdjsonl: JsonLinesParser<LintSection> = {
  id: ID,
  form: 'json-lines',
  commands: [],
  accepts: (document) =>
    isRdjsonDiagnostic(document) && isRecord(recordMember(recordMember(document, 'location'), 'range').start),
  openOld: (shelf) => new RdjsonlReader(shelf),
};

class RdjsonlReader implements JsonLinesReader<LintSection> {
  #section: LintSection | null = null;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRdjsonDiagnostic(document)) return;
    this.#section ??= { ...emptyLintSection(ID, lineNumber), hasFooter: true };
    this.#section.lastLine = lineNumber;
    const finding = rdjsonFinding(document, { severity: '', source: '' });
    if (finding !== null) this.#shelf.keepFinding(this.#section.findings, finding);
  }

  end(): LintSection[] {
    return this.#section === null ? [] : [this.#section];
  }
}
