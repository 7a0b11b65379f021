// The console output of Maven's Surefire and Failsafe, one section per module, or for several modules that run in parallel.
// They state totals and name only tests that did not pass.
import type { TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';
import { ResultsById } from '../shared/results-by-id.ts';
import { dropExcessTests } from '../shared/totals.ts';

const LEVEL = /^\[(?:INFO|WARNING|ERROR|DEBUG)\] ?/;
const TOTALS = /^Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: (\d+))?$/;
/** Of one test: "a.b.ClassTest.name -- Time elapsed: 0.01 s <<< FAILURE!", before version 3 "name(a.b.ClassTest)  Time ...". */
const TEST = /^(\S.*?) (?:--| ) ?Time elapsed: [\d.,]+ s(?:ec)?(?: {1,2}<<< (FAILURE|ERROR|SKIPPED)!?)?$/;
const OLD_NAME = /^(.+)\(([\w.$]+)\)$/;
const GOAL_FAILED = /^Failed to execute goal (?:\S+:)?([\w-]+):[\w.-]+:([\w-]+) \(\S*\) on project (\S+?):/;
const TEST_PLUGIN = /^(?:maven-surefire-plugin|maven-failsafe-plugin|tycho-surefire-plugin)$/;
const GOES_ON = 'maven goes on with tests after their totals';
const COMPILE_GOAL = /^(?:testCompile|test-compile|compile)$/;

export const maven: LineParser<TestSection> = {
  id: 'maven',
  form: 'lines',
  commands: ['mvn', 'mvnw', 'mvnd'],
  startsWith: ['[INFO]', '[WARNING]', '[ERROR]', '[DEBUG]', 'T E S T S', 'Tests ', 'The forked VM '],
  failures: failureReports({
    startsWith: ['[ERROR] '],
    heading: /^\[ERROR\] (.{1,900}?)(?: -- | {2}Time elapsed: ).*<<< (?:FAILURE|ERROR)!$/,
    end: /^\[(?:ERROR|INFO|WARNING)\]/,
    titles: (id) => {
      const [, type = '', method = ''] = /^(.*)\.([^.]+(?:\(.*)?)$/.exec(id) ?? [];
      return [id, `${method}(${type})`, method];
    },
  }),
  open: (results) => new MavenReader(results),
};

class MavenReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: ModuleRun | null = null;
  /** With --quiet there are no headings, only totals before a failed goal. */
  #quiet: ModuleRun;
  #lastSection: TestSection | null = null;
  #lastWithHeader: TestSection | null = null;
  #failedTests = 0;
  #isBuildOpen = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#quiet = new ModuleRun(results, true);
  }

  line(text: string): boolean {
    const bare = text.startsWith('[') ? text.replace(LEVEL, '') : text;
    if (bare.startsWith(' T E S T S')) this.#begin(text !== bare);
    else if (bare.startsWith('Failed to execute goal ')) this.#goalFailed(bare);
    else if (bare.startsWith('--- ') || bare.startsWith('BUILD ')) this.#phase(bare);
    else if (this.#run !== null) this.#run.line(bare, text !== bare);
    else this.#outside(text, bare);
    return this.#run !== null;
  }

  end(): void {
    this.#finish();
    if (this.#isBuildOpen) this.#lastSection?.problems.push('maven did not come to the end of the build');
  }

  #outside(text: string, bare: string): void {
    if (bare === 'Scanning for projects...') this.#isBuildOpen = true;
    else if (bare === 'No tests to run.' || bare === 'Tests are skipped.') this.#empty();
    else if (bare.startsWith('The forked VM terminated')) this.#broken('virtual machine', 'its virtual machine broke off');
    else if (bare.startsWith('Tests run: ') && bare.includes(' Time elapsed: ')) {
      // The class was still running when the totals were printed, so a test printed them.
      const problems = this.#lastWithHeader?.problems;
      if (problems?.includes(GOES_ON) === false) problems.push(GOES_ON);
    }
    if (text.startsWith('[ERROR] ')) this.#quiet.quietLine(bare);
  }

  #empty(): void {
    const run = this.#results.draftRun();
    run.close({ passed: 0, failed: 0, skipped: 0 });
    this.#add(run);
  }

  #begin(hasLevels: boolean): void {
    this.#quiet = new ModuleRun(this.#results, true);
    if (this.#run?.ended() === true) this.#finish();
    this.#run ??= new ModuleRun(this.#results, hasLevels);
    this.#run.modules += 1;
  }

  /** The next plugin starts, or the build ends. */
  #phase(bare: string): void {
    if (bare === 'BUILD SUCCESS' || bare === 'BUILD FAILURE') this.#isBuildOpen = false;
    if (this.#run?.ended() === true) this.#finish();
  }

  #finish(): void {
    if (this.#run !== null) this.#push(this.#run.section(true));
    this.#run = null;
  }

  #push(section: TestSection): void {
    this.#failedTests += section.totals?.failed ?? 0;
    this.#add(section);
  }

  #add(section: TestSection): void {
    this.#results.add(section);
    this.#lastSection = section;
    if (section.hasHeader) this.#lastWithHeader = section;
  }

  #goalFailed(bare: string): void {
    this.#finish();
    const [, plugin = '', goal = '', project = ''] = GOAL_FAILED.exec(bare) ?? [];
    if (TEST_PLUGIN.test(plugin)) {
      if (this.#quiet.ended()) this.#push(this.#quiet.section(false));
      if (this.#failedTests === 0) this.#broken(`${plugin} ${goal} ${project}`, 'the tests broke off');
    } else if (COMPILE_GOAL.test(goal)) this.#broken(`${goal} ${project}`, null);
    this.#quiet = new ModuleRun(this.#results, true);
  }

  #broken(id: string, problem: string | null): void {
    const run = this.#results.draftRun({ hasFooter: true });
    run.test(id, 'failed');
    if (problem !== null) run.problems.push(`maven says that ${problem}`);
    this.#add(run);
  }
}

class ModuleRun {
  readonly #results: Results<TestSection>;
  /** Modules that started; in parallel builds their lines are interleaved. */
  modules = 0;
  /** Since version 2.20 Surefire's lines have a level, and test output has none. */
  readonly hasLevels: boolean;
  readonly #firstLine: number;
  #lastLine: number;
  readonly #tests: ResultsById;
  #isInResults = false;
  #isInFlakes = false;
  readonly #totals: { passed: number; failed: number; skipped: number }[];
  #problem: string | null = null;

  constructor(results: Results<TestSection>, hasLevels: boolean) {
    this.#results = results;
    this.#tests = new ResultsById(results);
    this.#totals = results.list();
    this.hasLevels = hasLevels;
    this.#firstLine = results.lineNumber;
    this.#lastLine = results.lineNumber;
  }

  line(bare: string, hasLevel: boolean): void {
    if (this.hasLevels && !hasLevel) return;
    if (bare === 'Results:' || bare === 'Results :') this.#isInResults = true;
    else if (this.#isInResults && bare === 'Flakes: ') this.#isInFlakes = true;
    else if (bare.startsWith('Running ')) this.#isInResults = false;
    else if (bare.startsWith('Tests run: ')) this.#totalsLine(bare);
    else if (bare.includes(' Time elapsed: ')) this.#test(bare);
    else if (this.#isInFlakes) this.#flake(bare);
    else if (bare.startsWith('The forked VM terminated')) this.#problem = 'the virtual machine that ran the tests broke off';
  }

  quietLine(bare: string): void {
    this.#isInResults = true;
    this.line(bare, true);
  }

  ended(): boolean {
    return this.#totals.length >= Math.max(1, this.modules);
  }

  section(hasHeader: boolean): TestSection {
    const section = this.#results.draftRun({
      firstLine: hasHeader ? this.#firstLine : this.#lastLine,
      lastLine: this.#lastLine,
      hasHeader,
      hasFooter: this.ended(),
    });
    const modules = Math.max(1, this.modules);
    // A test may print totals too. Of one module the last ones count; of several modules it is unknown which.
    if (modules > 1 && this.#totals.length > modules)
      section.problems.push('maven prints more totals than modules that ran tests');
    if (this.#problem !== null) section.problems.push(this.#problem);
    const counted = modules === 1 ? this.#totals.slice(-1) : this.#totals;
    const sum = (status: TestStatus) => counted.reduce((total, totals) => total + totals[status], 0);
    section.totals = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
    section.tests = dropExcessTests(this.#tests.tests, section.totals);
    return section;
  }

  /** A test that passed after the failures reported above. */
  #flake(bare: string): void {
    if (this.#tests.get(bare) !== undefined) this.#tests.set(bare, 'passed');
  }

  #totalsLine(bare: string): void {
    const match = this.#isInResults ? TOTALS.exec(bare) : null;
    if (match === null) return;
    const [run = 0, failures = 0, errors = 0, skipped = 0] = match.slice(1).map(Number);
    this.#totals.push({ passed: run - failures - errors - skipped, failed: failures + errors, skipped });
    this.#isInResults = false;
    this.#isInFlakes = false;
    this.#lastLine = this.#results.lineNumber;
  }

  #test(bare: string): void {
    if (bare.startsWith('Tests run: ')) return;
    const [, name, word] = TEST.exec(bare) ?? [];
    if (name === undefined) return;
    const [, method, owner] = OLD_NAME.exec(name) ?? [];
    const id = method !== undefined && owner !== undefined ? `${owner}.${method}` : name;
    const status = word === undefined ? 'passed' : word === 'SKIPPED' ? 'skipped' : 'failed';
    // A test that is rerun after a failure is named again; the last result counts.
    this.#tests.set(id, status);
    this.#lastLine = this.#results.lineNumber;
  }
}
