// The console output of RSpec in progress and documentation form. RSpec prints no header, so a run is what
// leads up to its totals; totals that the results before them do not bear out were printed by a test.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { LineLook } from '../../engine/dispatch/line-look.ts';
import { Shelf } from '../../engine/shelf.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { believedRuns, type ClaimedRun } from '../shared/claimed-runs.ts';
import { type MarksPlace, ProgressMarks, type StatusCounts } from '../shared/progress-dots.ts';
import { addsUp } from '../shared/totals.ts';
import { type OutlinedTest, RspecOutline } from './outline.ts';

const ID = 'rspec';
const MARKS = { '.': 'passed', F: 'failed', '*': 'skipped' } as const;
const TOTALS =
  /^(\d{1,9}) examples?, (\d{1,9}) failures?(?:, (\d{1,9}) pending)?(?:, (\d{1,9}) errors? occurred outside of examples)?$/;
const NUMBERED = /^ {2}(\d{1,9})\) (.+)$/;
const RERUN = /^rspec (\S+|'[^']+') # (.*)$/;
const OUTSIDE = /^An error occurred (?:while loading|in an?) (.+?)\.?$/;
/** What stands between the results and the totals and looks like groups. */
const NO_RESULTS = /^(?:Top \d+ slowest example|Deprecation Warnings:)/;
/** So many lines of a run are looked at closely; among more, any number of results may stand between other text. */
const CLOSE_LOOK = 5000;
/** Of what is pending without a number: more than any suite has, and what is indented behind "Pending:" may be anything. */
const MAX_UNNUMBERED_BYTES = 4_000_000;
const MORE_THAN_ANY_SUITE = 1_000_000_000;
/** Behind the line that says how long the run took. */
const LINES_TO_TOTALS = 2;
const INTERRUPTED = 'RSpec is shutting down and will print the summary report';
/** The beginnings of what RSpec says at the margin. */
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
/** By the code of a character: whether one of them starts with it. */
const STARTS: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  PHRASES.some((phrase) => phrase.charCodeAt(0) === code),
);

export const rspec: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['rspec'],
  startsWith: [...PHRASES, 'rspec ', ...Object.keys(MARKS)],
  // What stands below an empty line may be a group, and what is indented may be in one.
  empty: true,
  indents: [2, 4],
  open: (context) => new RspecReader(context),
};

/** What matters once there are more lines than an outline may have. */
const REST = new LineLook({ startsWith: rspec.startsWith ?? [], atMargin: true });

/** "error" is what RSpec tells of a broken hook among the results; it ends with the lines of code that led there. */
type Phase = 'results' | 'error' | 'failures' | 'pending' | 'other';
/** "# ./spec/some_spec.rb:7:in `block (2 levels)'" */
const BACKTRACE = /^# \S.*:\d+:in /;

class RspecReader implements LineReader<TestSection> {
  readonly #finished: Run[] = [];
  readonly #context: LineContext;
  readonly #shelf: Shelf;
  readonly #unnumbered = new Shelf(MAX_UNNUMBERED_BYTES);
  readonly #evidence: Evidence;
  #run: Run;
  #phase: Phase = 'results';
  #finishedLine = -9;
  #linesOfRun = 0;
  /** The totals behind the last "Finished in" were seen. */
  #isTotalled = false;
  /** "Failed examples:" was seen behind the totals. */
  #inReruns = false;

  constructor(context: LineContext) {
    const { shelf } = context;
    this.#context = context;
    this.#shelf = shelf;
    this.#evidence = new Evidence(shelf);
    this.#run = new Run(shelf, this.#evidence);
  }

  line(text: string, lineNumber: number): boolean | LineLook {
    if (this.#linesOfRun < CLOSE_LOOK) this.#lookClosely(text);
    if (text !== '') {
      if (text.charCodeAt(0) === 32) this.#indented(text, lineNumber);
      else this.#atMargin(text, lineNumber);
    }
    if (this.#phase === 'error' || this.#linesOfRun < CLOSE_LOOK || lineNumber - this.#finishedLine < LINES_TO_TOTALS)
      return true;
    if (this.#phase === 'results' && this.#evidence.outline.isFull) return REST;
    return text === '';
  }

  end(): TestSection[] {
    const runs = Run.ranAtOnce(this.#finished) ? [...this.#finished] : believedRuns(this.#finished);
    if (this.#run.rspecLine > 0) runs.push(this.#run);
    return runs.map((run) => run.section());
  }

  get #isAfterBlank(): boolean {
    return this.#context.before(1) === '';
  }

  #lookClosely(text: string): void {
    this.#linesOfRun += 1;
    if (this.#linesOfRun >= CLOSE_LOOK) this.#evidence.loseCount();
    else if (!text.startsWith('Finished in ')) this.#evidence.countDots(text);
  }

  #indented(text: string, lineNumber: number): void {
    if (this.#phase === 'results') this.#evidence.outline.entry(text);
    else if (this.#phase === 'failures' || this.#phase === 'pending') this.#listed(text, lineNumber, this.#run[this.#phase]);
  }

  /** Entries are numbered from 1 without a gap; RSpec 2 does not number what is pending. */
  #listed(text: string, lineNumber: number, list: Named[]): void {
    const numbered = NUMBERED.exec(text);
    if (numbered !== null && Number(numbered[1]) === list.length + 1) this.#shelf.keep(list, { id: numbered[2] ?? '' });
    else if (numbered === null && this.#phase === 'pending' && /^ {2}[^ #]/.test(text))
      this.#unnumbered.keep(list, { id: text.slice(2) });
    else if (text.startsWith('     Failure/Error: ')) this.#run.rspecLine ||= lineNumber;
  }

  #atMargin(text: string, lineNumber: number): void {
    const code = text.charCodeAt(0);
    const isDigit = code >= 48 && code <= 57;
    if (isDigit && lineNumber - this.#finishedLine <= LINES_TO_TOTALS && this.#totals(text, lineNumber)) return;
    if (this.#inReruns && text.startsWith('rspec ')) this.#rerun(text, lineNumber);
    else if (!this.#evidence.marks.line(text, lineNumber)) this.#words(text, lineNumber);
  }

  #totals(text: string, lineNumber: number): boolean {
    const totals = TOTALS.exec(text);
    if (totals === null) return false;
    const [examples = 0, failures = 0, pending = 0, outside = 0] = totals.slice(1).map((digits) => Number(digits ?? 0));
    this.#run.close({ examples, failures, pending, outside }, lineNumber);
    if (this.#isTotalled) this.#run.problem = 'rspec states its totals twice';
    this.#isTotalled = true;
    this.#shelf.keepRun(this.#finished, this.#run);
    this.#run = new Run(this.#shelf, this.#evidence);
    this.#linesOfRun = 0;
    this.#phase = 'results';
    this.#inReruns = false;
    return true;
  }

  #finishes(lineNumber: number): void {
    this.#finishedLine = lineNumber;
    this.#isTotalled = false;
  }

  #beginReruns(): void {
    const run = this.#finished.at(-1);
    this.#inReruns = run !== undefined;
    if (run !== undefined) run.listsReruns = true;
  }

  #rerun(text: string, lineNumber: number): void {
    const rerun = RERUN.exec(text);
    const run = this.#finished.at(-1);
    if (rerun === null || run === undefined) return;
    this.#shelf.keep(run.reruns, { id: rerun[2] ?? '' });
    run.lastLine = lineNumber;
  }

  #words(text: string, lineNumber: number): void {
    if (STARTS[text.charCodeAt(0)] === true && this.#phrase(text, lineNumber)) return;
    if (this.#phase === 'error' && BACKTRACE.test(text)) this.#phase = 'results';
    // A group stands behind a blank line; anything else at the margin was printed by a test.
    if (this.#phase === 'results' && this.#isAfterBlank) this.#evidence.outline.group(text, lineNumber);
  }

  #phrase(text: string, lineNumber: number): boolean {
    if (text.startsWith('Finished in ')) this.#finishes(lineNumber);
    else if (text === 'Failures:') this.#list('failures');
    else if (text.startsWith('Pending:')) this.#list('pending');
    else if (text === 'Failed examples:') this.#beginReruns();
    else if (text.startsWith(INTERRUPTED)) this.#run.interrupted = true;
    else if (text.startsWith('An error occurred ')) this.#outside(text, lineNumber);
    else if (NO_RESULTS.test(text)) this.#phase = 'other';
    else return false;
    return true;
  }

  #list(name: 'failures' | 'pending'): void {
    if (!this.#isAfterBlank) return;
    this.#phase = name;
    this.#run[name] = [];
  }

  #outside(text: string, lineNumber: number): void {
    const place = OUTSIDE.exec(text)?.[1];
    if (place === undefined) return;
    this.#run.rspecLine ||= lineNumber;
    if (this.#phase === 'results') this.#phase = 'error';
    this.#shelf.keep(this.#run.outside, { id: place.replace(/^\.\//, '').replaceAll('`', '') });
  }
}

interface Named {
  id: string;
}

interface Totals {
  examples: number;
  failures: number;
  pending: number;
  outside: number;
}

/** What was seen so far; a run is what lies between two of them. */
interface Place {
  marks: MarksPlace;
  outlined: number;
  dots: number;
}

/** The results of the whole output: totals that a test prints must not hide what stood before them. */
class Evidence {
  readonly marks = new ProgressMarks(MARKS);
  readonly outline: RspecOutline;
  #dots = 0;

  constructor(shelf: Shelf) {
    this.outline = new RspecOutline(shelf);
  }

  /** Every dot might be a mark that something else was printed around. */
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

class Run implements ClaimedRun<Run> {
  /** Something only RSpec prints was seen here, so that a run without totals is one that broke off. */
  rspecLine = 0;
  interrupted = false;
  problem: string | null = null;
  failures: Named[] = [];
  pending: Named[] = [];
  listsReruns = false;
  reruns: Named[] = [];
  outside: Named[] = [];
  lastLine = 0;
  #isVouchedFor = false;
  #totals: Totals | null = null;
  #totalsLine = 0;
  readonly #shelf: Shelf;
  readonly #evidence: Evidence;
  #from: Place;
  #to: Place;
  /** What earlier totals counted that results bear out: whoever printed them, those results are among these. */
  #least: StatusCounts = { passed: 0, failed: 0, skipped: 0 };

  constructor(shelf: Shelf, evidence: Evidence) {
    this.#shelf = shelf;
    this.#evidence = evidence;
    this.#from = evidence.place();
    this.#to = this.#from;
  }

  /** Processes that run at once print their marks between each other's, and then their totals one after the other. */
  static ranAtOnce(runs: readonly Run[]): boolean {
    const first = runs[0];
    const last = runs.at(-1);
    if (first === undefined || last === undefined || runs.length < 2 || runs.every(({ isBorneOut }) => isBorneOut)) return false;
    const sum = (status: TestStatus) => runs.reduce((total, run) => total + run.#counts()[status], 0);
    const counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
    const adds = first.#evidence.marks.bearOut(counts, first.#from.marks, last.#to.marks);
    for (const run of runs) run.#isVouchedFor = adds;
    return adds;
  }

  close(totals: Totals, lineNumber: number): void {
    this.#to = this.#evidence.place();
    this.#totals = totals;
    this.#totalsLine = lineNumber;
    this.lastLine = lineNumber;
  }

  get isBorneOut(): boolean {
    if (this.#totals === null || !this.#holdsLeast()) return false;
    const { examples, failures } = this.#totals;
    if (examples === 0 || (failures > 0 && this.reruns.length === failures)) return true;
    const { marks } = this.#evidence;
    return marks.bearOut(this.#counts(), this.#from.marks, this.#to.marks) || this.#documented().length > 0;
  }

  get lacksResults(): boolean {
    const { passed, failed, skipped } = this.#counts();
    const outlined = this.#to.outlined - this.#from.outlined;
    return this.#to.dots - this.#from.dots < passed && outlined < passed + failed + skipped;
  }

  #holdsLeast(): boolean {
    const { passed, failed, skipped } = this.#counts();
    return passed >= this.#least.passed && failed >= this.#least.failed && skipped >= this.#least.skipped;
  }

  joinedTo(earlier: Run): Run {
    const joined = new Run(this.#shelf, this.#evidence);
    joined.#least = earlier.isBorneOut ? earlier.#counts() : earlier.#least;
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

  section(): TestSection {
    if (this.#totals === null) return emptyTestSection(ID, this.rspecLine);
    const section = { ...emptyTestSection(ID, this.#firstLine()), lastLine: this.lastLine };
    const { outside } = this.#totals;
    const counts = this.#counts();
    section.hasFooter = !this.listsReruns || this.reruns.length >= counts.failed;
    section.hasHeader = this.isBorneOut;
    section.totals = { ...counts, failed: counts.failed + outside };
    section.tests = this.#tests();
    for (let index = 0; index < outside && !this.#shelf.isFull; index += 1)
      this.#shelf.keep(section.tests, { id: this.outside[index]?.id ?? 'outside of examples', status: 'failed' });
    if (this.problem !== null) section.problems.push(this.problem);
    if (this.lacksResults && !this.#isVouchedFor) section.problems.push('fewer results stand before the totals than they count');
    if (this.interrupted) section.problems.push('rspec was interrupted');
    return section;
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

  /** The examples of the documentation form, if they add up: whatever stands before the last of them is not RSpec's. */
  #documented(): OutlinedTest[] {
    const examples = this.#totals?.examples ?? 0;
    const first = Math.max(this.#from.outlined, this.#to.outlined - examples);
    const last = this.#evidence.outline.tests(first, this.#to.outlined);
    return addsUp(last, this.#counts()) ? last : [];
  }

  /** All tests from the documentation form if it adds up, else those that the lists name. */
  #tests(): TestResult[] {
    const documented = this.#documented();
    if (documented.length > 0) return documented.map(({ id, status }) => ({ id, status }));
    const { failed, skipped } = this.#counts();
    const failures = this.reruns.length === failed ? this.reruns : this.failures;
    const named = (list: readonly Named[], wanted: number, status: TestStatus): TestResult[] =>
      list.length === wanted ? list.map(({ id }) => ({ id, status })) : [];
    return [...named(failures, failed, 'failed'), ...named(this.pending, skipped, 'skipped')];
  }
}
