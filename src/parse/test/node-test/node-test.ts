// The console output of node:test (reporter spec, Node 18 and later; of reporter dot only the failures).
// Its TAP is read by tap.ts. A run ends with the block "ℹ tests N ... ℹ duration_ms N"; suites are not tests.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../../section.ts';
import { byCode } from '../../shared/characters.ts';
import { indentOf } from '../shared/indented-groups.ts';
import { dropExcessTests, matchesTotals } from '../shared/totals.ts';

const ID = 'node-test';
const SYMBOLS = { '✔': 'passed', '✖': 'failed', '﹣': 'skipped', '⚠': 'skipped', '▶': 'group' } as const;
const KINDS = byCode<TestStatus | 'group'>(SYMBOLS);
/** The codes of "ℹ", of the mark before what npm runs, and of others that lines begin with. */
const [INFORMATION, ANGLE_BRACKET, LETTER_F, BLANK] = [0x2139, 62, 70, 32];
const CLOSING = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (\d{1,9})(?:\.\d+)?$/;
/** "name (1.25ms) # reason": the reason may hold anything. */
const TIMED_WITH_REASON = /^(.*?) \(\d+\.\d+ms\) # (.*)$/;
const TIMED = /^(.*) \(\d+(?:\.\d+)?ms\)$/;
/** No other tool measures milliseconds that finely behind a name. */
const FINE_TIME = /\(\d+\.\d{3,}ms\)/;
const DOTS = /^[.X]+$/;
/** A name of several lines ends where its time stands. */
const MAX_NAME_LINES = 20;
/** More closings than this in one run are not held against its tests again: it would cost too much. */
const MAX_CLOSINGS = 50;
/** Node writes the time of every test but those it cancelled: of so many without one, none is Node's. */
const MAX_UNTIMED = 2000;
/** Node counts no suites, so that a broken hook may be missing in its numbers. */
const SUITE_FAILED = 'a suite failed although none of its tests did';

/** Between them lie no blanks. */
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
  /** How many entries there were when it began. */
  entriesBefore: number;
}

interface Closing {
  totals: TestTotals & Counts;
  /** Before Node 18.17 suites were not told apart, and only the top was counted. */
  topOnly: boolean;
}

export const nodeTest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['node', 'tsx'],
  startsWith: [...Object.keys(SYMBOLS), 'ℹ ', '> ', 'Failed tests:'],
  open: (context) => new NodeTestReader(context),
};

class NodeTestReader implements LineReader<TestSection> {
  readonly #context: LineContext;
  readonly #sections: TestSection[] = [];
  #section: TestSection | null = null;
  #entries: Entry[] = [];
  #groups: readonly Group[] = [];
  /** By level: the names of the groups around, each with a separator behind it, as far as they were asked for. */
  #prefixes: string[] = [];
  #isNode = false;
  #isDot = false;
  #block: Map<string, number> | null = null;
  /** A closing that does not quite agree with the lines above; the next one may show that a test printed it. */
  #held: Closing | null = null;
  #heldIsPlausible = false;
  #closings = 0;
  /** Behind a closing Node tells its failures again. */
  #inFailures = false;
  /** The last test, while its name may go on: neither a time nor a reason has followed. */
  #unfinished: Entry | null = null;
  /** What followed its first line. */
  #furtherLines: string[] = [];

  constructor(context: LineContext) {
    this.#context = context;
  }

  line(text: string, lineNumber: number): boolean {
    if (this.#unfinished !== null && this.#continueName(this.#unfinished, text, lineNumber)) return this.#unfinished !== null;
    const indent = blanksBefore(text);
    if (indent + 1 < text.length) {
      const code = text.charCodeAt(indent);
      const isSymbol = text.charCodeAt(indent + 1) === BLANK && indent % 2 === 0;
      if (isSymbol) this.#symbol(code, text.slice(indent + 2), indent / 2, lineNumber);
      if (code === LETTER_F) this.#dotFailures(text, lineNumber);
    }
    return this.#unfinished !== null || this.#block !== null;
  }

  end(): TestSection[] {
    this.#settle();
    return this.#sections;
  }

  #symbol(code: number, rest: string, level: number, lineNumber: number): void {
    if (code === INFORMATION) {
      if (level === 0) this.#closingLine(rest, lineNumber);
      return;
    }
    this.#block = null;
    if (code === ANGLE_BRACKET && level === 0) this.#inFailures = false;
    const kind = KINDS.get(code);
    if (kind === undefined || this.#skipsFailures(kind, rest, level) || (this.#isDot && level > 0)) return;
    if (!this.#isNode && this.#entries.length >= MAX_UNTIMED) this.#forgetSection();
    this.#section ??= emptyTestSection(ID, lineNumber);
    this.#section.lastLine = lineNumber;
    if (!this.#isNode && rest.includes('(') && FINE_TIME.test(rest)) this.#isNode = true;
    if (kind === 'group') this.#group(rest, level);
    else this.#result(kind, rest, level);
  }

  #skipsFailures(kind: TestStatus | 'group', rest: string, level: number): boolean {
    const isClosed = this.#section === null || this.#held !== null;
    if (isClosed && kind === 'failed' && level === 0 && rest === 'failing tests:') this.#inFailures = true;
    if (!this.#inFailures) return false;
    if (level === 0 && (kind === 'passed' || kind === 'group')) {
      this.#inFailures = false;
      return false;
    }
    const section = this.#sections.at(-1);
    const isNews = section?.totals?.failed === 0 && section.problems.length === 0 && rest !== 'failing tests:';
    if (isNews && kind === 'failed' && level === 0 && readTitle(rest).reason === null) {
      section.problems.push(SUITE_FAILED);
    }
    return true;
  }

  /** "▶ name" opens a group; older versions close it by "▶ name (1.25ms)", which hides its status. */
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
    this.#context.shelf.keep(this.#entries, entry);
    if (!timed && reason === null) this.#unfinished = entry;
  }

  #closeGroup(group: Group, level: number, shown: TestStatus | null): void {
    const hasFailed = ({ status }: Entry) => status === 'failed';
    const status = shown ?? (this.#entries.slice(group.entriesBefore).some(hasFailed) ? 'failed' : 'passed');
    this.#context.shelf.keep(this.#entries, { id: this.#idOf(group.name, level), status, level, isGroup: true });
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

  /** Cancelled tests have no time; a name may also go on in the next line. */
  #continueName(entry: Entry, text: string, lineNumber: number): boolean {
    // The first line is one of them.
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
    if (this.#section !== null) this.#section.lastLine = lineNumber;
    return true;
  }

  #finishName(): void {
    this.#unfinished = null;
    if (this.#furtherLines.length > 0) this.#furtherLines = [];
  }

  #closingLine(text: string, lineNumber: number): void {
    const match = CLOSING.exec(text);
    if (match?.[1] === 'tests') this.#block = new Map();
    if (match === null) this.#block = null;
    if (match === null || this.#block === null) return;
    this.#block.set(match[1] ?? '', Number(match[2]));
    if (match[1] !== 'duration_ms') return;
    const closing = readClosing(this.#block);
    this.#block = null;
    if (closing !== null) this.#close(closing, lineNumber);
  }

  #close(closing: Closing, lineNumber: number): void {
    const section = this.#section ?? emptyTestSection(ID, lineNumber);
    this.#section = section;
    section.lastLine = lineNumber;
    const isSecond = this.#held !== null && this.#heldIsPlausible;
    if (isSecond && section.problems.length === 0) section.problems.push('node:test seems to close twice');
    this.#closings += 1;
    const tooMany = this.#closings > MAX_CLOSINGS;
    const exact = tooMany ? undefined : readings(this.#entries, closing).find((tests) => matchesTotals(tests, closing.totals));
    if (exact === undefined) {
      this.#held = closing;
      this.#heldIsPlausible = !tooMany && isPlausible(this.#entries, closing.totals);
      return;
    }
    const suiteFailed = closing.totals.failed === 0 && this.#entries.some(({ status }) => status === 'failed');
    section.problems = suiteFailed ? [SUITE_FAILED] : [];
    this.#finishSection(section, exact, closing.totals);
  }

  #finishSection(section: TestSection, tests: readonly Entry[], totals: TestTotals): void {
    section.hasFooter = true;
    section.totals = totals;
    section.tests = tests.map(({ id, status }) => ({ id, status }));
    this.#context.shelf.keepRun(this.#sections, section);
    this.#startAnew();
  }

  #startAnew(): void {
    this.#section = null;
    this.#entries = [];
    this.#setGroups([]);
    this.#held = null;
    this.#closings = 0;
    this.#isNode = false;
  }

  /** mocha has the same ticks, and a hundred thousand of its tests take room enough once. */
  #forgetSection(): void {
    this.#context.shelf.forget(this.#entries);
    this.#startAnew();
    this.#finishName();
  }

  /** Nothing more comes: the last closing stands, if the lines above allow it. */
  #settle(): void {
    const section = this.#section;
    if (section === null) return;
    const held = this.#held;
    if (held === null) {
      if (this.#isNode) this.#sections.push({ ...section, tests: this.#entries.map(({ id, status }) => ({ id, status })) });
      return;
    }
    if (!this.#heldIsPlausible) section.problems.push('node:test lists other tests than it counts');
    const listed = readings(this.#entries, held)[0] ?? [];
    this.#finishSection(section, dropExcessTests(listed, held.totals) as Entry[], held.totals);
  }

  /** The dot reporter names its failures only, and counts nothing. */
  #dotFailures(text: string, lineNumber: number): void {
    if (text !== 'Failed tests:' || !DOTS.test(this.#context.before(2).trim())) return;
    this.#section = { ...emptyTestSection(ID, lineNumber), problems: ['the dot reporter of node:test states no totals'] };
    this.#isNode = true;
    this.#isDot = true;
  }
}

/** Nearly always they are plain ones. */
function blanksBefore(text: string): number {
  const indent = indentOf(text);
  if (indent === text.length) return indent;
  const code = text.charCodeAt(indent);
  const isVisible = (code > 32 && code < 127) || (code >= FIRST_ARROW && code <= LAST_DINGBAT);
  return isVisible ? indent : text.length - text.trimStart().length;
}

function endsName(text: string): boolean {
  if (text.startsWith('  ')) return true;
  const start = blanksBefore(text);
  return start === text.length || KINDS.has(text.charCodeAt(start)) || text.charCodeAt(start) === INFORMATION;
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

/** A group is a suite or a test with tests inside, which the lines do not tell. */
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
