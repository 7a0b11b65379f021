// The console output of `go test`, one section per package.
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { goFailures } from './failures.ts';
import { GoPackages } from './packages.ts';

/** gotestsum's last line: what looked like a package before it was the recap. */
const GOTESTSUM_DONE = /^DONE (?:\d+ runs, )?\d+ tests?\b/;

export const goTest: LineParser<TestSection> = {
  id: 'go-test',
  form: 'lines',
  commands: ['go'],
  startsWith: ['=== RUN ', '--- ', 'ok  ', 'FAIL', '?', 'Benchmark'],
  failures: goFailures,
  open: (results) => new GoTestReader(results),
};

class GoTestReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #packages: GoPackages;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#packages = new GoPackages(results);
  }

  line(text: string): boolean | 'claimed' {
    if (text !== '' && text.charCodeAt(0) === CharCode.UPPER_D && GOTESTSUM_DONE.test(text)) this.#packages.end();
    return this.#packages.line(text);
  }

  end(): void {
    this.#packages.end();
    for (const run of this.#packages.finished) this.#results.add(run);
  }
}
