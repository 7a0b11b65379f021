// Room parse: what a reading keeps of its results. Texts are copied out of the pages they were cut from, so that memory grows
// with the results and not with what stands around them; and more results than any suite has are not kept at all.
import type { Advisory, LintFinding } from '../contract/index.ts';
import type { Section } from './section.ts';

/** Of all parsers together: some lines are kept by several, until it is clear whose they are. */
const MOST_KEPT = 500_000;
/** What counts as one result: longer texts count as several, and so does what is kept of every run of a tool. */
const CHARACTERS_OF_ONE = 256;
const RESULTS_OF_A_RUN = 4;
const BLOCK = 256;

type Texts<Name extends string> = { [Key in Name]: string | null };

interface Kept {
  entry: Texts<string>;
  names: readonly string[];
}

const OF_FINDINGS = ['path', 'rule', 'message'] as const;
const OF_ADVISORIES = ['id', 'package', 'version', 'title'] as const;

export class Shelf {
  readonly #most: number;
  #kept = 0;
  /** What was kept last, whatever list it is in: its texts are still cut out of the pages of the output. */
  #recent: { id: string }[] = [];
  #recentTexts: Kept[] = [];

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

  keepFinding<Finding extends Pick<LintFinding, 'path' | 'rule' | 'message'>>(list: Finding[], finding: Finding): void {
    this.keepTexts(list, finding, OF_FINDINGS);
  }

  keepAdvisory(list: Advisory[], advisory: Advisory): void {
    this.keepTexts(list, advisory, OF_ADVISORIES);
  }

  /** For results in another shape: `names` are those of all its members that were cut out of the output. */
  keepTexts<Name extends string, Entry extends Texts<Name>>(list: Entry[], entry: Entry, names: readonly Name[]): void {
    let characters = 0;
    for (const name of names) characters += entry[name]?.length ?? 0;
    if (!this.#add(list, entry, 1 + Math.floor(characters / CHARACTERS_OF_ONE))) return;
    if (this.#recentTexts.push({ entry, names }) < BLOCK) return;
    ownTexts(this.#recentTexts);
    this.#recentTexts = [];
  }

  /** Adds a run of a tool, or what there is one of for each run. Its results are kept one by one besides. */
  keepRun<Run>(list: Run[], run: Run): void {
    this.#add(list, run, RESULTS_OF_A_RUN);
  }

  /** For the section of a whole document, of whose results none is kept by itself. */
  keepDocument<Kind extends Section>(list: Kind[], section: Kind): void {
    this.#add(list, section, RESULTS_OF_A_RUN + resultsOf(section).length);
  }

  /** A sentence about what contradicts itself. */
  keepProblem(list: string[], problem: string): void {
    this.#add(list, ownText(problem), sizeOf(problem));
  }

  /** For what is held elsewhere, such as a test that has begun; `release` when it is no more. */
  hold(): void {
    this.#kept += 1;
  }

  release(): void {
    // What is full stays so: something was left out.
    if (!this.isFull) this.#kept -= 1;
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

function resultsOf(section: Section): readonly unknown[] {
  if (section.kind === 'test') return section.tests;
  return section.kind === 'lint' ? section.findings : section.advisories;
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

/**
 * Engines keep all of a page as long as any text that was cut out of it. These are cut out of a page of their own, in which
 * each stands once: findings share paths and rules, and what parsers make of the same line is often the same.
 */
function ownTexts(kept: readonly Kept[]): void {
  const texts = new Set<string>();
  for (const { entry, names } of kept) for (const name of names) texts.add(entry[name] ?? '');
  const page = [...texts].join('');
  const own = new Map<string | null | undefined, string>();
  let end = 0;
  for (const text of texts) {
    end += text.length;
    own.set(text, page.slice(end - text.length, end));
  }
  for (const { entry, names } of kept) for (const name of names) entry[name] = own.get(entry[name]) ?? null;
}
