// `staticcheck -f json`, one finding a line.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { countMember, isRecord, recordMember, textMember } from '../../shared/json-access.ts';
import { FindingGroups } from '../shared/finding-groups.ts';

const ID = 'staticcheck-json';
const MAX_GAP = 1;

export const staticcheckJson: JsonLinesParser<LintSection> = {
  id: ID,
  form: 'json-lines',
  commands: ['staticcheck', 'go-staticcheck'],
  accepts: (document) =>
    isRecord(document) &&
    textMember(document, 'code') !== null &&
    textMember(recordMember(document, 'location'), 'file') !== null &&
    isRecord(document.end) &&
    textMember(document, 'message') !== null,
  openOld: (shelf) => new StaticcheckJsonReader(shelf),
};

class StaticcheckJsonReader implements JsonLinesReader<LintSection> {
  readonly #groups: FindingGroups;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRecord(document) || document.severity === 'ignored') return;
    const place = recordMember(document, 'location');
    const severity: LintFinding['severity'] = document.severity === 'warning' ? 'warning' : 'error';
    const position = { path: textMember(place, 'file'), line: countMember(place, 'line') || null };
    const rule = textMember(document, 'code');
    this.#groups.add({ ...position, rule, severity, message: textMember(document, 'message') ?? '' }, lineNumber);
  }

  end(): LintSection[] {
    return this.#groups.end();
  }
}
