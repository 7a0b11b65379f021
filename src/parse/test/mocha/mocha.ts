// The console output of mocha's reporters (spec, list, dot and those that only count), one section per epilogue.
// Tests print into the same lines: an epilogue is believed first when the listed tests before it bear it out.
import type { TestStatus } from '../../../contract/index.ts';
import { LineLook } from '../../engine/dispatch/line-look.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { byCode, isDigit } from '../../shared/characters.ts';
import { GroupStack, indentOf } from '../shared/indented-groups.ts';
import { countBack, type MatchedRun, matchSummaries, type Summary } from '../shared/match-summaries.ts';
import { beginEpilogue, type MochaEpilogue, mayBeginEpilogue } from './epilogue.ts';

const ID = 'mocha';
/** The dot stood for a passed test in the list reporter until mocha 2. */
const SYMBOLS = byCode<TestStatus>({ '✓': 'passed', '✔': 'passed', '√': 'passed', '․': 'passed', '-': 'skipped' });
const [BLANK, REPLACEMENT] = [32, 0xfffd];
/** A tick whose bytes were torn apart on the way. */
const BROKEN_TICK = /^\ufffd{1,3} /;
const NUMBER = /^(\d{1,7})\) /;
/** What may stand where the name of a group would. */
const NO_GROUP = /^ +(?:$|[✓✔√․-] |\d+\) |\d+ (?:passing|pending|failing)\b)/;
/** All of them, where the name ends like one: only slow tests have one. */
const DURATION = /(?: \(\d+ms\))+$/;
/** The list reporter has a duration behind every test. */
const LIST_DURATION = /: \d+ms$/;
const DOTS = /^ {2}[․,!]+$/;
const DOT_STATUSES: Readonly<Record<string, TestStatus>> = { '․': 'passed', ',': 'skipped', '!': 'failed' };
/** How far back the groups of the first test, and the beginning of a listed one, are looked for. */
const LOOK_BACK = 60;

type Counts = Record<TestStatus, number>;

interface Listed {
  /** The groups around it, each with a separator behind it. */
  prefix: string;
  /** Its own name, with the duration if there is one. */
  id: string;
  status: TestStatus;
  lineNumber: number;
  /** It replaces a line of the list reporter that was written when the test began. */
  isDrawnOver: boolean;
}

interface Ending extends Summary {
  epilogue: MochaEpilogue;
  firstLine: number;
  lastLine: number;
  /** What the dot reporter drew since the epilogue before. */
  dots: Counts;
}

export const mocha: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['mocha', '_mocha', 'cypress'],
  startsWith: [...'0123456789✓✔√․\ufffd,!', '- '],
  onlyIndents: [2, 3, 4],
  open: (context) => new MochaReader(context),
};

/** Whatever is indented by two or more may be a group, a test, or the epilogue. A name may begin with a tab. */
const LISTING = new LineLook({ startsWith: [], indents: [2, 3, 4] });

class MochaReader implements LineReader<TestSection> {
  readonly #context: LineContext;
  readonly #listed: Listed[] = [];
  readonly #endings: Ending[] = [];
  readonly #groups = new GroupStack();
  #ending: Ending | null = null;
  #isListing = false;
  /** Failures are numbered within a run. */
  #failures = 0;
  #dots = noCounts();

  constructor(context: LineContext) {
    this.#context = context;
  }

  line(text: string, lineNumber: number): boolean | LineLook {
    if (this.#ending !== null && this.#endingLine(this.#ending, text, lineNumber)) return true;
    const epilogue = mayBeginEpilogue(text) ? beginEpilogue(text, this.#context.before(1), this.#context.shelf) : null;
    if (epilogue !== null) {
      this.#beginEnding(epilogue, lineNumber);
      return true;
    }
    const indent = indentOf(text);
    if (indent >= 2 && indent % 2 === 0) this.#entry(text, indent, lineNumber);
    return this.#isListing ? LISTING : false;
  }

  end(): TestSection[] {
    const runs = matchSummaries(this.#endings, this.#listed.length, (ending, from) => this.#borneOutFrom(ending, from));
    // Without an epilogue nothing tells lines with a tick from what any program prints.
    const isMocha = runs.some(({ summary }) => summary !== null);
    return runs
      .map((run) => ({ run, listed: this.#listed.slice(run.from, run.to) }))
      .filter(({ run, listed }) => isMocha && (run.summary !== null || listed.some(({ status }) => status !== 'skipped')))
      .map(({ run, listed }) => sectionOf(run, listed));
  }

  #endingLine(ending: Ending, text: string, lineNumber: number): boolean {
    ending.epilogue.line(text);
    ending.lastLine = lineNumber;
    if (!ending.epilogue.isOver) return true;
    this.#ending = null;
    this.#isListing = false;
    return false;
  }

  #beginEnding(epilogue: MochaEpilogue, lineNumber: number): void {
    this.#ending = { epilogue, listedBefore: this.#listed.length, firstLine: lineNumber, lastLine: lineNumber, dots: this.#dots };
    this.#context.shelf.keepRun(this.#endings, this.#ending);
    this.#dots = noCounts();
  }

  #entry(text: string, indent: number, lineNumber: number): void {
    const depth = indent / 2 - 1;
    const body = text.slice(indent);
    if (!isListBeginning(text) && this.#result(body, depth, lineNumber)) return;
    if (indent === 2 && DOTS.test(text)) {
      for (const dot of body) this.#dots[DOT_STATUSES[dot] ?? 'failed'] += 1;
    } else if (this.#isListing) {
      // Before a group of the outermost level stands a blank line, or a test that is in no group.
      const followsTest = this.#listed.at(-1)?.lineNumber === lineNumber - 1;
      if (depth > 0 || followsTest || this.#context.before(1) === '') this.#groups.enter(depth, body);
    }
  }

  /** False when the line is no result. */
  #result(line: string, depth: number, lineNumber: number): boolean {
    if (line.length < 2) return false;
    const body = line.charCodeAt(0) === REPLACEMENT ? line.replace(BROKEN_TICK, '✓ ') : line;
    const status = body.charCodeAt(1) === BLANK ? SYMBOLS.get(body.charCodeAt(0)) : undefined;
    if (status !== undefined) {
      this.#list(body.slice(2), status, depth, lineNumber);
      return true;
    }
    const number = isDigit(body.charCodeAt(0)) ? NUMBER.exec(body) : null;
    const count = Number(number?.[1] ?? 0);
    if (number === null || (count !== this.#failures + 1 && count !== 1)) return false;
    this.#failures = count;
    this.#list(body.slice(number[0].length), 'failed', depth, lineNumber);
    return true;
  }

  #list(id: string, status: TestStatus, depth: number, lineNumber: number): void {
    if (!this.#isListing) this.#findGroups(depth);
    this.#isListing = true;
    const isDrawnOver = this.#isDrawnOver(id);
    const prefix = this.#groups.prefix(depth);
    this.#context.shelf.keepPrefixed(this.#listed, { prefix, id, status, lineNumber, isDrawnOver });
  }

  #isDrawnOver(text: string): boolean {
    const name = text.endsWith('ms') ? text.replace(LIST_DURATION, '') : text;
    if (name === text) return false;
    for (let distance = 1; distance <= LOOK_BACK; distance += 1) {
      if (this.#context.before(distance).startsWith(`    ${name}: `)) return true;
    }
    return false;
  }

  /** The lines above the first test were not for this parser yet. */
  #findGroups(depth: number): void {
    let level = depth - 1;
    const names: string[] = [];
    for (let distance = 1; distance <= LOOK_BACK && level >= 0; distance += 1) {
      const text = this.#context.before(distance);
      if (indentOf(text) !== 2 * level + 2 || NO_GROUP.test(text)) continue;
      names.unshift(text.trim());
      level -= 1;
    }
    if (level < 0) names.forEach((name, index) => void this.#groups.enter(index, name));
  }

  #borneOutFrom({ epilogue: { totals }, listedBefore, dots }: Ending, from: number): number | null {
    if (listedBefore === from && isEqual(dots, totals)) return from;
    return countBack(this.#listed, from, listedBefore, totals);
  }
}

/** "    full name: ", written by the list reporter before the test runs. */
function isListBeginning(text: string): boolean {
  return text.charCodeAt(text.length - 1) === BLANK && text.endsWith(': ') && text.startsWith('    ');
}

function noCounts(): Counts {
  return { passed: 0, failed: 0, skipped: 0 };
}

function isEqual(a: Counts, b: Counts): boolean {
  return a.passed === b.passed && a.failed === b.failed && a.skipped === b.skipped;
}

function sectionOf({ summary, confidence }: MatchedRun<Ending>, listed: readonly Listed[]): TestSection {
  const firstLine = listed[0]?.lineNumber ?? summary?.firstLine ?? 0;
  const section = emptyTestSection(ID, firstLine);
  const duration = listed.some(({ isDrawnOver }) => isDrawnOver) ? LIST_DURATION : DURATION;
  section.tests = listed.map((test) => ({ id: test.prefix + nameOf(test, duration), status: test.status }));
  section.lastLine = summary?.lastLine ?? listed.at(-1)?.lineNumber ?? firstLine;
  if (summary === null) return section;
  const { epilogue } = summary;
  if (listed.length === 0) section.tests = epilogue.failures.map((id) => ({ id, status: 'failed' }));
  section.totals = epilogue.totals;
  section.hasFooter = epilogue.isOver;
  const isAloneAndShort = confidence === 'only' && listsTooFew(listed, epilogue.totals);
  const isDoubtful = confidence === 'ambiguous' || epilogue.holdsTotals || isAloneAndShort;
  if (isDoubtful) section.problems.push('mocha printed totals that the tests listed before them do not bear out');
  return section;
}

/** Output of tests hides a line here and there; a reporter that lists tests lists more than half of them. */
function listsTooFew(listed: readonly Listed[], { passed, failed, skipped }: Counts): boolean {
  return listed.some(({ status }) => status === 'passed') && 2 * listed.length < passed + failed + skipped;
}

function nameOf({ id, status }: Listed, duration: RegExp): string {
  const mayHaveDuration = status === 'passed' && (id.endsWith('ms)') || id.endsWith('ms'));
  return (mayHaveDuration ? id.replace(duration, '') : id).trim();
}
