// The summary of a Playwright Test run with any reporter: the number of tests per outcome, and the names of those that
// failed or were flaky. Tests may print such lines too, so the last ones count.
import type { Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';

const COUNT = /^ {2}(\d{1,9}) (failed|interrupted|flaky|skipped|did not run|passed)( \([\d.]{1,12}(?:ms|s|m|h)\))?$/;
const ERRORS = /^ {2}(\d{1,9}) errors? (?:was|were) not a part of any test, see above for details$/;
/** In printed order. */
const WORDS = ['failed', 'interrupted', 'flaky', 'skipped', 'did not run', 'passed'] as const;
const NAMED: ReadonlySet<string> = new Set(['failed', 'interrupted', 'flaky']);
const RULE = / ?─*$/;
/** A name of more lines than this ends the summary. */
const MAX_NAME_LINES = 5;

type Word = (typeof WORDS)[number];

interface Block {
  counts: Record<Word, number>;
  /** Headers of tests that failed or were interrupted, as printed: project, file, position and titles. */
  failed: string[];
  errors: number;
  firstLine: number;
  lastLine: number;
  /** The index of the last word in the printed order. */
  rank: number;
  /** How many names are missing. */
  namesLeft: number;
  /** The list for the names; null after a word without names. */
  names: string[] | null;
  nameLines: number;
}

export class PlaywrightSummary {
  readonly #results: Results<TestSection>;
  #last: Block | null = null;
  #isOpen = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  /** The last summary; null when there is none, or when it is incomplete. */
  get block(): Readonly<Block> | null {
    return this.#last !== null && this.#last.namesLeft === 0 ? this.#last : null;
  }

  line(text: string): void {
    const count = text.startsWith('  ') && text.charAt(2) !== ' ' ? COUNT.exec(text) : null;
    if (count !== null) this.#count(Number(count[1]), count[2] as Word, count[3] !== undefined);
    else if (this.#isOpen && this.#last !== null) this.#isOpen = this.#goesOn(this.#last, text);
  }

  #count(count: number, word: Word, isTimed: boolean): void {
    // Only the number of passed tests is followed by the duration.
    if (isTimed !== (word === 'passed')) {
      this.#isOpen = false;
      return;
    }
    const rank = WORDS.indexOf(word);
    const open = this.#isOpen ? this.#last : null;
    const block = open !== null && open.namesLeft === 0 && rank > open.rank ? open : this.#emptyBlock();
    block.counts[word] = count;
    block.rank = rank;
    block.lastLine = this.#results.lineNumber;
    block.namesLeft = NAMED.has(word) ? count : 0;
    block.names = !NAMED.has(word) ? null : word === 'flaky' ? this.#results.list() : block.failed;
    block.nameLines = 0;
    this.#last = block;
    this.#isOpen = true;
  }

  /** False after the last line of the summary. */
  #goesOn(block: Block, text: string): boolean {
    const errors = block.namesLeft === 0 ? ERRORS.exec(text)?.[1] : undefined;
    if (errors !== undefined) block.errors = Number(errors);
    else if (block.names === null || !this.#nameLine(block, block.names, text)) return false;
    block.lastLine = this.#results.lineNumber;
    return errors === undefined;
  }

  #nameLine(block: Block, names: string[], text: string): boolean {
    if (block.namesLeft > 0 && text.startsWith('    ')) {
      names.push(text.trim().replace(RULE, ''));
      block.namesLeft -= 1;
      block.nameLines = 1;
      return true;
    }
    // The name of the last test continues.
    block.nameLines += 1;
    return block.nameLines > 1 && block.nameLines <= MAX_NAME_LINES && text !== '';
  }

  #emptyBlock(): Block {
    const { lineNumber } = this.#results;
    return {
      counts: { failed: 0, interrupted: 0, flaky: 0, skipped: 0, 'did not run': 0, passed: 0 },
      failed: this.#results.list(),
      errors: 0,
      firstLine: lineNumber,
      lastLine: lineNumber,
      rank: -1,
      namesLeft: 0,
      names: null,
      nameLines: 0,
    };
  }
}
