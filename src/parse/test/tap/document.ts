// The lines of one TAP document -> its test points as a tree, its plan and its closing comments.
// Says what stands there; what to make of it is decided in tap-section.ts.

import { ownText, type Shelf } from '../../engine/shelf.ts';
import { firstVisible } from '../../shared/characters.ts';
import { type TapPointLine, tapPlan, tapPoint } from './lines.ts';

export interface TapPoint extends Omit<TapPointLine, 'opensBlock' | 'name'> {
  /** Its own name. */
  id: string;
  children: readonly TapPoint[];
  /** node:test says so below the point. */
  isSuite: boolean;
  /** The tests inside stand in braces behind it. */
  isBlock: boolean;
  /** The last comment line before it: a file in deno, a test in tape. */
  heading: string | null;
}

/** "# tests 5", "# pass 4", ...: null for what is not stated. */
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
  /** Numbers in a column of their own, as tape writes them. */
  aligned: boolean;
  /** Counts what stands innermost, as node-tap does, and not what stands at the top. */
  ofLeaves: boolean;
}

const SUBTEST_INDENT = 4;
/** By the code of a character: whether something that TAP knows may start with it. */
const STARTS_TAP: readonly boolean[] = Array.from({ length: 128 }, (_, code) => 'ons{}1#Bp-'.includes(String.fromCharCode(code)));
const NO_POINTS: readonly TapPoint[] = [];
const CLOSING = /^# (tests|suites|pass|fail|cancelled|skip|skipped|todo)( +)(\d{1,9})\s*$/;
/** node-tap's only comment with numbers; what is zero is left out. */
const NODE_TAP =
  /^# \{ total: (\d{1,9})(?:, pass: (\d{1,9}))?(?:, fail: (\d{1,9}))?(?:, todo: (\d{1,9}))?(?:, skip: (\d{1,9}))? \}$/;
/** bats' last word where the points are not as many as the plan says. */
const EXECUTED = /^# bats warning: Executed (\d{1,9}) instead of expected \d{1,9} tests$/;
/** vitest writes text of several lines between quotes, without indentation. */
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
  readonly points: TapPoint[] = [];
  plan: number | null = null;
  /** More than one plan, or one that stands between the points, is not TAP. */
  plans = 0;
  planIsFirst = false;
  /** The plan stands right behind the version, and in every block right behind its brace: vitest. */
  plansLead = true;
  /** A block broke off, or holds another number of tests than it announced. */
  brokenBlock = false;
  bailedOut = false;
  /** After "pragma +strict", a line that is not TAP is a failure. */
  nonTap = false;
  /** A plan belongs at the beginning or at the end. */
  planInMiddle = false;
  /** node:test measures every test; its closing comments are then still to come. */
  measured = false;
  closing: TapClosing | null = null;
  /** How many points bats says it printed, where they are not as many as the plan says. */
  executed: number | null = null;
  /** Something followed behind the plan and the closing comments: whoever printed it, the end was not the end. */
  goesOn = false;
  lastLine: number;

  readonly #shelf: Shelf;
  /** Points inside a subtest, by level, whose parent is still to come. */
  #orphans: TapPoint[][] = [];
  #blocks: OpenBlock[] = [];
  #heading: string | null = null;
  /** The last point, while nothing but its diagnostics has followed. */
  #latest: TapPoint | null = null;
  #latestLevel = 0;
  /** The indentation of the YAML block of diagnostics that is open. */
  #yamlIndent: string | null = null;
  #inQuotes = false;
  #strict = false;

  constructor(version: number | null, lineNumber: number, shelf: Shelf) {
    this.#shelf = shelf;
    this.version = version;
    this.lastLine = lineNumber;
  }

  /** Lines that are not TAP say nothing, not even that what stood before them is over. */
  get isAmongOutput(): boolean {
    return this.#yamlIndent === null && this.#latest === null && !this.#strict;
  }

  line(text: string, lineNumber: number): void {
    if (this.#yamlIndent !== null && this.#isDiagnostics(text.trimEnd(), this.#yamlIndent, lineNumber)) return;
    const indent = firstVisible(text);
    if (indent === text.length || this.bailedOut) return;
    if (STARTS_TAP[text.charCodeAt(indent)] !== true) {
      this.#foreignLine(indent);
      return;
    }
    const body = text.trim();
    if (body === '---' && this.#latest !== null && indent > this.#latestLevel * SUBTEST_INDENT) {
      this.#yamlIndent = text.slice(0, indent);
      this.#inQuotes = false;
      return;
    }
    if (indent % SUBTEST_INDENT === 0) this.#atLevel(body, indent / SUBTEST_INDENT, lineNumber);
  }

  #foreignLine(indent: number): void {
    if (indent % SUBTEST_INDENT !== 0) return;
    this.#latest = null;
    if (indent === 0 && this.#strict) this.nonTap = true;
  }

  /** Call once, after the last line. */
  finish(): void {
    this.#closeBlocks(0, true);
  }

  /** A block that nothing ends is over where the indentation is: only vitest's quoted text goes on at the margin. */
  #isDiagnostics(line: string, indent: string, lineNumber: number): boolean {
    if (this.#inQuotes) {
      this.#inQuotes = !QUOTE_END.test(line);
      return true;
    }
    if (line === `${indent}...`) {
      this.#yamlIndent = null;
      this.lastLine = lineNumber;
      return true;
    }
    if (line !== '' && !line.startsWith(indent)) {
      this.#yamlIndent = null;
      return false;
    }
    this.#member(line.slice(indent.length));
    return true;
  }

  /** Only members of the block itself say something: what a test printed or threw stands deeper. */
  #member(member: string): void {
    if (member === "type: 'suite'" && this.#latest !== null) this.#latest.isSuite = true;
    else if (member.startsWith('duration_ms: ')) this.measured = true;
    const quoted = VITEST_QUOTED.exec(member);
    const isVitest = this.#yamlIndent?.length === (this.#latestLevel + 1) * SUBTEST_INDENT;
    if (quoted !== null && isVitest) this.#inQuotes = !QUOTE_END.test(member.slice(quoted[0].length));
  }

  #atLevel(body: string, level: number, lineNumber: number): void {
    const point = tapPoint(body);
    if (point !== null) {
      this.#point(point, level, lineNumber);
      return;
    }
    if (body === '{' && this.#latest !== null && this.#latestLevel === level) {
      this.#openBlock(this.#latest, level);
      return;
    }
    this.#latest = null;
    if (body === '}') this.#closeBrace(level, lineNumber);
    else if (tapPlan(body) !== null) this.#plan(tapPlan(body) ?? 0, level, lineNumber);
    else if (level === 0) this.#topLevelLine(body, lineNumber);
  }

  #point(line: TapPointLine, level: number, lineNumber: number): void {
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
    if (parent?.level === level - 1) this.#shelf.keep(childrenOf(parent.point), point);
    else this.#shelf.keep(this.#siblings(level), point);
    if (level === 0 ? this.plan === null : parent?.level === level - 1 && parent.plan === null) this.plansLead = false;
    if (line.opensBlock) this.#openBlock(point, level);
    this.#latest = point;
    this.#latestLevel = level;
    this.lastLine = lineNumber;
    if (level > 0) return;
    if (this.plan !== null && !this.planIsFirst) this.planInMiddle = true;
    this.#noteEnd();
    this.closing = null;
  }

  /** Behind it "ok" is a word like others. */
  #isNumberedAndWhole(): boolean {
    const { plan, executed, points } = this;
    return (
      plan !== null && points.length >= (executed ?? plan) && points.length > 0 && points.every(({ number }) => number !== null)
    );
  }

  #noteEnd(): void {
    const { plan, closing, points } = this;
    if (plan !== null && closing?.pass != null && closing.fail !== null && points.length >= plan) this.goesOn = true;
  }

  #siblings(level: number): TapPoint[] {
    if (level === 0) return this.points;
    this.#orphans[level] ??= [];
    return this.#orphans[level];
  }

  /** What was indented before a point stands inside it. */
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

  #closeBrace(level: number, lineNumber: number): void {
    const block = this.#blocks.at(-1);
    if (block === undefined || block.level !== level) return;
    this.#blocks.pop();
    this.lastLine = lineNumber;
    if (block.plan !== null && block.plan !== block.point.children.length) this.brokenBlock = true;
  }

  /** A brace that nothing closes was a part of the name, and what is indented behind it belongs to the next point. */
  #closeBlocks(level: number, atEnd: boolean): void {
    while ((this.#blocks.at(-1)?.level ?? -1) >= level) {
      const block = this.#blocks.pop();
      if (block === undefined) return;
      // Behind a duration a brace is no part of a name.
      if (atEnd && (block.plan !== null || block.point.children.length > 0 || block.point.timed)) this.brokenBlock = true;
      block.point.isBlock = false;
      const siblings = this.#siblings(block.level + 1);
      for (const child of block.point.children) siblings.push(child);
      block.point.children = NO_POINTS;
    }
  }

  #plan(announced: number, level: number, lineNumber: number): void {
    this.lastLine = lineNumber;
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

  #topLevelLine(body: string, lineNumber: number): void {
    if (body.startsWith('#')) this.#comment(body, lineNumber);
    else if (body.startsWith('Bail out!')) {
      this.bailedOut = true;
      this.lastLine = lineNumber;
    } else if (body.startsWith('pragma '))
      this.#strict = body === 'pragma +strict' || (this.#strict && body !== 'pragma -strict');
    else if (this.#strict) this.nonTap = true;
  }

  /** QUnit's comments begin with "# pass", right behind the plan. */
  get #isJustComplete(): boolean {
    return this.closing === null && !this.planIsFirst && this.plan !== null && this.plan === this.points.length;
  }

  #comment(body: string, lineNumber: number): void {
    const closing = CLOSING.exec(body);
    const leaves = closing === null && body.startsWith('# { total: ') ? NODE_TAP.exec(body) : null;
    if (leaves !== null) {
      this.closing = leafClosing(leaves);
      this.lastLine = lineNumber;
      return;
    }
    if (closing === null) {
      if (body.startsWith('# bats warning: ')) this.#executed(body, lineNumber);
      else if (!body.startsWith('# Subtest')) this.#heading = ownText(body.slice(1).trim());
      return;
    }
    const word = closing[1] === 'skipped' ? 'skip' : (closing[1] as ClosingCount);
    // The last "# tests" begins the closing comments; whatever looked like them before was printed by a test.
    if (word === 'tests' || (word === 'pass' && this.#isJustComplete)) {
      this.#noteEnd();
      this.closing = emptyClosing();
    }
    if (this.closing === null) return;
    this.closing[word] = Number(closing[3]);
    if (word === 'pass') this.closing.aligned = closing[2] !== ' ';
    this.lastLine = lineNumber;
  }

  #executed(body: string, lineNumber: number): void {
    const count = EXECUTED.exec(body)?.[1];
    if (count === undefined) return;
    this.executed = Number(count);
    this.lastLine = lineNumber;
  }
}

/** To add to. */
function childrenOf(parent: TapPoint): TapPoint[] {
  if (parent.children === NO_POINTS) parent.children = [];
  return parent.children as TapPoint[];
}

function emptyClosing(): TapClosing {
  const counts = { tests: null, suites: null, pass: null, fail: null, cancelled: null, skip: null, todo: null };
  return { ...counts, beforePlan: false, aligned: false, ofLeaves: false };
}

function leafClosing([, ...numbers]: RegExpExecArray): TapClosing {
  const [tests = 0, pass = 0, fail = 0, todo = 0, skip = 0] = numbers.map((number) => Number(number ?? 0));
  return { ...emptyClosing(), tests, pass, fail, todo, skip, ofLeaves: true };
}
