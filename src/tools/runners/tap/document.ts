// The lines of one TAP document -> its test points as a tree, its plan and its closing comments. section.ts decides which
// of the points are tests.
import type { Results } from '../../../parse/parser.ts';
import { firstVisible } from '../../../parse/shared/characters.ts';
import { type TapPointLine, tapPlan, tapPoint } from './lines.ts';

export interface TapPoint extends Omit<TapPointLine, 'opensBlock' | 'name'> {
  /** Its own name. */
  id: string;
  children: readonly TapPoint[];
  /** node:test states it below the point. */
  isSuite: boolean;
  /** Its tests follow in braces. */
  isBlock: boolean;
  /** The last comment line before it: a file in deno, a test in tape. */
  heading: string | null;
}

/** "# tests 5", "# pass 4", ...: null for a number that is not stated. */
export interface TapClosing {
  tests: number | null;
  suites: number | null;
  pass: number | null;
  fail: number | null;
  cancelled: number | null;
  skip: number | null;
  todo: number | null;
  /** Stated before the plan, as mocha does. */
  beforePlan: boolean;
  /** The numbers are aligned, as tape prints them. */
  aligned: boolean;
  /** Counts the innermost points, as node-tap does, instead of those at the top. */
  ofLeaves: boolean;
}

const SUBTEST_INDENT = 4;
/** By the code of a character: whether a line of TAP may start with it. */
const STARTS_TAP: readonly boolean[] = Array.from({ length: 128 }, (_, code) => 'ons{}1#Bp-'.includes(String.fromCharCode(code)));
const NO_POINTS: readonly TapPoint[] = [];
const CLOSING = /^# (tests|suites|pass|fail|cancelled|skip|skipped|todo)( +)(\d{1,9})\s*$/;
/** node-tap's only comment with numbers; it omits zeros. */
const NODE_TAP =
  /^# \{ total: (\d{1,9})(?:, pass: (\d{1,9}))?(?:, fail: (\d{1,9}))?(?:, todo: (\d{1,9}))?(?:, skip: (\d{1,9}))? \}$/;
const TIME = /^# time=[\d.]{1,20}m?s$/;
/** Printed by bats if the number of points differs from the plan. */
const EXECUTED = /^# bats warning: Executed (\d{1,9}) instead of expected \d{1,9} tests$/;
/** vitest prints text of several lines in quotes, without indentation. */
const VITEST_QUOTED = /^(?: {4})?(?:name|message|at|actual|expected): "/;
/** An even number of backslashes before the last quote. */
const QUOTE_END = /(?:^|[^\\])(?:\\\\)*"$/;
type ClosingCount = 'tests' | 'suites' | 'pass' | 'fail' | 'cancelled' | 'skip' | 'todo';

interface OpenBlock {
  point: TapPoint;
  level: number;
  plan: number | null;
}

export class TapDocument {
  readonly version: number | null;
  readonly firstLine: number;
  readonly points: TapPoint[];
  plan: number | null = null;
  /** TAP has one plan. */
  plans = 0;
  planIsFirst = false;
  /** The plan directly follows the version, and in every block its brace: vitest. */
  plansLead = true;
  /** A block is truncated, or contains another number of tests than it announced. */
  brokenBlock = false;
  bailedOut = false;
  /** After "pragma +strict", a line that is not TAP is a failure. */
  nonTap = false;
  /** A valid plan is before or after all points. */
  planInMiddle = false;
  /** node:test prints durations; it also prints closing comments. */
  measured = false;
  closing: TapClosing | null = null;
  /** The duration of the whole run follows the plan, as node-tap prints it. */
  isTimed = false;
  /** The number of points that bats says it printed, if it differs from the plan. */
  executed: number | null = null;
  /** Another point, plan or closing comment followed the plan and the closing comments. */
  continuesAfterEnd = false;
  lastLine: number;

  readonly #results: Results;
  /** Points inside a subtest, by level, whose parent has not been printed yet. */
  #orphans: TapPoint[][] = [];
  #blocks: OpenBlock[] = [];
  #heading: string | null = null;
  /** The last point, while only its diagnostics have followed. */
  #latest: TapPoint | null = null;
  #latestLevel = 0;
  /** The indentation of the open YAML block of diagnostics. */
  #yamlIndent: string | null = null;
  #inQuotes = false;
  #strict = false;

  constructor(version: number | null, results: Results) {
    this.version = version;
    this.#results = results;
    this.firstLine = results.lineNumber;
    this.lastLine = results.lineNumber;
    this.points = results.list();
  }

  line(text: string): void {
    if (this.#yamlIndent !== null && this.#isDiagnostics(text.trimEnd(), this.#yamlIndent)) return;
    const indent = firstVisible(text);
    if (indent === text.length || this.bailedOut) return;
    if (STARTS_TAP[text.charCodeAt(indent)] !== true) {
      this.#unrelatedLine(indent);
      return;
    }
    const body = text.trim();
    if (body === '---' && this.#latest !== null && indent > this.#latestLevel * SUBTEST_INDENT) {
      this.#yamlIndent = text.slice(0, indent);
      this.#inQuotes = false;
      return;
    }
    if (indent % SUBTEST_INDENT === 0) this.#atLevel(body, indent / SUBTEST_INDENT);
  }

  #unrelatedLine(indent: number): void {
    if (indent % SUBTEST_INDENT !== 0) return;
    this.#latest = null;
    if (indent === 0 && this.#strict) this.nonTap = true;
  }

  /** Call once, after the last line. */
  finish(): void {
    this.#closeBlocks(0, true);
  }

  /** A block also ends with its indentation, but for vitest's quoted text, which is not indented. */
  #isDiagnostics(line: string, indent: string): boolean {
    if (this.#inQuotes) {
      this.#inQuotes = !QUOTE_END.test(line);
      return true;
    }
    if (line === `${indent}...`) {
      this.#yamlIndent = null;
      this.#touch();
      return true;
    }
    if (line !== '' && !line.startsWith(indent)) {
      this.#yamlIndent = null;
      return false;
    }
    this.#member(line.slice(indent.length));
    return true;
  }

  /** Only members of the block itself count: output and errors of a test are indented further. */
  #member(member: string): void {
    if (member === "type: 'suite'" && this.#latest !== null) this.#latest.isSuite = true;
    else if (member.startsWith('duration_ms: ')) this.measured = true;
    const quoted = VITEST_QUOTED.exec(member);
    const isVitest = this.#yamlIndent?.length === (this.#latestLevel + 1) * SUBTEST_INDENT;
    if (quoted !== null && isVitest) this.#inQuotes = !QUOTE_END.test(member.slice(quoted[0].length));
  }

  #atLevel(body: string, level: number): void {
    const point = tapPoint(body);
    if (point !== null) {
      this.#point(point, level);
      return;
    }
    if (body === '{' && this.#latest !== null && this.#latestLevel === level) {
      this.#openBlock(this.#latest, level);
      return;
    }
    this.#latest = null;
    if (body === '}') this.#closeBrace(level);
    else if (tapPlan(body) !== null) this.#plan(tapPlan(body) ?? 0, level);
    else if (level === 0) this.#topLevelLine(body);
  }

  #point(line: TapPointLine, level: number): void {
    if (level === 0 && line.number === null && this.#isNumberedAndWhole()) return;
    if (this.#blocks.length > 0) this.#closeBlocks(level, false);
    const point: TapPoint = {
      ok: line.ok,
      number: line.number,
      id: line.name,
      directive: line.directive,
      timed: line.timed,
      children: this.#adopt(level + 1),
      isSuite: false,
      isBlock: false,
      heading: level === 0 ? this.#heading : null,
    };
    const parent = this.#blocks.at(-1);
    if (parent?.level === level - 1) this.#childrenOf(parent.point).push(point);
    else this.#siblings(level).push(point);
    if (level === 0 ? this.plan === null : parent?.level === level - 1 && parent.plan === null) this.plansLead = false;
    if (line.opensBlock) this.#openBlock(point, level);
    this.#latest = point;
    this.#latestLevel = level;
    this.#touch();
    if (level > 0) return;
    if (this.plan !== null && !this.planIsFirst) this.planInMiddle = true;
    this.#noteEnd();
    this.closing = null;
  }

  /** Then a line that starts with "ok" may be prose. */
  #isNumberedAndWhole(): boolean {
    const { plan, executed, points } = this;
    return (
      plan !== null && points.length >= (executed ?? plan) && points.length > 0 && points.every(({ number }) => number !== null)
    );
  }

  #noteEnd(): void {
    const { plan, closing, points } = this;
    if (plan !== null && closing?.pass != null && closing.fail !== null && points.length >= plan) this.continuesAfterEnd = true;
  }

  #siblings(level: number): TapPoint[] {
    if (level === 0) return this.points;
    this.#orphans[level] ??= this.#results.list();
    return this.#orphans[level];
  }

  /** To add to. */
  #childrenOf(parent: TapPoint): TapPoint[] {
    if (parent.children === NO_POINTS) parent.children = this.#results.list();
    return parent.children as TapPoint[];
  }

  /** Indented points belong to the next point of the level above. */
  #adopt(level: number): readonly TapPoint[] {
    if (this.#orphans.length <= level) return NO_POINTS;
    const children = this.#orphans.slice(level).flat();
    this.#orphans.length = level;
    return children;
  }

  #openBlock(point: TapPoint, level: number): void {
    point.isBlock = true;
    this.#blocks.push({ point, level, plan: null });
  }

  #closeBrace(level: number): void {
    const block = this.#blocks.at(-1);
    if (block === undefined || block.level !== level) return;
    this.#blocks.pop();
    this.#touch();
    if (block.plan !== null && block.plan !== block.point.children.length) this.brokenBlock = true;
  }

  /** A brace without an end was part of the name, and the indented points after it belong to the next point. */
  #closeBlocks(level: number, atEnd: boolean): void {
    while ((this.#blocks.at(-1)?.level ?? -1) >= level) {
      const block = this.#blocks.pop();
      if (block === undefined) return;
      // A brace after a duration is not part of the name.
      if (atEnd && (block.plan !== null || block.point.children.length > 0 || block.point.timed)) this.brokenBlock = true;
      block.point.isBlock = false;
      const siblings = this.#siblings(block.level + 1);
      for (const child of block.point.children) siblings.push(child);
      block.point.children = NO_POINTS;
    }
  }

  #plan(announced: number, level: number): void {
    this.#touch();
    if (level > 0) {
      const block = this.#blocks.at(-1);
      if (block?.level === level - 1) block.plan = announced;
      return;
    }
    this.#noteEnd();
    this.plan = announced;
    this.plans += 1;
    this.planIsFirst = this.points.length === 0;
    if (!this.planIsFirst) this.plansLead = false;
    if (this.closing !== null) this.closing.beforePlan = true;
  }

  #topLevelLine(body: string): void {
    if (body.startsWith('#')) this.#comment(body);
    else if (body.startsWith('Bail out!')) {
      this.bailedOut = true;
      this.#touch();
    } else if (body.startsWith('pragma '))
      this.#strict = body === 'pragma +strict' || (this.#strict && body !== 'pragma -strict');
    else if (this.#strict) this.nonTap = true;
  }

  /** QUnit's comments start with "# pass", right after the plan. */
  get #isJustComplete(): boolean {
    return this.closing === null && !this.planIsFirst && this.plan !== null && this.plan === this.points.length;
  }

  #comment(body: string): void {
    const closing = CLOSING.exec(body);
    const leaves = closing === null && body.startsWith('# { total: ') ? NODE_TAP.exec(body) : null;
    if (leaves !== null) {
      this.closing = leafClosing(leaves);
      this.#touch();
      return;
    }
    if (closing === null) {
      this.#otherComment(body);
      return;
    }
    const word = closing[1] === 'skipped' ? 'skip' : (closing[1] as ClosingCount);
    // The last "# tests" starts the closing comments; a test printed any earlier ones.
    if (word === 'tests' || (word === 'pass' && this.#isJustComplete)) {
      this.#noteEnd();
      this.closing = emptyClosing();
    }
    if (this.closing === null) return;
    this.closing[word] = Number(closing[3]);
    if (word === 'pass') this.closing.aligned = closing[2] !== ' ';
    this.#touch();
  }

  #otherComment(body: string): void {
    if (this.plan !== null && TIME.test(body)) this.isTimed = true;
    if (body.startsWith('# bats warning: ')) this.#executed(body);
    else if (!body.startsWith('# Subtest')) this.#heading = body.slice(1).trim();
  }

  #executed(body: string): void {
    const count = EXECUTED.exec(body)?.[1];
    if (count === undefined) return;
    this.executed = Number(count);
    this.#touch();
  }

  #touch(): void {
    this.lastLine = this.#results.lineNumber;
  }
}

function emptyClosing(): TapClosing {
  const counts = { tests: null, suites: null, pass: null, fail: null, cancelled: null, skip: null, todo: null };
  return { ...counts, beforePlan: false, aligned: false, ofLeaves: false };
}

function leafClosing([, ...numbers]: RegExpExecArray): TapClosing {
  const [tests = 0, pass = 0, fail = 0, todo = 0, skip = 0] = numbers.map((number) => Number(number ?? 0));
  return { ...emptyClosing(), tests, pass, fail, todo, skip, ofLeaves: true };
}
