// The console output of Maven's Surefire and Failsafe, one section per run of the tests of a module,
// or of several modules that run at once. They name only tests that did not pass, but state totals.
import type { TestStatus } from '../../contract/index.ts';
import { LineLook } from '../engine/dispatch/line-look.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { ResultsById } from './shared/results-by-id.ts';
import { testsThatFit } from './shared/tests-that-fit.ts';

const ID = 'maven';
const LEVEL = /^\[(?:INFO|WARNING|ERROR|DEBUG)\] ?/;
const TOTALS = /^Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: (\d+))?$/;
/** Of one test: "a.b.ClassTest.name -- Time elapsed: 0.01 s <<< FAILURE!", before version 3 "name(a.b.ClassTest)  Time ...". */
const TEST = /^(\S.*?) (?:--| ) ?Time elapsed: [\d.,]+ s(?:ec)?(?: {1,2}<<< (FAILURE|ERROR|SKIPPED)!?)?$/;
const OLD_NAME = /^(.+)\(([\w.$]+)\)$/;
const GOAL_FAILED = /^Failed to execute goal (?:\S+:)?([\w-]+):[\w.-]+:([\w-]+) \(\S*\) on project (\S+?):/;
const TEST_PLUGIN = /^(?:maven-surefire-plugin|maven-failsafe-plugin|tycho-surefire-plugin)$/;
const GOES_ON = 'maven goes on with tests after their totals';
const BRACKET = 91;
const COMPILE_GOAL = /^(?:testCompile|test-compile|compile)$/;

export const maven: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['mvn', 'mvnw', 'mvnd'],
  startsWith: ['[INFO]', '[WARNING]', '[ERROR]', '[DEBUG]', 'T E S T S', 'Tests ', 'The forked VM '],
  open: ({ shelf }) => new MavenReader(shelf),
};

/** Where every line of Surefire's own has a level in front. */
const WITH_LEVELS = new LineLook({
  startsWith: ['[', 'T E S T S', 'Failed to execute goal ', '--- ', 'BUILD '],
  prefilter: (text) => text.charCodeAt(0) !== BRACKET || LEVEL.test(text),
});

class MavenReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #run: TestRun | null = null;
  /** With --quiet there are no headings: the totals that stand before a failed goal. */
  #quiet: TestRun;
  #failedTests = 0;
  #buildIsOpen = false;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
    this.#quiet = new TestRun(shelf, true, 0);
  }

  line(text: string, lineNumber: number): boolean | LineLook {
    const bare = text.startsWith('[') ? text.replace(LEVEL, '') : text;
    if (bare.startsWith(' T E S T S')) this.#begin(text !== bare, lineNumber);
    else if (bare.startsWith('Failed to execute goal ')) this.#goalFailed(bare, lineNumber);
    else if (bare.startsWith('--- ') || bare.startsWith('BUILD ')) this.#phase(bare);
    else if (this.#run !== null) this.#run.line(bare, text !== bare, lineNumber);
    else this.#outside(text, bare, lineNumber);
    if (this.#run === null) return false;
    return this.#run.hasLevels && text === bare ? WITH_LEVELS : true;
  }

  end(): TestSection[] {
    this.#finish();
    if (this.#buildIsOpen) this.#sections.at(-1)?.problems.push('maven did not come to the end of the build');
    return this.#sections;
  }

  #outside(text: string, bare: string, lineNumber: number): void {
    if (bare === 'Scanning for projects...') this.#buildIsOpen = true;
    else if (bare === 'No tests to run.' || bare === 'Tests are skipped.') this.#empty(lineNumber);
    else if (bare.startsWith('The forked VM terminated'))
      this.#broken('virtual machine', 'its virtual machine broke off', lineNumber);
    else if (bare.startsWith('Tests run: ') && bare.includes(' Time elapsed: ')) {
      // The class was still running when the totals were printed, so a test has printed them.
      const section = this.#sections.findLast(({ hasHeader }) => hasHeader);
      if (section?.problems.includes(GOES_ON) === false) section.problems.push(GOES_ON);
    }
    if (text.startsWith('[ERROR] ')) this.#quiet.quietLine(bare, lineNumber);
  }

  #empty(lineNumber: number): void {
    const totals = { passed: 0, failed: 0, skipped: 0 };
    this.#shelf.keepRun(this.#sections, { ...emptyTestSection(ID, lineNumber), hasFooter: true, totals });
  }

  #begin(hasLevels: boolean, lineNumber: number): void {
    this.#quiet = new TestRun(this.#shelf, true, 0);
    if (this.#run?.ended() === true) this.#finish();
    this.#run ??= new TestRun(this.#shelf, hasLevels, lineNumber);
    this.#run.modules += 1;
  }

  /** The next plugin begins, or the build ends. */
  #phase(bare: string): void {
    if (bare === 'BUILD SUCCESS' || bare === 'BUILD FAILURE') this.#buildIsOpen = false;
    if (this.#run?.ended() === true) this.#finish();
  }

  #finish(): void {
    if (this.#run !== null) this.#push(this.#run.section(true));
    this.#run = null;
  }

  #push(section: TestSection): void {
    this.#failedTests += section.totals?.failed ?? 0;
    this.#shelf.keepRun(this.#sections, section);
  }

  #goalFailed(bare: string, lineNumber: number): void {
    this.#finish();
    const [, plugin = '', goal = '', project = ''] = GOAL_FAILED.exec(bare) ?? [];
    if (TEST_PLUGIN.test(plugin)) {
      if (this.#quiet.ended()) this.#push(this.#quiet.section(false));
      if (this.#failedTests === 0) this.#broken(`${plugin} ${goal} ${project}`, 'the tests broke off', lineNumber);
    } else if (COMPILE_GOAL.test(goal)) this.#broken(`${goal} ${project}`, null, lineNumber);
    this.#quiet = new TestRun(this.#shelf, true, 0);
  }

  #broken(id: string, problem: string | null, lineNumber: number): void {
    const section = { ...emptyTestSection(ID, lineNumber), hasFooter: true };
    this.#shelf.keep(section.tests, { id, status: 'failed' });
    if (problem !== null) section.problems.push(`maven says that ${problem}`);
    this.#shelf.keepRun(this.#sections, section);
  }
}

class TestRun {
  readonly #shelf: Shelf;
  /** How many modules have begun; with several at once their lines are mixed. */
  modules = 0;
  /** Since version 2.20 every line of Surefire's own has a level in front, and what tests print has none. */
  readonly hasLevels: boolean;
  readonly #firstLine: number;
  #lastLine: number;
  readonly #tests: ResultsById;
  #inResults = false;
  #inFlakes = false;
  readonly #totals: { passed: number; failed: number; skipped: number }[] = [];
  #problem: string | null = null;

  constructor(shelf: Shelf, hasLevels: boolean, lineNumber: number) {
    this.#shelf = shelf;
    this.#tests = new ResultsById(shelf);
    this.hasLevels = hasLevels;
    this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
  }

  line(bare: string, hasLevel: boolean, lineNumber: number): void {
    if (this.hasLevels && !hasLevel) return;
    if (bare === 'Results:' || bare === 'Results :') this.#inResults = true;
    else if (this.#inResults && bare === 'Flakes: ') this.#inFlakes = true;
    else if (bare.startsWith('Running ')) this.#inResults = false;
    else if (bare.startsWith('Tests run: ')) this.#totalsLine(bare, lineNumber);
    else if (bare.includes(' Time elapsed: ')) this.#test(bare, lineNumber);
    else if (this.#inFlakes) this.#flake(bare);
    else if (bare.startsWith('The forked VM terminated')) this.#problem = 'the virtual machine that ran the tests broke off';
  }

  quietLine(bare: string, lineNumber: number): void {
    this.#inResults = true;
    this.line(bare, true, lineNumber);
  }

  ended(): boolean {
    return this.#totals.length >= Math.max(1, this.modules);
  }

  section(hasHeader: boolean): TestSection {
    const section: TestSection = {
      ...emptyTestSection(ID, hasHeader ? this.#firstLine : this.#lastLine),
      lastLine: this.#lastLine,
      hasHeader,
      hasFooter: this.ended(),
    };
    const modules = Math.max(1, this.modules);
    // A test may print totals too. Of one module the last ones count; of several nobody can tell which.
    if (modules > 1 && this.#totals.length > modules)
      section.problems.push('maven prints more totals than modules that ran tests');
    if (this.#problem !== null) section.problems.push(this.#problem);
    const counted = modules === 1 ? this.#totals.slice(-1) : this.#totals;
    const sum = (status: TestStatus) => counted.reduce((total, totals) => total + totals[status], 0);
    section.totals = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
    section.tests = testsThatFit(this.#tests.tests, section.totals);
    return section;
  }

  /** A test that passed in the end, after failures that were reported above. */
  #flake(bare: string): void {
    if (this.#tests.get(bare) !== undefined) this.#tests.set(bare, 'passed');
  }

  #totalsLine(bare: string, lineNumber: number): void {
    const match = this.#inResults ? TOTALS.exec(bare) : null;
    if (match === null) return;
    const [run = 0, failures = 0, errors = 0, skipped = 0] = match.slice(1).map(Number);
    this.#shelf.keepRun(this.#totals, { passed: run - failures - errors - skipped, failed: failures + errors, skipped });
    this.#inResults = false;
    this.#inFlakes = false;
    this.#lastLine = lineNumber;
  }

  #test(bare: string, lineNumber: number): void {
    if (bare.startsWith('Tests run: ')) return;
    const [, name, word] = TEST.exec(bare) ?? [];
    if (name === undefined) return;
    const [, method, owner] = OLD_NAME.exec(name) ?? [];
    const id = method !== undefined && owner !== undefined ? `${owner}.${method}` : name;
    const status = word === undefined ? 'passed' : word === 'SKIPPED' ? 'skipped' : 'failed';
    // A test that is run again after a failure is named once more, and the last run decides.
    this.#tests.set(id, status);
    this.#lastLine = lineNumber;
  }
}
