// The console output of mocha's reporters (spec, list, dot and those that only count), one section per epilogue.
// Tests may print such lines too: the listed tests before an epilogue must match it.
import type { TestStatus } from '../../../contract/index.ts';
import type { FailureHeading, LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { byCode, CharCode, isDigit } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { GroupStack, indentOf } from '../shared/indented-groups.ts';
import { countBack, type MatchedRun, matchSummaries, type Summary } from '../shared/match-summaries.ts';
import { beginEpilogue, type MochaEpilogue, mayBeginEpilogue } from './epilogue.ts';

/** Until mocha 2 the list reporter printed a dot for a passed test. */
const SYMBOLS = byCode<TestStatus>({ '✓': 'passed', '✔': 'passed', '√': 'passed', '․': 'passed', '-': 'skipped' });
/** Replacement characters: a tick in a broken encoding. */
const BROKEN_TICK = /^\ufffd{1,3} /;
const NUMBER = /^(\d{1,7})\) /;
/** Lines with the indentation of a group that are none. */
const NO_GROUP = /^ +(?:$|[✓✔√․-] |\d+\) |\d+ (?:passing|pending|failing)\b)/;
/** All of them, if the name itself ends like one; only slow tests have one. */
const DURATION = /(?: \(\d+ms\))+$/;
/** The list reporter prints a duration after every test. */
const LIST_DURATION = /: \d+ms$/;
const DOTS = /^ {2}[․,!]+$/;
const DOT_STATUSES: Readonly<Record<string, TestStatus>> = { '․': 'passed', ',': 'skipped', '!': 'failed' };
/** Lines to search backwards for the groups of the first test, and for the first print of a listed one. */
const MAX_LOOK_BACK = 60;

type Counts = Record<TestStatus, number>;

interface Listed {
  /** The groups around it, each followed by a separator. */
  prefix: string;
  /** Its own name, with the duration if any. */
  id: string;
  status: TestStatus;
  lineNumber: number;
  /** It redraws a line that the list reporter printed when the test began. */
  isRedrawn: boolean;
}

interface Ending extends Summary {
  epilogue: MochaEpilogue;
  firstLine: number;
  lastLine: number;
  /** Printed by the dot reporter since the previous epilogue. */
  dots: Counts;
}

export const mocha: LineParser<TestSection> = {
  id: 'mocha',
  form: 'lines',
  commands: ['mocha', '_mocha', 'cypress'],
  startsWith: [...'0123456789✓✔√․\ufffd,!', '- '],
  onlyIndents: [2, 3, 4],
  failures: failureReports({
    startsWith: null,
    heading: mochaHeading,
    end: /^ {2}\d+\) /,
    prefilter: (text) => text.endsWith(':') && text.startsWith('  '),
    titles: (id) => [id.replaceAll(' > ', ' ')],
  }),
  open: (results) => new MochaReader(results),
};

class MochaReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #listed: Listed[];
  readonly #endings: Ending[];
  readonly #groups = new GroupStack();
  #ending: Ending | null = null;
  #isListing = false;
  /** Failures are numbered within a run. */
  #failures = 0;
  #dots = noCounts();

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#listed = results.list();
    this.#endings = results.list();
  }

  line(text: string): boolean {
    if (this.#ending !== null && this.#endingLine(this.#ending, text)) return true;
    const epilogue = mayBeginEpilogue(text) ? beginEpilogue(text, this.#results.before(1), this.#results) : null;
    if (epilogue !== null) {
      this.#beginEnding(epilogue);
      return true;
    }
    const indent = indentOf(text);
    if (indent >= 2 && indent % 2 === 0) this.#entry(text, indent);
    return this.#isListing;
  }

  end(): void {
    const runs = matchSummaries(this.#endings, this.#listed.length, (ending, from) => this.#matchesFrom(ending, from));
    // Without an epilogue, lines with a tick may be any program's.
    if (runs.every(({ summary }) => summary === null)) return;
    for (const run of runs) {
      const listed = this.#listed.slice(run.from, run.to);
      if (run.summary !== null || listed.some(({ status }) => status !== 'skipped'))
        this.#results.beginRun(sectionOf(run, listed));
    }
  }

  #endingLine(ending: Ending, text: string): boolean {
    ending.epilogue.line(text);
    ending.lastLine = this.#results.lineNumber;
    if (!ending.epilogue.isOver) return true;
    this.#ending = null;
    this.#isListing = false;
    return false;
  }

  #beginEnding(epilogue: MochaEpilogue): void {
    const { lineNumber } = this.#results;
    this.#ending = { epilogue, listedBefore: this.#listed.length, firstLine: lineNumber, lastLine: lineNumber, dots: this.#dots };
    this.#endings.push(this.#ending);
    this.#dots = noCounts();
  }

  #entry(text: string, indent: number): void {
    const depth = indent / 2 - 1;
    const body = text.slice(indent);
    if (!isListBeginning(text) && this.#result(body, depth)) return;
    if (indent === 2 && DOTS.test(text)) {
      for (const dot of body) this.#dots[DOT_STATUSES[dot] ?? 'failed'] += 1;
    } else if (this.#isListing) {
      // A blank line, or a test outside any group, precedes an outermost group.
      const followsTest = this.#listed.at(-1)?.lineNumber === this.#results.lineNumber - 1;
      if (depth > 0 || followsTest || this.#results.before(1) === '') this.#groups.enter(depth, body);
    }
  }

  /** False if the line is no result. */
  #result(line: string, depth: number): boolean {
    if (line.length < 2) return false;
    const body = line.charCodeAt(0) === CharCode.REPLACEMENT ? line.replace(BROKEN_TICK, '✓ ') : line;
    const status = body.charCodeAt(1) === CharCode.SPACE ? SYMBOLS.get(body.charCodeAt(0)) : undefined;
    if (status !== undefined) {
      this.#list(body.slice(2), status, depth);
      return true;
    }
    const number = isDigit(body.charCodeAt(0)) ? NUMBER.exec(body) : null;
    const count = Number(number?.[1] ?? 0);
    if (number === null || (count !== this.#failures + 1 && count !== 1)) return false;
    this.#failures = count;
    this.#list(body.slice(number[0].length), 'failed', depth);
    return true;
  }

  #list(id: string, status: TestStatus, depth: number): void {
    if (!this.#isListing) this.#findGroups(depth);
    this.#isListing = true;
    const isRedrawn = this.#isRedrawn(id);
    this.#listed.push({ prefix: this.#groups.prefix(depth), id, status, lineNumber: this.#results.lineNumber, isRedrawn });
  }

  #isRedrawn(text: string): boolean {
    const name = text.endsWith('ms') ? text.replace(LIST_DURATION, '') : text;
    if (name === text) return false;
    for (let distance = 1; distance <= MAX_LOOK_BACK; distance += 1) {
      if (this.#results.before(distance).startsWith(`    ${name}: `)) return true;
    }
    return false;
  }

  /** The parser was idle in the lines above the first test. */
  #findGroups(depth: number): void {
    let level = depth - 1;
    const names: string[] = [];
    for (let distance = 1; distance <= MAX_LOOK_BACK && level >= 0; distance += 1) {
      const text = this.#results.before(distance);
      if (indentOf(text) !== 2 * level + 2 || NO_GROUP.test(text)) continue;
      names.unshift(text.trim());
      level -= 1;
    }
    if (level < 0) names.forEach((name, index) => void this.#groups.enter(index, name));
  }

  #matchesFrom({ epilogue: { totals }, listedBefore, dots }: Ending, from: number): number | null {
    if (listedBefore === from && isEqual(dots, totals)) return from;
    return countBack(this.#listed, from, listedBefore, totals);
  }
}

/** "    full name: ", which the list reporter prints before the test runs. */
function isListBeginning(text: string): boolean {
  return text.charCodeAt(text.length - 1) === CharCode.SPACE && text.endsWith(': ') && text.startsWith('    ');
}

function noCounts(): Counts {
  return { passed: 0, failed: 0, skipped: 0 };
}

function isEqual(a: Counts, b: Counts): boolean {
  return a.passed === b.passed && a.failed === b.failed && a.skipped === b.skipped;
}

function sectionOf({ summary, confidence }: MatchedRun<Ending>, listed: readonly Listed[]): Partial<TestSection> {
  const firstLine = listed[0]?.lineNumber ?? summary?.firstLine ?? 0;
  const duration = listed.some(({ isRedrawn }) => isRedrawn) ? LIST_DURATION : DURATION;
  const tests = listed.map((test) => ({ id: test.prefix + nameOf(test, duration), status: test.status }));
  if (summary === null) return { firstLine, lastLine: listed.at(-1)?.lineNumber ?? firstLine, tests };
  const { epilogue, lastLine } = summary;
  const isAloneAndShort = confidence === 'only' && listsTooFew(listed, epilogue.totals);
  const isDoubtful = confidence === 'ambiguous' || epilogue.containsTotals || isAloneAndShort;
  return {
    firstLine,
    lastLine,
    hasFooter: epilogue.isOver,
    problems: isDoubtful ? ['mocha printed totals that do not match the tests listed before them'] : [],
    totals: epilogue.totals,
    tests: listed.length > 0 ? tests : epilogue.failures.map((id) => ({ id, status: 'failed' })),
  };
}

/** Output of tests hides single lines; a reporter that lists tests lists more than half of them. */
function listsTooFew(listed: readonly Listed[], { passed, failed, skipped }: Counts): boolean {
  return listed.some(({ status }) => status === 'passed') && 2 * listed.length < passed + failed + skipped;
}

function nameOf({ id, status }: Listed, duration: RegExp): string {
  const mayHaveDuration = status === 'passed' && (id.endsWith('ms)') || id.endsWith('ms'));
  return (mayHaveDuration ? id.replace(duration, '') : id).trim();
}

const MAX_TITLE_LINES = 20;

/** The groups and the title are on a line each, indented more and more, or with `list` on one. */
function mochaHeading(text: string, before: (distance: number) => string): FailureHeading | null {
  const parts = [text.trim()];
  for (let distance = 0, indent = Infinity; distance < MAX_TITLE_LINES; distance += 1) {
    const line = distance === 0 ? text : before(distance);
    const isFirst = /^ {2}\d+\) /.test(line);
    const own = line.search(/\S/);
    if (!isFirst && (own === -1 || own >= indent)) return null;
    if (distance > 0 || isFirst) parts[distance] = line.trim().replace(isFirst ? /^\d+\) / : '', '');
    if (isFirst) return { title: parts.reverse().join(' ').slice(0, -1) };
    indent = own;
  }
  return null;
}
