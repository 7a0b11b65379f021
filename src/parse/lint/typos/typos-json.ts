// `typos --format json`, one message a line.

import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';
import { FindingGroups } from '../shared/finding-groups.ts';

const ID = 'typos-json';
const MAX_GAP = 1;

export const typosJson: JsonLinesParser<LintSection> = {
  id: ID,
  form: 'json-lines',
  commands: ['typos'],
  accepts: (document) => isRecord(document) && document.type === 'typo' && textMember(document, 'typo') !== null,
  openOld: (shelf) => new TyposJsonReader(shelf),
};

class TyposJsonReader implements JsonLinesReader<LintSection> {
  readonly #groups: FindingGroups;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRecord(document)) return;
    const { corrections } = document;
    const words = Array.isArray(corrections) ? corrections.filter((word) => typeof word === 'string') : [];
    const wanted = words.map((word) => `\`${word}\``).join(', ');
    const message = `\`${textMember(document, 'typo')}\` ${wanted === '' ? 'is disallowed' : `should be ${wanted}`}`;
    const place = { path: textMember(document, 'path'), line: countMember(document, 'line_num') || null };
    this.#groups.add({ ...place, rule: 'typo', severity: 'error', message }, lineNumber);
  }

  end(): LintSection[] {
    return this.#groups.end();
  }
}
