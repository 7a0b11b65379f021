// The console output of node:test (reporter spec, Node 18 and later; of reporter dot only the failures).
// Its TAP is read by tap.ts. A run ends with the block "ℹ tests N ... ℹ duration_ms N"; suites are not tests.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { byCode, CharCode } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { indentOf } from '../shared/indented-groups.ts';
import { dropExcessTests, matchesTotals } from '../shared/totals.ts';

const SYMBOLS = { '✔': 'passed', '✖': 'failed', '﹣': 'skipped', '⚠': 'skipped', '▶': 'group' } as const;
const KINDS = byCode<TestStatus | 'group'>(SYMBOLS);
const CLOSING = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (\d{1,9})(?:\.\d+)?$/;
/** "name (1.25ms) # reason": the reason may contain anything. */
const TIMED_WITH_REASON = /^(.*?) \(\d+\.\d+ms\) # (.*)$/;
const TIMED = /^(.*) \(\d+(?:\.\d+)?ms\)$/;
/** No other tool prints such fine milliseconds after a name. */
const FINE_TIME = /\(\d+\.\d{3,}ms\)/;
const DOTS = /^[.X]+$/;
/** A name with several lines ends with its time. */
const MAX_NAME_LINES = 20;
/** Further closings in one run are not compared with its tests: each comparison takes time. */
const MAX_CLOSINGS = 50;
/** Node prints the time of every test except cancelled ones: so many tests without a time are another tool's. */
const MAX_UNTIMED = 2000;
/** Node does not count suites, so its totals may miss a broken hook. */
const SUITE_FAILED = 'a suite failed although none of its tests did';

/** A range of symbols without white space. */
const [FIRST_ARROW, LAST_DINGBAT] = [0x2190, 0x27bf];

type Counts = Record<TestStatus, number>;

interface Title {
  name: string;
  reason: string | null;
  timed: boolean;
}

interface Entry extends TestResult {
  level: number;
  isGroup: boolean;
}

interface Group {
  name: string;
  /** The number of entries when it began. */
  entriesBefore: number;
}

interface Closing {
  totals: TestTotals & Counts;
  /** Node before 18.17 does not distinguish suites and counts only the top level. */
  topOnly: boolean;
}

export const nodeTest: LineParser<TestSection> = {
  id: 'node-test',
  form: 'lines',
  commands: ['node', 'tsx'],
  startsWith: [...Object.keys(SYMBOLS), 'ℹ ', '> ', 'Failed tests:'],
  failures: failureReports({
    startsWith: ['✖ ', 'X '],
    heading: (text, before) => {
      const [, file, line] = /^test at (\S.{0,900}):(\d{1,9}):\d{1,9}$/.exec(before(1)) ?? [];
      const title = /^ *[✖X] (.{1,900}?)(?: \(\d[\d.]*ms\))?$/.exec(text)?.[1];
      if (title === undefined || (file === undefined && text.startsWith(' '))) return null;
      return { title, ...(file !== undefined && { file, line: Number(line) }) };
    },
    end: /^(?:test at |[✖✔ℹ▶﹣] )/,
    noise: /^ {2,}(?:code|generatedMessage|operator|actual|expected|diff|failureType|cause): |^ {0,6}[{}],?$/,
    titles: (id) => [id, id.slice(id.lastIndexOf(' > ') + 1 && id.lastIndexOf(' > ') + 3)],
  }),
  open: (results) => new NodeTestReader(results),
};

class NodeTestReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  /** The last run that was closed. */
  #closedRun: TestRun | null = null;
  #entries: Entry[];
  #groups: readonly Group[] = [];
  /** By level: the names of the groups around, each followed by a separator. Filled on demand. */
  #prefixes: string[] = [];
  #isNode = false;
  #isDot = false;
  #block: Map<string, number> | null = null;
  /** A closing that does not match the lines above; the next one may show that a test printed it. */
  #unmatched: Closing | null = null;
  #isUnmatchedPlausible = false;
  #closings = 0;
  /** After a closing Node repeats its failures. */
  #inFailures = false;
  /** The last test, while its name may continue: neither a time nor a reason has followed. */
  #unfinished: Entry | null = null;
  /** The lines of its name after the first one. */
  #furtherLines: string[] = [];

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#entries = results.list();
  }

  line(text: string): boolean {
    if (this.#unfinished !== null && this.#continueName(this.#unfinished, text)) return this.#unfinished !== null;
    const indent = leadingSpaces(text);
    if (indent + 1 < text.length) {
      const code = text.charCodeAt(indent);
      const isSymbol = text.charCodeAt(indent + 1) === CharCode.SPACE && indent % 2 === 0;
      if (isSymbol) this.#symbol(code, text.slice(indent + 2), indent / 2);
      if (code === CharCode.UPPER_F) this.#dotFailures(text);
    }
    return this.#unfinished !== null || this.#block !== null;
  }

  /** The last closing counts if the lines above allow it. */
  end(): void {
    const [run, unmatched] = [this.#run, this.#unmatched];
    if (run === null) return;
    if (unmatched === null) {
      if (this.#isNode) this.#add(run, this.#entries);
      return;
    }
    if (!this.#isUnmatchedPlausible) run.problems.push('node:test lists other tests than it counts');
    const listed = readings(this.#entries, unmatched)[0] ?? [];
    this.#finish(run, dropExcessTests(listed, unmatched.totals), unmatched.totals);
  }

  #symbol(code: number, rest: string, level: number): void {
    if (code === CharCode.INFORMATION) {
      if (level === 0) this.#closingLine(rest);
      return;
    }
    this.#block = null;
    // npm prints the command of the next script after this mark.
    if (code === CharCode.GREATER_THAN && level === 0) this.#inFailures = false;
    const kind = KINDS.get(code);
    if (kind === undefined || this.#skipsFailures(kind, rest, level) || (this.#isDot && level > 0)) return;
    if (!this.#isNode && this.#entries.length >= MAX_UNTIMED) this.#discardRun();
    this.#run ??= this.#results.draftRun();
    this.#run.touch();
    if (!this.#isNode && rest.includes('(') && FINE_TIME.test(rest)) this.#isNode = true;
    if (kind === 'group') this.#group(rest, level);
    else this.#result(kind, rest, level);
  }

  #skipsFailures(kind: TestStatus | 'group', rest: string, level: number): boolean {
    const isClosed = this.#run === null || this.#unmatched !== null;
    if (isClosed && kind === 'failed' && level === 0 && rest === 'failing tests:') this.#inFailures = true;
    if (!this.#inFailures) return false;
    if (level === 0 && (kind === 'passed' || kind === 'group')) {
      this.#inFailures = false;
      return false;
    }
    const run = this.#closedRun;
    const isNew = run?.totals?.failed === 0 && run.problems.length === 0 && rest !== 'failing tests:';
    if (isNew && kind === 'failed' && level === 0 && readTitle(rest).reason === null) run.problems.push(SUITE_FAILED);
    return true;
  }

  /** "▶ name" opens a group; older versions close it with "▶ name (1.25ms)", which hides its status. */
  #group(rest: string, level: number): void {
    const { name, timed } = readTitle(rest);
    const group = this.#groups[level];
    if (timed && group?.name === name) this.#closeGroup(group, level, null);
    else this.#setGroups([...this.#groups.slice(0, level), { name: rest, entriesBefore: this.#entries.length }]);
  }

  #result(shown: TestStatus, rest: string, level: number): void {
    const { name, reason, timed } = readTitle(rest);
    const status = statusOf(shown, reason);
    const group = this.#groups[level];
    if (group?.name === name) {
      this.#closeGroup(group, level, status);
      return;
    }
    const entry: Entry = { id: this.#idOf(name, level), status, level, isGroup: false };
    this.#entries.push(entry);
    if (!timed && reason === null) this.#unfinished = entry;
  }

  #closeGroup(group: Group, level: number, shown: TestStatus | null): void {
    const hasFailed = ({ status }: Entry) => status === 'failed';
    const status = shown ?? (this.#entries.slice(group.entriesBefore).some(hasFailed) ? 'failed' : 'passed');
    this.#entries.push({ id: this.#idOf(group.name, level), status, level, isGroup: true });
    this.#setGroups(this.#groups.slice(0, level));
  }

  #setGroups(groups: readonly Group[]): void {
    this.#groups = groups;
    this.#prefixes = [];
  }

  #idOf(name: string, level: number): string {
    if (level === 0 || this.#groups.length === 0) return name;
    const groups = this.#groups.slice(0, level);
    this.#prefixes[level] ??= groups.map((group) => `${group.name} > `).join('');
    return this.#prefixes[level] + name;
  }

  /** Cancelled tests have no time; a name may also continue on the next line. */
  #continueName(entry: Entry, text: string): boolean {
    // The first line counts too.
    if (endsName(text) || this.#furtherLines.length + 1 >= MAX_NAME_LINES) {
      this.#finishName();
      return false;
    }
    const { name, reason, timed } = readTitle(text);
    this.#furtherLines.push(timed ? name : text);
    if (!timed) return true;
    entry.id = [entry.id, ...this.#furtherLines].join('\n');
    entry.status = statusOf(entry.status, reason);
    this.#finishName();
    this.#run?.touch();
    return true;
  }

  #finishName(): void {
    this.#unfinished = null;
    if (this.#furtherLines.length > 0) this.#furtherLines = [];
  }

  #closingLine(text: string): void {
    const match = CLOSING.exec(text);
    if (match?.[1] === 'tests') this.#block = new Map();
    if (match === null) this.#block = null;
    if (match === null || this.#block === null) return;
    this.#block.set(match[1] ?? '', Number(match[2]));
    if (match[1] !== 'duration_ms') return;
    const closing = readClosing(this.#block);
    this.#block = null;
    if (closing !== null) this.#close(closing);
  }

  #close(closing: Closing): void {
    const run = this.#run ?? this.#results.draftRun();
    this.#run = run;
    run.touch();
    const isSecond = this.#unmatched !== null && this.#isUnmatchedPlausible;
    if (isSecond && run.problems.length === 0) run.problems.push('node:test seems to close twice');
    this.#closings += 1;
    const tooMany = this.#closings > MAX_CLOSINGS;
    const exact = tooMany ? undefined : readings(this.#entries, closing).find((tests) => matchesTotals(tests, closing.totals));
    if (exact === undefined) {
      this.#unmatched = closing;
      this.#isUnmatchedPlausible = !tooMany && isPlausible(this.#entries, closing.totals);
      return;
    }
    const suiteFailed = closing.totals.failed === 0 && this.#entries.some(({ status }) => status === 'failed');
    run.problems = suiteFailed ? [SUITE_FAILED] : [];
    this.#finish(run, exact, closing.totals);
  }

  #finish(run: TestRun, tests: readonly TestResult[], totals: TestTotals): void {
    run.hasFooter = true;
    run.totals = totals;
    this.#add(run, tests);
    this.#closedRun = run;
    this.#reset();
  }

  #add(run: TestRun, tests: readonly TestResult[]): void {
    run.tests = tests.map(({ id, status }) => ({ id, status }));
    this.#results.add(run);
  }

  #reset(): void {
    this.#run = null;
    this.#entries = this.#results.list();
    this.#setGroups([]);
    this.#unmatched = null;
    this.#closings = 0;
    this.#isNode = false;
  }

  /** mocha prints the same ticks; its tests need not take memory twice. */
  #discardRun(): void {
    this.#results.discard(this.#entries);
    this.#reset();
    this.#finishName();
  }

  /** The dot reporter names only its failures, and prints no totals. */
  #dotFailures(text: string): void {
    if (text !== 'Failed tests:' || !DOTS.test(this.#results.before(2).trim())) return;
    this.#run = this.#results.draftRun({ problems: ['the dot reporter of node:test states no totals'] });
    this.#isNode = true;
    this.#isDot = true;
  }
}

/** Counts any white space, but mostly there are only spaces. */
function leadingSpaces(text: string): number {
  const indent = indentOf(text);
  if (indent === text.length) return indent;
  const code = text.charCodeAt(indent);
  const isVisible = (code > 32 && code < 127) || (code >= FIRST_ARROW && code <= LAST_DINGBAT);
  return isVisible ? indent : text.length - text.trimStart().length;
}

function endsName(text: string): boolean {
  if (text.startsWith('  ')) return true;
  const start = leadingSpaces(text);
  return start === text.length || KINDS.has(text.charCodeAt(start)) || text.charCodeAt(start) === CharCode.INFORMATION;
}

function readTitle(rest: string): Title {
  const hasReason = rest.includes('#') && rest.includes(' # ');
  if (!hasReason && !rest.endsWith('ms)')) return { name: rest, reason: null, timed: false };
  const explained = hasReason ? TIMED_WITH_REASON.exec(rest) : null;
  if (explained !== null) return { name: explained[1] ?? '', reason: explained[2] ?? '', timed: true };
  const timed = TIMED.exec(rest)?.[1];
  if (timed !== undefined) return { name: timed, reason: null, timed: true };
  const untimed = /^(.*) # (SKIP|TODO)$/.exec(rest);
  return { name: untimed?.[1] ?? rest, reason: untimed?.[2] ?? null, timed: false };
}

function statusOf(shown: TestStatus, reason: string | null): TestStatus {
  return reason !== null && reason !== 'EXPECTED FAILURE' ? 'skipped' : shown;
}

function readClosing(block: ReadonlyMap<string, number>): Closing | null {
  const passed = block.get('pass');
  const failed = block.get('fail');
  if (passed === undefined || failed === undefined) return null;
  const of = (word: string) => block.get(word) ?? 0;
  const totals = { passed, failed: failed + of('cancelled'), skipped: of('skipped') + of('todo') };
  if (totals.passed + totals.failed + totals.skipped !== block.get('tests')) return null;
  return { totals, topOnly: !block.has('suites') };
}

/** A group is a suite, or a test with subtests: the lines do not distinguish them. */
function readings(entries: readonly Entry[], { topOnly }: Closing): Entry[][] {
  if (topOnly) return [entries.filter(({ level }) => level === 0)];
  return [entries.filter(({ isGroup }) => !isGroup), [...entries]];
}

/** Node lists every test that it counts, so there may be more lines than tests but never fewer. */
function isPlausible(entries: readonly Entry[], totals: Counts): boolean {
  const counts = count(entries);
  const total = totals.passed + totals.failed + totals.skipped;
  return total <= entries.length && totals.failed <= counts.failed + counts.skipped && totals.passed <= counts.passed;
}

function count(tests: readonly TestResult[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of tests) counts[status] += 1;
  return counts;
}
