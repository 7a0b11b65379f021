// Room parse: the console output of `go test`, one section per package.
import { type GoPackage, GoPackages, holdsResult } from '../go-packages.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';

const ID = 'go-test';

/** gotestsum's last line: what looked like a package before it was its recap. */
const GOTESTSUM_DONE = /^DONE (?:\d+ runs, )?\d+ tests?\b/;
const [EQUALS, LETTER_D] = [61, 68];
const STARTED_OR_ENDED = /^(?:=== RUN | *--- (?:PASS|FAIL|SKIP): )/;

export const goTest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['go'],
  startsWith: ['=== RUN ', '--- ', 'ok  ', 'FAIL', '?', 'Benchmark'],
  open: () => new GoTestReader(),
};

class GoTestReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  readonly #packages = new GoPackages((result) => this.#sections.push(sectionOf(result)));

  line(text: string, lineNumber: number): boolean | 'own' {
    if (this.#packages.passOver(text, lineNumber)) return true;
    if (text === '') return this.#packages.line(text, lineNumber);
    if (text.charCodeAt(0) === LETTER_D && GOTESTSUM_DONE.test(text)) {
      this.#packages.end();
      return false;
    }
    const isInside = this.#packages.line(text, lineNumber);
    if (!isInside || !this.#packages.isVerbose) return isInside;
    return mayStartOrEnd(text) && STARTED_OR_ENDED.test(text) ? 'own' : true;
  }

  end(): TestSection[] {
    this.#packages.end();
    return this.#sections;
  }
}

function mayStartOrEnd(text: string): boolean {
  return text.charCodeAt(0) === EQUALS || holdsResult(text);
}

function sectionOf({ tests, verbose, finished, problems, firstLine, lastLine }: GoPackage): TestSection {
  const failed = tests.filter(({ status }) => status === 'failed').length;
  return {
    ...emptyTestSection(ID, firstLine),
    lastLine,
    opened: verbose,
    closed: finished,
    problems,
    tests,
    // Without -v nobody can tell how many tests passed or were skipped.
    totals: verbose ? null : { passed: null, failed, skipped: null },
  };
}
