// The console output of `go test`, one section per package.
import type { TestResult } from '../../../contract/index.ts';
import type { LineLook } from '../../engine/dispatch/line-look.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import type { GoPackage } from './package.ts';
import { type GoPackages, goPackagesOf } from './packages.ts';

const ID = 'go-test';

export const goTest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['go'],
  startsWith: ['=== RUN ', '--- ', 'ok  ', 'FAIL', '?', 'Benchmark'],
  open: (context) => new GoTestReader(context),
};

class GoTestReader implements LineReader<TestSection> {
  readonly #packages: GoPackages;

  constructor(context: LineContext) {
    this.#packages = goPackagesOf(context);
  }

  line(text: string, lineNumber: number): boolean | 'claimed' | LineLook {
    return this.#packages.line(text, lineNumber);
  }

  end(): TestSection[] {
    this.#packages.end();
    return this.#packages.finished.map(sectionOf);
  }
}

function sectionOf({ tests, verbose, finished, problems, firstLine, lastLine }: GoPackage): TestSection {
  return {
    ...emptyTestSection(ID, firstLine),
    lastLine,
    hasHeader: verbose,
    hasFooter: finished,
    problems,
    tests,
    // Without -v nobody can tell how many tests passed or were skipped.
    totals: verbose ? null : { passed: null, failed: countFailed(tests), skipped: null },
  };
}

function countFailed(tests: readonly TestResult[]): number {
  return tests.filter(({ status }) => status === 'failed').length;
}
