// The failures that vitest shows in full, each headed by " FAIL  file > group > name".
// A message may hold such lines too; a heading is only one right behind a banner, a divider or another heading.

import { ownText, type Shelf } from '../../engine/shelf.ts';
import { fileLabel } from './listing.ts';

const BANNER = /^⎯+ (.+?) ⎯+$/;
const DIVIDER = /^⎯+\[\d+\/\d+\]⎯+$/;
const HEADING = /^ ?FAIL {2}(\S.*| \S.*)$/;
/** "AssertionError: message": the line that follows the heading, or the last line of a name with several. */
const ERROR = /^(?:[A-Z][\w.]*)?(?:Error|Exception)(?:: |$)|^Unknown Error(?:: |$)/;
const MAX_NAME_LINES = 5;

export class VitestFailures {
  /** Ids of failed tests. A test with several errors is shown several times. */
  readonly tests = new Set<string>();
  /** Files that did not load or have a broken hook. */
  readonly files = new Set<string>();
  #part: 'suites' | 'tests' | null = null;
  #mayHead = false;
  #heading: string[] = [];

  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** Only a rule can begin something. */
  get isSettled(): boolean {
    return this.#part === null || (!this.#mayHead && this.#heading.length === 0);
  }

  line(text: string): void {
    if (text.startsWith('⎯')) {
      this.#finishHeading(false);
      this.#ruledLine(text);
    } else if (this.#part !== null) {
      this.#inside(text);
    }
  }

  end(): void {
    this.#finishHeading(false);
  }

  #ruledLine(text: string): void {
    if (DIVIDER.test(text)) {
      this.#mayHead = true;
      return;
    }
    const title = BANNER.exec(text)?.[1];
    if (title === undefined) return;
    this.#part = title.startsWith('Failed Suites ') ? 'suites' : title.startsWith('Failed Tests ') ? 'tests' : null;
    this.#mayHead = true;
  }

  #inside(text: string): void {
    const heading = this.#mayHead ? HEADING.exec(text)?.[1] : undefined;
    if (heading !== undefined) {
      this.#finishHeading(true);
      this.#heading = [heading];
      return;
    }
    if (this.#heading.length === 0) {
      if (text !== '') this.#mayHead = false;
      return;
    }
    if (ERROR.test(text)) this.#finishHeading(true);
    else if (text === '' || this.#heading.length === MAX_NAME_LINES) this.#finishHeading(false);
    else this.#heading.push(text);
    if (this.#heading.length === 0) this.#mayHead = false;
  }

  /** Lines behind a heading belong to it only when what follows shows where it ends. */
  #finishHeading(hasEndInSight: boolean): void {
    const text = this.#heading.slice(0, hasEndInSight ? undefined : 1).join('\n');
    this.#heading = [];
    if (text === '') return;
    const separator = text.indexOf(' > ');
    const file = fileLabel(separator === -1 ? text.replace(/ \[ .* \]$/, '') : text.slice(0, separator));
    if (this.#part === 'suites') this.#add(this.files, file);
    else if (separator !== -1) this.#add(this.tests, ownText(file + text.slice(separator)));
  }

  #add(names: Set<string>, name: string): void {
    if (!names.has(name)) this.#shelf.hold();
    names.add(name);
  }
}
