// What a reading keeps of its results. Texts are copied out of the pages they were cut from, so that memory grows
// with the results and not with what stands around them; and more results than any suite has are not kept at all.
import type { Advisory, LintFinding } from '../../contract/index.ts';
import type { Section } from '../section.ts';

/**
 * About what is taken until all is printed, by everything that is kept for all parsers together: some lines are kept by
 * several, until it is clear whose they are. The process takes five times as much, and must stay below 200 MB.
 */
const MAX_BYTES = 42_000_000;
/** Besides their characters. */
const [BYTES_OF_TEST, BYTES_OF_PREFIX, BYTES_OF_FINDING, BYTES_OF_RUN] = [160, 80, 220, 1280];
/** In the id, and in the one with a number behind it. */
const COPIES_OF_PREFIX = 2;
const BLOCK = 256;

type Texts<Name extends string> = { [Key in Name]: string | null };

interface Kept {
  entry: Texts<string>;
  names: readonly string[];
}

const OF_FINDINGS = ['path', 'rule', 'message'] as const;
const OF_ADVISORIES = ['id', 'package', 'version', 'title'] as const;

export class Shelf {
  readonly #mostBytes: number;
  #bytes = 0;
  /** What was kept last, whatever list it is in: its texts are still cut out of the pages of the output. */
  #recent: { id: string }[] = [];
  #recentTexts: Kept[] = [];

  constructor(mostBytes = MAX_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** More was to be kept than fits: what was read is not all there was. */
  get isFull(): boolean {
    return this.#bytes > this.#mostBytes;
  }

  /** Adds a result, or something that may become one, to a list. */
  keep<Entry extends { id: string }>(list: Entry[], entry: Entry): void {
    if (this.#add(list, entry, sizeOf(entry.id))) this.#toBeOwned(entry);
  }

  /** For one whose id gets something put in front at the end. */
  keepPrefixed<Entry extends { id: string; prefix: string }>(list: Entry[], entry: Entry): void {
    const bytes = sizeOf(entry.id) + BYTES_OF_PREFIX + COPIES_OF_PREFIX * entry.prefix.length;
    if (this.#add(list, entry, bytes)) this.#toBeOwned(entry);
  }

  #toBeOwned(entry: { id: string }): void {
    if (this.#recent.push(entry) < BLOCK) return;
    ownIds(this.#recent);
    this.#recent = [];
  }

  /** Empties a list of results that turned out to be none. */
  forget(list: { id: string }[]): void {
    if (!this.isFull) for (const { id } of list) this.#bytes -= sizeOf(id);
    list.length = 0;
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
    if (!this.#add(list, entry, sizeOfTexts(entry, names))) return;
    if (this.#recentTexts.push({ entry, names }) < BLOCK) return;
    ownTexts(this.#recentTexts);
    this.#recentTexts = [];
  }

  /** Adds a run of a tool, or what there is one of for each run. Its results are kept one by one besides. */
  keepRun<Run extends object>(list: Run[], run: Run): void {
    if (this.#add(list, run, BYTES_OF_RUN)) ownMembers(run);
  }

  /** For the section of a whole document, of whose results none is kept by itself. */
  keepDocument<Kind extends Section>(list: Kind[], section: Kind): void {
    this.#add(list, section, BYTES_OF_RUN + sizeOfResults(section));
  }

  /** A name, or a sentence about what contradicts itself. */
  keepText(list: string[], text: string): void {
    this.#add(list, ownText(text), sizeOf(text));
  }

  /** For what is held elsewhere, such as a test that has begun; `release` when it is no more. */
  hold(characters = 0): void {
    this.#bytes += BYTES_OF_TEST + characters;
  }

  release(): void {
    // What is full stays so: something was left out.
    if (!this.isFull) this.#bytes -= BYTES_OF_TEST;
  }

  /** False when it does not fit. */
  #add<Entry>(list: Entry[], entry: Entry, bytes: number): boolean {
    this.#bytes += bytes;
    if (this.isFull) return false;
    list.push(entry);
    return true;
  }
}

/** Engines copy shorter texts when they cut them out. */
const MIN_CUT_LENGTH = 13;

/** A copy that keeps no more than itself in memory. */
export function ownText(text: string): string {
  return text.length < MIN_CUT_LENGTH ? text : ` ${text}`.slice(1);
}

function sizeOf(text: string): number {
  return BYTES_OF_TEST + text.length;
}

function sizeOfTexts<Name extends string>(entry: Texts<Name>, names: readonly Name[]): number {
  return names.reduce((sum, name) => sum + (entry[name]?.length ?? 0), BYTES_OF_FINDING);
}

function sizeOfResults(section: Section): number {
  if (section.kind === 'test') return section.tests.reduce((sum, { id }) => sum + sizeOf(id), 0);
  if (section.kind === 'lint') return section.findings.reduce((sum, finding) => sum + sizeOfTexts(finding, OF_FINDINGS), 0);
  return section.advisories.reduce((sum, advisory) => sum + sizeOfTexts(advisory, OF_ADVISORIES), 0);
}

/** What a run holds that may still be cut out of the output: its texts, and lists of texts, of tests or of findings. */
function ownMembers(run: object): void {
  for (const [name, member] of Object.entries(run)) {
    if (typeof member === 'string') Object.assign(run, { [name]: ownText(member) });
    else if (Array.isArray(member)) ownList(member);
  }
}

function ownList(list: unknown[]): void {
  for (const [index, member] of list.entries()) if (typeof member === 'string') list[index] = ownText(member);
  const own = hasMember(list[0], 'message') ? ownFindings : hasMember(list[0], 'id') ? ownIds : null;
  if (own === null) return;
  for (let start = 0; start < list.length; start += BLOCK) own(list.slice(start, start + BLOCK) as never);
}

function hasMember(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && name in value;
}

function ownFindings(findings: readonly Texts<(typeof OF_FINDINGS)[number]>[]): void {
  ownTexts(findings.map((entry) => ({ entry, names: OF_FINDINGS })));
}

/** As below, for ids alone and without a list of them: it is done for every result. */
function ownIds(entries: readonly { id: string }[]): void {
  // With something before them: a single text joined is that text itself.
  const page = ` ${entries.map(({ id }) => id).join('')}`;
  let end = 1;
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
  const page = ` ${[...texts].join('')}`;
  const own = new Map<string | null | undefined, string>();
  let end = 1;
  for (const text of texts) {
    end += text.length;
    own.set(text, page.slice(end - text.length, end));
  }
  for (const { entry, names } of kept) for (const name of names) entry[name] = own.get(entry[name]) ?? null;
}
