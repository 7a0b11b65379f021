// The console output of RSpec in progress and documentation format. RSpec prints no header, so a run is the lines up to its
// totals. A test printed totals that do not match the results before them.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { CharCode, isDigit } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { acceptRuns, type CandidateRun } from '../shared/match-summaries.ts';
import { type MarksPlace, ProgressMarks, type StatusCounts } from '../shared/progress-dots.ts';
import { matchesTotals } from '../shared/totals.ts';
import { type OutlinedTest, RspecOutline } from './outline.ts';

const MARKS = { '.': 'passed', F: 'failed', '*': 'skipped' } as const;
const TOTALS =
  /^(\d{1,9}) examples?, (\d{1,9}) failures?(?:, (\d{1,9}) pending)?(?:, (\d{1,9}) errors? occurred outside of examples)?$/;
const NUMBERED = /^ {2}(\d{1,9})\) (.+)$/;
const RERUN = /^rspec (\S+|'[^']+') # (.*)$/;
const OUTSIDE = /^An error occurred (?:while loading|in an?) (.+?)\.?$/;
/** Lines between the results and the totals that look like groups. */
const NO_RESULTS = /^(?:Top \d+ slowest example|Deprecation Warnings:)/;
/** Dots are counted only in so many lines of a run; further lines may contain any number of results. */
const MAX_COUNTED_LINES = 5000;
/** Of pending examples without a number: more than any suite has. Any indented output may follow "Pending:". */
const MAX_UNNUMBERED_BYTES = 4_000_000;
const ENTRY_BYTES = 160;
const MORE_THAN_ANY_SUITE = 1_000_000_000;
/** After the line with the duration. */
const MAX_LINES_TO_TOTALS = 2;
const INTERRUPTED = 'RSpec is shutting down and will print the summary report';
/** The prefixes of RSpec's own lines at the margin. */
const PHRASES = [
  'Finished in ',
  'Failures:',
  'Failed examples:',
  'Pending:',
  INTERRUPTED,
  'An error occurred ',
  'Top ',
  'Deprecation Warnings:',
];
/** By character code: whether one of them starts with it. */
const STARTS: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  PHRASES.some((phrase) => phrase.charCodeAt(0) === code),
);

export const rspec: LineParser<TestSection> = {
  id: 'rspec',
  form: 'lines',
  commands: ['rspec'],
  startsWith: [...PHRASES, 'rspec ', ...Object.keys(MARKS)],
  // A line below an empty one may be a group, and indented lines may be in one.
  empty: true,
  indents: [2, 4],
  failures: failureReports({
    startsWith: ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'An error occurred '],
    heading: /^ {2}\d+\) (.+?)(?: FIXED)?$|^An error occurred (?:while loading \S*?([^/\s]+)\.|in an `(.+)`)/,
    end: /^(?:Finished in |Top \d|Pending:|Failed examples:|Failures:)|^ {2}\d+\) |^An error occurred/,
    noise: /^\s*Failure\/Error: /,
    titles: (id) => [id, id.replace(/ hook$/, '')],
  }),
  open: (results) => new RspecReader(results),
};

/** "error" is the report of a failed hook among the results; it ends with a backtrace. */
type Phase = 'results' | 'error' | 'failures' | 'pending' | 'other';
/** "# ./spec/some_spec.rb:7:in `block (2 levels)'" */
const BACKTRACE = /^# \S.*:\d+:in /;

class RspecReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #finished: RspecRun[];
  #unnumberedBytes = 0;
  readonly #evidence: Evidence;
  #run: RspecRun;
  #phase: Phase = 'results';
  #finishedLine = -9;
  #linesOfRun = 0;
  /** The totals after the last "Finished in" were seen. */
  #hasTotals = false;
  /** "Failed examples:" was seen after the totals. */
  #isInReruns = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#finished = results.list();
    this.#evidence = new Evidence(results);
    this.#run = new RspecRun(results, this.#evidence);
  }

  line(text: string): boolean {
    if (this.#linesOfRun < MAX_COUNTED_LINES) this.#countDots(text);
    if (text !== '') {
      if (text.charCodeAt(0) === CharCode.SPACE) this.#indented(text);
      else this.#atMargin(text);
    }
    if (text === '' || this.#phase === 'error' || this.#linesOfRun < MAX_COUNTED_LINES) return true;
    return this.#results.lineNumber - this.#finishedLine < MAX_LINES_TO_TOTALS;
  }

  end(): void {
    const runs = RspecRun.areParallel(this.#finished) ? [...this.#finished] : acceptRuns(this.#finished);
    if (this.#run.rspecLine > 0) runs.push(this.#run);
    for (const run of runs) run.emit();
  }

  get #isAfterBlank(): boolean {
    return this.#results.before(1) === '';
  }

  #countDots(text: string): void {
    this.#linesOfRun += 1;
    if (this.#linesOfRun >= MAX_COUNTED_LINES) this.#evidence.loseCount();
    else if (!text.startsWith('Finished in ')) this.#evidence.countDots(text);
  }

  #indented(text: string): void {
    if (this.#phase === 'results') this.#evidence.outline.entry(text);
    else if (this.#phase === 'failures' || this.#phase === 'pending') this.#listed(text, this.#run[this.#phase]);
  }

  /** Entries are numbered from 1 without a gap; RSpec 2 does not number pending examples. */
  #listed(text: string, list: string[]): void {
    const numbered = NUMBERED.exec(text);
    if (numbered !== null && Number(numbered[1]) === list.length + 1) list.push(numbered[2] ?? '');
    else if (numbered === null && this.#phase === 'pending' && /^ {2}[^ #]/.test(text)) this.#addUnnumbered(list, text.slice(2));
    else if (text.startsWith('     Failure/Error: ')) this.#run.rspecLine ||= this.#results.lineNumber;
  }

  #addUnnumbered(list: string[], name: string): void {
    this.#unnumberedBytes += ENTRY_BYTES + name.length;
    if (this.#unnumberedBytes <= MAX_UNNUMBERED_BYTES) list.push(name);
  }

  #atMargin(text: string): void {
    const isNumber = isDigit(text.charCodeAt(0));
    if (isNumber && this.#results.lineNumber - this.#finishedLine <= MAX_LINES_TO_TOTALS && this.#totals(text)) return;
    if (this.#isInReruns && text.startsWith('rspec ')) this.#rerun(text);
    else if (!this.#evidence.marks.line(text, this.#results.lineNumber)) this.#words(text);
  }

  #totals(text: string): boolean {
    const totals = TOTALS.exec(text);
    if (totals === null) return false;
    const [examples = 0, failures = 0, pending = 0, outside = 0] = totals.slice(1).map((digits) => Number(digits ?? 0));
    this.#run.close({ examples, failures, pending, outside });
    if (this.#hasTotals) this.#run.problem = 'rspec states its totals twice';
    this.#hasTotals = true;
    this.#finished.push(this.#run);
    this.#run = new RspecRun(this.#results, this.#evidence);
    this.#linesOfRun = 0;
    this.#phase = 'results';
    this.#isInReruns = false;
    return true;
  }

  #finishes(): void {
    this.#finishedLine = this.#results.lineNumber;
    this.#hasTotals = false;
  }

  #beginReruns(): void {
    const run = this.#finished.at(-1);
    this.#isInReruns = run !== undefined;
    if (run !== undefined) run.listsReruns = true;
  }

  #rerun(text: string): void {
    const rerun = RERUN.exec(text);
    const run = this.#finished.at(-1);
    if (rerun === null || run === undefined) return;
    run.reruns.push(rerun[2] ?? '');
    run.lastLine = this.#results.lineNumber;
  }

  #words(text: string): void {
    if (STARTS[text.charCodeAt(0)] === true && this.#phrase(text)) return;
    if (this.#phase === 'error' && BACKTRACE.test(text)) this.#phase = 'results';
    // A group follows an empty line; other lines at the margin are test output.
    if (this.#phase === 'results' && this.#isAfterBlank) this.#evidence.outline.group(text, this.#results.lineNumber);
  }

  #phrase(text: string): boolean {
    if (text.startsWith('Finished in ')) this.#finishes();
    else if (text === 'Failures:') this.#list('failures');
    else if (text.startsWith('Pending:')) this.#list('pending');
    else if (text === 'Failed examples:') this.#beginReruns();
    else if (text.startsWith(INTERRUPTED)) this.#run.interrupted = true;
    else if (text.startsWith('An error occurred ')) this.#outside(text);
    else if (NO_RESULTS.test(text)) this.#phase = 'other';
    else return false;
    return true;
  }

  #list(name: 'failures' | 'pending'): void {
    if (!this.#isAfterBlank) return;
    this.#phase = name;
    this.#run[name] = this.#results.list();
  }

  #outside(text: string): void {
    const place = OUTSIDE.exec(text)?.[1];
    if (place === undefined) return;
    this.#run.rspecLine ||= this.#results.lineNumber;
    if (this.#phase === 'results') this.#phase = 'error';
    this.#run.outside.push(place.replace(/^\.\//, '').replaceAll('`', ''));
  }
}

interface Totals {
  examples: number;
  failures: number;
  pending: number;
  outside: number;
}

/** How much was seen so far; a run is between two places. */
interface Place {
  marks: MarksPlace;
  outlined: number;
  dots: number;
}

/** The results of the whole output: totals that a test prints must not hide the results before them. */
class Evidence {
  readonly marks = new ProgressMarks(MARKS);
  readonly outline: RspecOutline;
  #dots = 0;

  constructor(results: Results<TestSection>) {
    this.outline = new RspecOutline(results);
  }

  /** Every dot might be a mark next to test output. */
  countDots(text: string): void {
    for (let at = text.indexOf('.'); at !== -1; at = text.indexOf('.', at + 1)) this.#dots += 1;
  }

  loseCount(): void {
    this.#dots += MORE_THAN_ANY_SUITE;
  }

  place(): Place {
    return { marks: this.marks.place(), outlined: this.outline.count(), dots: this.#dots };
  }
}

class RspecRun implements CandidateRun<RspecRun> {
  /** The first line that only RSpec prints; a run that has one but no totals is truncated. */
  rspecLine = 0;
  interrupted = false;
  problem: string | null = null;
  failures: string[];
  pending: string[];
  listsReruns = false;
  reruns: string[];
  outside: string[];
  lastLine = 0;
  #isParallel = false;
  #totals: Totals | null = null;
  #totalsLine = 0;
  readonly #results: Results<TestSection>;
  readonly #evidence: Evidence;
  #from: Place;
  #to: Place;
  /** The counts of earlier totals that the results confirm: those results are among these. */
  #least: StatusCounts = { passed: 0, failed: 0, skipped: 0 };

  constructor(results: Results<TestSection>, evidence: Evidence) {
    this.#results = results;
    this.failures = results.list();
    this.pending = results.list();
    this.reruns = results.list();
    this.outside = results.list();
    this.#evidence = evidence;
    this.#from = evidence.place();
    this.#to = this.#from;
  }

  /** Parallel processes interleave their marks, and then print their totals one after the other. */
  static areParallel(runs: readonly RspecRun[]): boolean {
    const first = runs[0];
    const last = runs.at(-1);
    if (first === undefined || last === undefined || runs.length < 2 || runs.every(({ isConfirmed }) => isConfirmed))
      return false;
    const sum = (status: TestStatus) => runs.reduce((total, run) => total + run.#counts()[status], 0);
    const counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
    const isParallel = first.#evidence.marks.confirm(counts, first.#from.marks, last.#to.marks);
    for (const run of runs) run.#isParallel = isParallel;
    return isParallel;
  }

  close(totals: Totals): void {
    this.#to = this.#evidence.place();
    this.#totals = totals;
    this.#totalsLine = this.#results.lineNumber;
    this.lastLine = this.#results.lineNumber;
  }

  get isConfirmed(): boolean {
    if (this.#totals === null || !this.#includesLeast()) return false;
    const { examples, failures } = this.#totals;
    if (examples === 0 || (failures > 0 && this.reruns.length === failures)) return true;
    const { marks } = this.#evidence;
    return marks.confirm(this.#counts(), this.#from.marks, this.#to.marks) || this.#documented().length > 0;
  }

  get hasTooFewResults(): boolean {
    const { passed, failed, skipped } = this.#counts();
    const outlined = this.#to.outlined - this.#from.outlined;
    return this.#to.dots - this.#from.dots < passed && outlined < passed + failed + skipped;
  }

  #includesLeast(): boolean {
    const { passed, failed, skipped } = this.#counts();
    return passed >= this.#least.passed && failed >= this.#least.failed && skipped >= this.#least.skipped;
  }

  joinedTo(earlier: RspecRun): RspecRun {
    const joined = new RspecRun(this.#results, this.#evidence);
    joined.#least = earlier.isConfirmed ? earlier.#counts() : earlier.#least;
    joined.#from = earlier.#from;
    joined.#to = this.#to;
    joined.#totals = this.#totals;
    joined.#totalsLine = this.#totalsLine;
    const { failures, pending, reruns, listsReruns, lastLine, rspecLine } = this;
    Object.assign(joined, { failures, pending, reruns, listsReruns, lastLine, rspecLine: earlier.rspecLine || rspecLine });
    joined.outside = [...earlier.outside, ...this.outside];
    joined.interrupted = this.interrupted || earlier.interrupted;
    return joined;
  }

  emit(): void {
    if (this.#totals === null) {
      this.#results.beginRun({ firstLine: this.rspecLine, lastLine: this.rspecLine });
      return;
    }
    const run = this.#results.beginRun({ firstLine: this.#firstLine(), lastLine: this.lastLine });
    const { outside } = this.#totals;
    const counts = this.#counts();
    run.hasFooter = !this.listsReruns || this.reruns.length >= counts.failed;
    run.hasHeader = this.isConfirmed;
    run.totals = { ...counts, failed: counts.failed + outside };
    for (const test of this.#tests()) run.tests.push(test);
    for (let index = 0; index < outside && !this.#results.isFull; index += 1)
      run.tests.push({ id: this.outside[index] ?? 'outside of examples', status: 'failed' });
    if (this.problem !== null) run.problems.push(this.problem);
    if (this.hasTooFewResults && !this.#isParallel) run.problems.push('the totals count more results than precede them');
    if (this.interrupted) run.problems.push('rspec was interrupted');
  }

  #counts(): StatusCounts {
    const { examples = 0, failures = 0, pending = 0 } = this.#totals ?? {};
    return { passed: examples - failures - pending, failed: failures, skipped: pending };
  }

  #marksLine(): number | null {
    return this.#evidence.marks.startOf(this.#counts(), this.#from.marks, this.#to.marks);
  }

  #firstLine(): number {
    const rough = this.#evidence.marks.roughStartOf(this.#totals?.examples ?? 0, this.#from.marks, this.#to.marks);
    const start = this.#documented()[0]?.groupLine ?? this.#marksLine() ?? rough ?? this.#totalsLine;
    return Math.min(start, this.rspecLine || start);
  }

  /** The last examples of the documentation format if they match the totals; earlier lines are not RSpec's. */
  #documented(): OutlinedTest[] {
    const examples = this.#totals?.examples ?? 0;
    const first = Math.max(this.#from.outlined, this.#to.outlined - examples);
    const last = this.#evidence.outline.tests(first, this.#to.outlined);
    return matchesTotals(last, this.#counts()) ? last : [];
  }

  /** All tests from the documentation format if it matches the totals, else those in the lists. */
  #tests(): TestResult[] {
    const documented = this.#documented();
    if (documented.length > 0) return documented.map(({ id, status }) => ({ id, status }));
    const { failed, skipped } = this.#counts();
    const failures = this.reruns.length === failed ? this.reruns : this.failures;
    const named = (list: readonly string[], wanted: number, status: TestStatus): TestResult[] =>
      list.length === wanted ? list.map((id) => ({ id, status })) : [];
    return [...named(failures, failed, 'failed'), ...named(this.pending, skipped, 'skipped')];
  }
}
