// The last lines of a Playwright Test run, whatever its reporter: how many tests came to what,
// and the names of those that failed or were flaky. Tests may print such lines too: the last ones are the runner's.
import type { Shelf } from '../../engine/shelf.ts';

const COUNT = /^ {2}(\d{1,9}) (failed|interrupted|flaky|skipped|did not run|passed)( \([\d.]{1,12}(?:ms|s|m|h)\))?$/;
const ERRORS = /^ {2}(\d{1,9}) errors? (?:was|were) not a part of any test, see above for details$/;
/** In the order in which they are printed. */
const WORDS = ['failed', 'interrupted', 'flaky', 'skipped', 'did not run', 'passed'] as const;
const NAMED: ReadonlySet<string> = new Set(['failed', 'interrupted', 'flaky']);
const RULE = / ?─*$/;
/** A name of more lines than this ends the summary. */
const MAX_NAME_LINES = 5;

type Word = (typeof WORDS)[number];

interface Block {
  counts: Record<Word, number>;
  /** Headers of tests that failed or were interrupted: project, file, place and titles, as printed. */
  failed: { id: string }[];
  errors: number;
  firstLine: number;
  lastLine: number;
  /** The place in the order of the word that was read last. */
  rank: number;
  /** How many names are still to come. */
  namesLeft: number;
  /** Where they go; null behind a word that has none. */
  names: { id: string }[] | null;
  nameLines: number;
}

export class PlaywrightSummary {
  readonly #shelf: Shelf;
  #last: Block | null = null;
  #isOpen = false;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** The last summary so far; null when there is none, or when it broke off. */
  get block(): Readonly<Block> | null {
    return this.#last !== null && this.#last.namesLeft === 0 ? this.#last : null;
  }

  line(text: string, lineNumber: number): void {
    const count = text.startsWith('  ') && text.charAt(2) !== ' ' ? COUNT.exec(text) : null;
    if (count !== null) this.#count(Number(count[1]), count[2] as Word, count[3] !== undefined, lineNumber);
    else if (this.#isOpen && this.#last !== null) this.#isOpen = this.#goesOn(this.#last, text, lineNumber);
  }

  #count(count: number, word: Word, isTimed: boolean, lineNumber: number): void {
    // The time stands behind what passed, and nowhere else.
    if (isTimed !== (word === 'passed')) {
      this.#isOpen = false;
      return;
    }
    const rank = WORDS.indexOf(word);
    const open = this.#isOpen ? this.#last : null;
    const block = open !== null && open.namesLeft === 0 && rank > open.rank ? open : emptyBlock(lineNumber);
    block.counts[word] = count;
    block.rank = rank;
    block.lastLine = lineNumber;
    block.namesLeft = NAMED.has(word) ? count : 0;
    block.names = !NAMED.has(word) ? null : word === 'flaky' ? [] : block.failed;
    block.nameLines = 0;
    this.#last = block;
    this.#isOpen = true;
  }

  /** False behind the last line of the summary. */
  #goesOn(block: Block, text: string, lineNumber: number): boolean {
    const errors = block.namesLeft === 0 ? ERRORS.exec(text)?.[1] : undefined;
    if (errors !== undefined) block.errors = Number(errors);
    else if (block.names === null || !this.#nameLine(block, block.names, text)) return false;
    block.lastLine = lineNumber;
    return errors === undefined;
  }

  #nameLine(block: Block, names: { id: string }[], text: string): boolean {
    if (block.namesLeft > 0 && text.startsWith('    ')) {
      this.#shelf.keep(names, { id: text.trim().replace(RULE, '') });
      block.namesLeft -= 1;
      block.nameLines = 1;
      return true;
    }
    // The name of the last test goes on.
    block.nameLines += 1;
    return block.nameLines > 1 && block.nameLines <= MAX_NAME_LINES && text !== '';
  }
}

function emptyBlock(lineNumber: number): Block {
  return {
    counts: { failed: 0, interrupted: 0, flaky: 0, skipped: 0, 'did not run': 0, passed: 0 },
    failed: [],
    errors: 0,
    firstLine: lineNumber,
    lastLine: lineNumber,
    rank: -1,
    namesLeft: 0,
    names: null,
    nameLines: 0,
  };
}
