// Isort --check-only, which prints one line a file and nothing when all is well.

import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { FindingGroups } from './shared/finding-groups.ts';

const ID = 'isort';
/** With --diff the difference stands between two files, which may be long. */
const MAX_GAP = 200;
const UNSORTED = /^ERROR: (.+) (Imports are incorrectly sorted(?: and\/or formatted)?\.)$/;

export const isort: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['isort'],
  startsWith: ['ERROR: '],
  open: ({ shelf }) => new IsortReader(shelf),
};

class IsortReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const [, path, message] = text.startsWith('ERROR: ') ? (UNSORTED.exec(text) ?? []) : [];
    if (path !== undefined && message !== undefined) {
      this.#groups.add({ path, line: null, rule: null, severity: 'warning', message }, lineNumber);
    }
    return false;
  }

  end(): LintSection[] {
    return this.#groups.end();
  }
}
