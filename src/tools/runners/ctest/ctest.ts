// The console output of CTest, one section per "Test project".
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';
import { runsWithHeader } from '../shared/runs-with-header.ts';

const PROJECT = /^Test project \S/;
const START = /^ +Start +(\d{1,12}): (.+)$/;
/** " 3/12 Test  #3: name .....***Failed    0.05 sec"; of a repeated test only the first attempt is numbered. */
const RESULT = /^ *(?:(\d+)\/(\d+) )?Test +#(\d{1,12}): (.+) [\d.]+ sec$/;
/** A regular expression that decided the result follows, with a line for each alternative. */
const PATTERN_START = /^ *(?:\d+\/\d+ )?Test +#\d{1,12}: .+\*\*\*\w+ .*Regex=\[/;
const MAX_PATTERN_LINES = 40;
const SUMMARY = /^\d+% tests passed(?:, (\d+) tests? failed)? out of (\d+)$/;
/** Lines of "The following tests did not run:". */
const NOT_RUN = /^\s+\d+ - (.+) \((Disabled|Skipped)\)(?:\s|$)/;

export const ctest: LineParser<TestSection> = {
  id: 'ctest',
  form: 'lines',
  commands: ['ctest', 'cmake'],
  startsWith: ['Test project '],
  atMargin: true,
  failures: failureReports({
    startsWith: '0123456789',
    heading: (text) => {
      const [, title, reason = ''] = /^\s*\d+\/\d+ Test +#\d+: (.{1,900}?) \.*\*\*\*(\S.*?) +[\d.]+ sec$/.exec(text) ?? [];
      return title === undefined ? null : { title, message: reason === 'Failed' ? null : reason };
    },
    end: /^\s+Start +\d+: |^\d+% tests passed|^\s*\d+\/\d+ Test +#|^test \d+$/,
    titles: (id) => [id],
  }),
  open: (results) =>
    runsWithHeader<ProjectRun>((text, run) => {
      if (!text.startsWith('Test project ') || !PROJECT.test(text) || run?.mayHaveEnded() === false) return null;
      return () => new ProjectRun(results);
    }),
};

class ProjectRun {
  readonly #run: TestRun;
  /** Names of started tests, by the number that CTest gives a test. */
  readonly #started: Map<string, string>;
  readonly #byNumber: Map<string, TestResult>;
  /** With --repeat until-fail only the last requested attempt is numbered, so a test that fails earlier has no number. */
  readonly #unnumbered: Map<string, TestResult>;
  #announced: number | null = null;
  #summary: { failed: number; counted: number } | null = null;
  #disabled = 0;
  #listedDisabled = 0;
  #skipped = 0;
  #isInNotRunList = false;
  /** The lines of a result without an end so far. */
  #open: string[] = [];

  constructor(results: Results<TestSection>) {
    this.#run = results.beginRun({ hasHeader: true });
    this.#started = results.map();
    this.#byNumber = results.map();
    this.#unnumbered = results.map();
  }

  line(line: string): void {
    const text = this.#joined(line);
    if (text === null) return;
    if (text.endsWith(' sec')) this.#result(text);
    if (text.startsWith(' ')) this.#start(text);
    if (text.includes('% tests passed')) this.#close(text);
    else if (text === 'No tests were found!!!') this.#summarize(0, 0);
    else if (this.#summary !== null) this.#afterSummary(text);
  }

  /** Null while a result continues on the next line. */
  #joined(line: string): string | null {
    const isContinued = this.#open.length > 0 && !START.test(line);
    if (!isContinued) this.#open = [];
    if (!isContinued && (!line.includes('Regex=[') || line.endsWith(' sec') || !PATTERN_START.test(line))) return line;
    this.#open.push(line);
    if (!line.endsWith(' sec') && this.#open.length < MAX_PATTERN_LINES) return null;
    const whole = this.#open.join(' ');
    this.#open = [];
    return whole;
  }

  /** Before the last announced test another project can only be a quotation. */
  mayHaveEnded(): boolean {
    return this.#run.hasFooter || this.#announced === null;
  }

  finish(): void {
    const run = this.#run;
    if (this.#lacksNumbers()) run.tests = [...run.tests, ...this.#unnumbered.values()];
    if (this.#summary === null) return;
    const { failed, counted } = this.#summary;
    const listed = run.tests.filter(({ status }) => status === 'skipped').length;
    // The total includes skipped tests but not disabled ones. Older versions do not list them.
    const skipped = Math.max(this.#disabled + this.#skipped, listed);
    run.totals = { passed: Math.max(0, counted - failed - (skipped - this.#disabled)), failed, skipped };
  }

  /** As many tests are missing as there are results without a number. */
  #lacksNumbers(): boolean {
    const missing = (this.#summary?.counted ?? 0) - (this.#run.tests.length - this.#listedDisabled);
    return missing > 0 && missing === this.#unnumbered.size;
  }

  #start(text: string): void {
    const [, number, name] = START.exec(text) ?? [];
    if (number !== undefined && name !== undefined) this.#started.set(number, name);
  }

  #result(text: string): void {
    const [, index, total, number = '', rest = ''] = RESULT.exec(text) ?? [];
    if (rest === '') return;
    const { name, status } = readResult(rest, this.#started.get(number) ?? null);
    if (index === undefined || total === undefined) {
      this.#attempt(number, { id: name, status });
      return;
    }
    this.#unnumbered.delete(number);
    this.#announced ??= Number(total);
    if (Number(total) !== this.#announced) return;
    const { tests, problems } = this.#run;
    const place = Number(index) - 1;
    const isInOrder = place === tests.length || place === tests.length + this.#unnumbered.size;
    if (!isInOrder && problems.length === 0) problems.push('ctest numbers its results in another order than they appear');
    const test = { id: name, status };
    tests.push(test);
    this.#byNumber.set(number, test);
    if (rest.includes('***Not Run (Disabled)')) this.#listedDisabled += 1;
    this.#run.touch();
  }

  #attempt(number: string, test: TestResult): void {
    const earlier = this.#byNumber.get(number);
    const known = this.#unnumbered.get(number);
    if (earlier !== undefined) earlier.status = test.status;
    else if (known !== undefined) Object.assign(known, test);
    else this.#unnumbered.set(number, test);
  }

  #close(text: string): void {
    const match = SUMMARY.exec(text);
    if (match !== null) this.#summarize(Number(match[1] ?? 0), Number(match[2]));
  }

  /** A test may print such a line, so the last one counts. */
  #summarize(failed: number, counted: number): void {
    this.#summary = { failed, counted };
    this.#disabled = 0;
    this.#skipped = 0;
    this.#isInNotRunList = false;
    this.#run.hasFooter = counted === this.#run.tests.length - this.#listedDisabled || this.#lacksNumbers();
    this.#run.touch();
  }

  #afterSummary(text: string): void {
    if (this.#isInNotRunList && text.startsWith('\t')) {
      this.#notRun(text);
      return;
    }
    this.#isInNotRunList = text === 'The following tests did not run:';
    if (text === 'Errors while running CTest' || text.startsWith('Total Test time')) this.#run.touch();
  }

  #notRun(text: string): void {
    const word = NOT_RUN.exec(text)?.[2];
    if (word === 'Disabled') this.#disabled += 1;
    else if (word === 'Skipped') this.#skipped += 1;
  }
}

/** The name, dots, and either "   Passed" or stars and the cause. */
function readResult(text: string, started: string | null): { name: string; status: TestStatus } {
  const rest = started !== null && text.startsWith(`${started} `) ? text.slice(started.length) : text;
  const stars = rest.indexOf('***');
  const end = stars === -1 ? rest.lastIndexOf('   Passed') : stars;
  const name = started ?? withoutDots(rest.slice(0, Math.max(0, end)));
  if (stars === -1) return { name, status: end === -1 ? 'failed' : 'passed' };
  const word = rest.slice(stars + '***'.length);
  return { name, status: word.startsWith('Skipped') || word.startsWith('Not Run (Disabled)') ? 'skipped' : 'failed' };
}

function withoutDots(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '.') end -= 1;
  return text.slice(0, end).trimEnd();
}
