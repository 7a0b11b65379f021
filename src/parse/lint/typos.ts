// typos: its long form with the source, its brief form, and `--format json`.
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { isRecord, textMember, texts } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { jsonLinesLinter } from './shared/json-linter.ts';

const MAX_GAP = 8;
const HEADLINE = /^error: (`[^`]{1,200}` (?:should be `[^`]{1,200}`(?:, `[^`]{1,200}`){0,20}|is disallowed).*)$/;
/** "  --> docs/pond.md:3:7", drawn with other characters in newer versions */
const PLACE = /^\s*(?:-->|╭▸|┌─) (.+)$/;
/** "docs/pond.md:3:7: `heorn` -> `heron`, `herons`" */
const BRIEF = /^`[^`]{1,200}` -> `[^`]{1,200}`(?:, `[^`]{1,200}`){0,20}$/;

export const typos: LineParser<LintSection> = {
  id: 'typos',
  form: 'lines',
  commands: ['typos'],
  startsWith: ['error: `'],
  positions: true,
  open: (results) => new TyposReader(results, MAX_GAP),
};

/** One document per finding. */
export const typosJson = jsonLinesLinter({
  id: 'typos-json',
  commands: ['typos'],
  accepts: (document) => isRecord(document) && document.type === 'typo' && textMember(document, 'typo') !== null,
  maxGap: 1,
  path: 'path',
  line: 'line_num',
  rule: () => 'typo',
  severity: () => 'error',
  message({ typo, corrections }) {
    const words = texts(corrections).map((word) => `\`${word}\``);
    return `\`${typo}\` ${words.length === 0 ? 'is disallowed' : `should be ${words.join(', ')}`}`;
  },
});

class TyposReader extends GroupReader {
  #headline: { message: string; lineNumber: number } | null = null;

  line(text: string): boolean {
    const headline = this.#headline;
    this.#headline = null;
    const place = headline === null ? undefined : PLACE.exec(text)?.[1];
    if (headline !== null && place !== undefined) this.#add(place, headline.message, headline.lineNumber);
    else if (text.startsWith('error: `')) {
      const message = HEADLINE.exec(text)?.[1];
      this.#headline = message === undefined ? null : { message, lineNumber: this.results.lineNumber };
    } else if (text.endsWith('`') && text.includes('` -> `')) {
      const position = filePosition(text);
      if (position !== null && BRIEF.test(position.rest)) this.#add(text, position.rest);
    }
    return this.#headline !== null;
  }

  #add(place: string, message: string, lineNumber?: number): void {
    const position = filePosition(`${place}:`);
    const at = { path: position?.path ?? place, line: position?.line ?? null };
    this.groups.add({ ...at, rule: 'typo', severity: 'error', message }, lineNumber);
  }
}
