// The failures that vitest shows in full, each below a heading " FAIL  file > group > name". A message may contain such a
// line too, so a heading must directly follow a banner, a divider or another heading.
import type { Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { fileLabel } from './listing.ts';

const BANNER = /^⎯+ (.+?) ⎯+$/;
const DIVIDER = /^⎯+\[\d+\/\d+\]⎯+$/;
const HEADING = /^ ?FAIL {2}(\S.*| \S.*)$/;
/** "AssertionError: message", the line after the heading. */
const ERROR = /^(?:[A-Z][\w.]*)?(?:Error|Exception)(?:: |$)|^Unknown Error(?:: |$)/;
const MAX_NAME_LINES = 5;

export class VitestFailures {
  /** Ids of failed tests. A test with several errors is shown several times. */
  readonly tests: Set<string>;
  /** Files that did not load or have a failed hook. */
  readonly files: Set<string>;
  #part: 'suites' | 'tests' | null = null;
  #mayHead = false;
  #heading: string[] = [];

  constructor(results: Results<TestSection>) {
    this.tests = results.set();
    this.files = results.set();
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

  /** Lines after a heading belong to it only when its end is known. */
  #finishHeading(isEndKnown: boolean): void {
    const text = this.#heading.slice(0, isEndKnown ? undefined : 1).join('\n');
    this.#heading = [];
    if (text === '') return;
    const separator = text.indexOf(' > ');
    const file = fileLabel(separator === -1 ? text.replace(/ \[ .* \]$/, '') : text.slice(0, separator));
    if (this.#part === 'suites') this.files.add(file);
    else if (separator !== -1) this.tests.add(file + text.slice(separator));
  }
}
