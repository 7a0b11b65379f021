// Typos, in its long form with the source, and its brief form.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { filePosition } from '../shared/file-position.ts';
import { FindingGroups } from '../shared/finding-groups.ts';

const ID = 'typos';
const MAX_GAP = 8;

export const typos: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['typos'],
  startsWith: ['error: `'],
  positions: true,
  open: ({ shelf }) => new TyposReader(shelf),
};

const HEADLINE = /^error: (`[^`]{1,200}` (?:should be `[^`]{1,200}`(?:, `[^`]{1,200}`){0,20}|is disallowed).*)$/;
/** "  --> docs/pond.md:3:7", drawn with other characters in newer versions */
const PLACE = /^\s*(?:-->|╭▸|┌─) (.+)$/;
/** "docs/pond.md:3:7: `heorn` -> `heron`, `herons`" */
const BRIEF = /^`[^`]{1,200}` -> `[^`]{1,200}`(?:, `[^`]{1,200}`){0,20}$/;

class TyposReader implements LineReader<LintSection> {
  readonly #groups: FindingGroups;
  #headline: { message: string; lineNumber: number } | null = null;

  constructor(shelf: Shelf) {
    this.#groups = new FindingGroups(ID, MAX_GAP, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const headline = this.#headline;
    this.#headline = null;
    const place = headline === null ? undefined : PLACE.exec(text)?.[1];
    if (headline !== null && place !== undefined) this.#add(place, headline.message, headline.lineNumber);
    else if (text.startsWith('error: `')) {
      const message = HEADLINE.exec(text)?.[1];
      this.#headline = message === undefined ? null : { message, lineNumber };
    } else if (text.endsWith('`') && text.includes('` -> `')) {
      const position = filePosition(text);
      if (position !== null && BRIEF.test(position.rest)) this.#add(text, position.rest, lineNumber);
    }
    return this.#headline !== null;
  }

  end(): LintSection[] {
    return this.#groups.end();
  }

  #add(place: string, message: string, lineNumber: number): void {
    const position = filePosition(`${place}:`);
    const at = { path: position?.path ?? place, line: position?.line ?? null };
    const finding: LintFinding = { ...at, rule: 'typo', severity: 'error', message };
    this.#groups.add(finding, lineNumber);
  }
}
