// Room parse: what a reading keeps of its results. Texts are copied out of the pages they were cut from, so that memory grows
// with the results and not with what stands around them; and more results than any suite has are not kept at all.
import type { LintFinding } from '../contract/index.ts';

/** Of all parsers together: some lines are kept by several, until it is clear whose they are. */
const MOST_KEPT = 500_000;
/** What counts as one result: longer texts count as several, and so does what is kept of every run of a tool. */
const CHARACTERS_OF_ONE = 256;
const RESULTS_OF_A_RUN = 4;
const BLOCK = 256;

type Located = Pick<LintFinding, 'path' | 'message'>;

export class Shelf {
  readonly #most: number;
  #kept = 0;
  /** What was kept last, whatever list it is in: its texts are still cut out of the pages of the output. */
  #recent: { id: string }[] = [];
  #recentFindings: Located[] = [];

  constructor(most = MOST_KEPT) {
    this.#most = most;
  }

  /** More was to be kept than fits: what was read is not all there was. */
  get isFull(): boolean {
    return this.#kept > this.#most;
  }

  /** Adds a result, or something that may become one, to a list. */
  keep<Entry extends { id: string }>(list: Entry[], entry: Entry): void {
    if (!this.#add(list, entry, sizeOf(entry.id))) return;
    if (this.#recent.push(entry) < BLOCK) return;
    ownIds(this.#recent);
    this.#recent = [];
  }

  /** For what a map holds by its id, too: that is copied at once, and so is the same text in both. */
  keepAtOnce<Entry extends { id: string }>(list: Entry[], entry: Entry): void {
    if (this.#add(list, entry, sizeOf(entry.id))) entry.id = ownText(entry.id);
  }

  keepFinding<Finding extends Located>(list: Finding[], finding: Finding): void {
    if (!this.#add(list, finding, sizeOf(finding.message))) return;
    if (this.#recentFindings.push(finding) < BLOCK) return;
    ownPathsAndMessages(this.#recentFindings);
    this.#recentFindings = [];
  }

  /** Adds a run of a tool, or what there is one of for each run. Its results are kept one by one besides. */
  keepRun<Run>(list: Run[], run: Run): void {
    this.#add(list, run, RESULTS_OF_A_RUN);
  }

  /** False when it does not fit. */
  #add<Entry>(list: Entry[], entry: Entry, size: number): boolean {
    this.#kept += size;
    if (this.isFull) return false;
    list.push(entry);
    return true;
  }
}

/** A copy that keeps no more than itself in memory. */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

function sizeOf(text: string): number {
  return 1 + Math.floor(text.length / CHARACTERS_OF_ONE);
}

/** As below, for ids alone and without a list of them: it is done for every result. */
function ownIds(entries: readonly { id: string }[]): void {
  const page = entries.map(({ id }) => id).join('');
  let end = 0;
  for (const entry of entries) {
    const start = end;
    end += entry.id.length;
    entry.id = page.slice(start, end);
  }
}

function ownPathsAndMessages(findings: readonly Located[]): void {
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
