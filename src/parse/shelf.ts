// Room parse: what a reading keeps of its results. Texts are copied out of the pages they were cut from, so that memory grows
// with the results and not with what stands around them; and more results than any suite has are not kept at all.
import type { LintFinding } from '../contract/index.ts';

/** Of all parsers together: some lines are kept by several, until it is clear whose they are. */
const MOST_KEPT = 500_000;
const BLOCK = 256;

export class Shelf {
  readonly #most: number;
  #kept = 0;

  constructor(most = MOST_KEPT) {
    this.#most = most;
  }

  /** More was to be kept than fits: what was read is not all there was. */
  get isFull(): boolean {
    return this.#kept > this.#most;
  }

  /** Adds a result, or something that may become one, to a list to which nothing is added in another way. */
  keep<Entry extends { id: string }>(list: Entry[], entry: Entry): void {
    if (this.#add(list, entry)) ownIds(list.slice(-BLOCK));
  }

  keepFinding<Finding extends Pick<LintFinding, 'path' | 'message'>>(list: Finding[], finding: Finding): void {
    if (this.#add(list, finding)) ownPathsAndMessages(list.slice(-BLOCK));
  }

  /** True when it completes a block. */
  #add<Entry>(list: Entry[], entry: Entry): boolean {
    this.#kept += 1;
    return !this.isFull && list.push(entry) % BLOCK === 0;
  }
}

function ownIds(entries: readonly { id: string }[]): void {
  const ids = ownTexts(entries.map(({ id }) => id));
  for (const [index, entry] of entries.entries()) entry.id = ids[index] as string;
}

function ownPathsAndMessages(findings: readonly Pick<LintFinding, 'path' | 'message'>[]): void {
  const texts = ownTexts(findings.flatMap(({ path, message }) => [path ?? '', message]));
  for (const [index, finding] of findings.entries()) {
    if (finding.path !== null) finding.path = texts[2 * index] as string;
    finding.message = texts[2 * index + 1] as string;
  }
}

/** Engines keep all of a page as long as any text that was cut out of it. These are cut out of a page of their own. */
function ownTexts(texts: readonly string[]): string[] {
  const page = texts.join('');
  let end = 0;
  return texts.map(({ length }) => {
    end += length;
    return page.slice(end - length, end);
  });
}
