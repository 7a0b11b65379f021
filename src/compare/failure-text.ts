// Extracts a runner's output about one failing test, short enough to quote. Pure; the text is untrusted. A text counts only below
// a line by which a runner reports this failure, and ends where the runner goes on: a missing message is better than a foreign one.
import {
  goLines,
  type JestReport,
  jestLines,
  type ReportedCase,
  readJestReports,
  reportedCases,
  reportLines,
} from './failure-reports.ts';
import { lineAt, startsOf } from './line-starts.ts';

const MAX_LINES = 6;
const MAX_LENGTH = 600;
const NEAR = 40;
/** A subtest may have many points. */
const FAR = 2000;
const CAUSE =
  /(?:error|exception|assert|expected|panicked|failure|failed|fatal|undefined|not equal|got|want|should|received|actual|cannot|missing)/i;
/** Lines that only frame. The last row: Maven's log and PHPUnit's diff header. */
const FRAME = new RegExp(
  [
    /^[\s=_~^|>.│-]*$|^\s*at |^\s*\d+ \||^=+ |^\s*File "|^\s*>\s|^Traceback \(most recent|^stack backtrace:|^note: run with |^\s*❯ |^\s*\d+\||^⎯+/,
    /^\s*(?:failureType|duration_ms|location|type|code|name|operator|stack): |^\s*(?:error|stack): [|>]-?$|^test at \S+$/,
    /^\[(?:INFO|WARNING|ERROR)\]|^@@ .*@@$|^\/\S+\.php:\d+$|^\s*# \S+:\d+(?::in |$)|^\s*(?:=>\s*)?\d+:(?: |$)|^\S+\.rb:\d+:in |^\s*Error Context: |^\S+\.py:\d+: \w+$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Null if the output has no message of this failure. Reports of Maven and Gradle may follow the console output. */
export function failureText(output: string, id: string): string | null {
  return failureReader(output)(id);
}

/** For several tests in one output, which is read once. */
export function failureReader(output: string): (id: string) => string | null {
  const lines = output.split('\n').map(plainLine);
  const reports = readJestReports(lines);
  const known = new Map<number, boolean>();
  const ends = (index: number) => {
    const isEnd = known.get(index) ?? endsBlock((lines[index] ?? '').slice(0, MAX_HEADER_LENGTH));
    known.set(index, isEnd);
    return isEnd;
  };
  const printed = { lines, text: lines.join('\n'), starts: startsOf(lines), cases: reportedCases(lines), reports, ends };
  return (id) => readFailure(printed, id);
}

interface Output {
  lines: readonly string[];
  /** The lines as one text, and where each begins. */
  text: string;
  starts: readonly number[];
  cases: readonly ReportedCase[];
  reports: readonly JestReport[];
  /** Whether the line belongs to something else than the failure above it. */
  ends(index: number): boolean;
}

function readFailure(output: Output, id: string): string | null {
  const { lines, cases, reports } = output;
  const structured = reportLines(cases, id) ?? jestLines(reports, id) ?? goLines(lines, id);
  if (structured !== null) return structured.length === 0 ? null : clip(structured);
  for (const title of titlesOf(id)) {
    const named = linesWith(output, title);
    const points = tapPoints(lines, named, id);
    const places = points ?? named.filter((place) => isHeaderOf(lines, place, title));
    const found = places.map((place) => causeAfter(output, place)).filter((text) => text.length > 0);
    // TAP has the details at the point, other runners print them after the list of results.
    const best = points === null ? found.at(-1) : found[0];
    if (best !== undefined) return clip(best);
  }
  return summaryText(lines, id);
}

/** pytest repeats the first line of a message in its summary: the only one with `--tb=no`. */
function summaryText(lines: readonly string[], id: string): string | null {
  const beginnings = ['FAILED', 'ERROR'].map((word) => `${word} ${id.replace(/ #\d+$/, '')} - `);
  const own = lines.flatMap((line) => beginnings.flatMap((text) => (line.startsWith(text) ? [line.slice(text.length)] : [])));
  return own.length === 1 ? clip(own) : null;
}

/** The forms in which a runner may write the test in a header, the most specific first. */
function titlesOf(id: string): string[] {
  const parts = id.split(' > ');
  const last = parts.at(-1) ?? id;
  const forms = [parts.slice(1).join(' › '), last, last.split('::').at(-1) ?? '', last.replace(/ #\d+$/, '')];
  return [...new Set(forms.map((form) => form.trim()))].filter((form) => form !== '');
}

/** The lines that contain a text. */
function linesWith({ text, starts }: Output, wanted: string): number[] {
  const found: number[] = [];
  for (let line = 0; line < starts.length; line += 1) {
    const at = text.indexOf(wanted, starts[line]);
    if (at === -1) break;
    line = lineAt(starts, at);
    found.push(line);
  }
  return found;
}

const TAP_POINT = /^( *)(not )?ok \d+/;
const SUBTEST = /^( *)# Subtest: (.*)$/;

/** The failed TAP points among these lines, in the subtest of the id if they are in one; null if the lines are no TAP points. */
function tapPoints(lines: readonly string[], places: readonly number[], id: string): number[] | null {
  if (!places.some((place) => TAP_POINT.test(lines[place] ?? ''))) return null;
  const parent = id.split(' > ').at(-2) ?? null;
  return places.filter((place) => {
    const [, indent = '', failed] = TAP_POINT.exec(lines[place] ?? '') ?? [];
    if (failed === undefined) return false;
    const subtest = indent === '' ? null : subtestAround(lines, place, indent.length);
    return subtest === null || subtest === parent;
  });
}

/** Null if its header is too far above. */
function subtestAround(lines: readonly string[], place: number, indent: number): string | null {
  for (let at = place - 1; at >= Math.max(0, place - FAR); at--) {
    const [, outer, name] = SUBTEST.exec(lines[at] ?? '') ?? [];
    if (outer !== undefined && outer.length < indent) return name ?? null;
  }
  return null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are what it looks for
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** Python 3.11 and later repeats the name of the method: "FAIL: test_a (module.Class.test_a)". */
const REPEATED_METHOD = /^((?:FAIL|ERROR): (\w+) \([\w.]*)\.\2\)/;

function plainLine(line: string): string {
  const plain = line.replace(ESCAPES, '').trimEnd();
  return plain.startsWith('FAIL: ') || plain.startsWith('ERROR: ') ? plain.replace(REPEATED_METHOD, '$1)') : plain;
}

/** Rust's own line about a failed assertion, with the message in it or below. */
const PANIC = /^thread '(.+?)' (?:\(\d+\) )?panicked at /;

/** The line by which a runner begins the report of one failure; the group is the test. */
const HEADERS: readonly RegExp[] = [
  // jest
  /^\s*● (.+)$/,
  // pytest
  /^_{3,} (?:ERROR at (?:setup|teardown) of |ERROR collecting )?(\S.*?) _{3,}$/,
  // unittest, test-unit
  /^(?:FAIL|ERROR|Failure|Error): (.+)$/,
  // mocha, RSpec, PHPUnit, jasmine
  /^\s*\d+\) (?:Failure:|Error:)?(.*)$/,
  // cargo
  /^---- (.+?)(?: stdout)? ----$/,
  PANIC,
  // go: a package that does not compile
  /^# (\S+)(?: \[\S+\])?$/,
  // CTest, tcltest
  /^\s*\d+\/\d+ Test +#\d+: (\S+) \.*\*{3}/,
  /^==== (\S+) .*FAILED$/,
  // node:test, ava, vitest, testdox
  /^\s*[✖✗✘×✕⨯] (.+)$/,
  // vitest, pest, uvu, deno
  /^\s*(?:FAIL|FAILED) {1,3}(\S.*)$/,
  // Gradle
  /^(\S.*) FAILED$/,
  // GoogleTest, bun, deno, .NET
  /^\[ RUN {6}\] (.+)$|^\(fail\) (.+)$|^(.+) => \S+:\d+(?::\d+)?$|^\s+Failed (\S.*)$/,
];

/** The patterns for headers take quadratic time in a line without a match. */
const MAX_HEADER_LENGTH = 1000;

function headerTitle(line: string): string | null {
  if (line.length > MAX_HEADER_LENGTH) return null;
  if (/<<< (?:FAILURE|ERROR)!/.test(line)) return mavenTitle(line);
  for (const header of HEADERS) {
    const match = header.exec(line);
    if (match !== null) return (match.slice(1).find((group) => group !== undefined) ?? '').trim();
  }
  return null;
}

/** "[ERROR] method(Class)  Time elapsed: 0.1 s  <<< FAILURE!", in newer versions "Class.method -- Time elapsed". */
function mavenTitle(line: string): string {
  return (line.replace(/^\[ERROR\] /, '').split(/ -- |Time elapsed/)[0] ?? '').trim();
}

/** mocha breaks a title over several lines, each indented more; minitest has it on the line below. */
const MAX_TITLE_LINES = 8;

function isHeaderOf(lines: readonly string[], place: number, title: string): boolean {
  const own = headerTitle(lines[place] ?? '');
  if (own !== null) return isTitle(own, title);
  const text = (lines[place] ?? '').trim();
  if (text === title && AVA_PLACE.test(lines[place + 2] ?? '')) return true;
  if (!isTitle(text.replace(/:$/, ''), title)) return false;
  for (let at = place - 1; at >= Math.max(0, place - MAX_TITLE_LINES); at--) {
    const above = lines[at] ?? '';
    if (/^\s*\d+\) /.test(above)) return true;
    if (above.trim() === '' || indentOf(above) >= indentOf(lines[at + 1] ?? '')) return false;
  }
  return false;
}

/** ava prints the title on a line of its own, and the place of the test below. */
const AVA_PLACE = /^ {2}\S+\.[cm]?[jt]sx?:\d+$/;

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The title, perhaps with its suites or its file before it, and a time, a place or a folder after it. */
function isTitle(text: string, title: string): boolean {
  if (text === title) return true;
  const at = text.lastIndexOf(title);
  if (at === -1) return false;
  const [before, after] = [text.slice(0, at), text.slice(at + title.length)];
  const isWhole = /(?:^|[\s>›.:/"#({])$/.test(before) && AFTER_TITLE.test(after);
  // PHPUnit prints the values of a data set.
  return isWhole || (title.includes(' with data set ') && /^ \(.*\)$/.test(after));
}

/** Nothing, a time, a place, a class, RSpec's word for a pending example that passes, a rule. */
const AFTER_TITLE = /^(?:$|"$|:$|\s*\(\d[\d.]* ?m?s\)$| \[[^\]]*\]:?$| ?\([\w.$:]+\)$| =>|,? -- | FIXED$| ─+$)/;

/** A result of another test, as runners list them. */
const RESULT = new RegExp(
  [
    /^[^\s:]+::.* (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS|RERUN)\b|^\[gw\d+\]|^\S+\.py [.FEsxX]+(?:\s|$)/,
    / \.\.\. (?:ok|FAIL(?:ED)?|ERROR|ignored|skipped|expected failure|unexpected success)\b/,
    /^\s*[✔✓√✖✗✕○↓∅↩] |^\s*(?:not )?ok \d+|^\s*(?:=== |--- (?:PASS|FAIL|SKIP))|^\s*(?:PASS|FAIL) +\S/,
    /[•✘] {3}\(\d+ \/ \d+\)$|^\[[ -]{1,10}\w*[ -]{1,10}\]|^\((?:pass|fail|skip|todo)\) |^\+{4} |^\s*\* test |^UNEXPECTED SUCCESS: /,
    /^\s*# (?:Subtest: |tests \d|pass \d|fail \d|bats warning)|^\s*1\.\.\d+$|^Bail out!|^\s*Retry #\d+ ─|^test \d+$|^\S+\.[cm]?[jt]sx?:$/,
    /^\S.* (?:PASSED|SKIPPED)$|^\[\d+\/\d+\] |^\s*(?:PASS|FAIL|TIMEOUT|SIG[A-Z]+|XFAIL|SKIP|TRY \d+ [A-Z]+) \[ |^-{3} STD|^-{4} \S+ start$|^\S+\.(?:bats|test)$|^\s*\d+\/\d+ |^\s+(?:Passed|Skipped) \S/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** What runners and package managers print after the failures. */
const SUMMARY = new RegExp(
  [
    /^(?:Test Suites|Tests|Test Files|Snapshots|Time|Start at|Duration): *\d?|^\s*(?:Tests|Duration): +\d|^ *(?:Test Files|Tests|Start at|Duration|Total:|Passed:) {2}|^Ran (?:all|\d+) test/,
    /^(?:FAILED|OK)(?: \(|$)|^test result: |^running \d+ tests?$|^error: (?:test failed|\d+ targets? failed)|^failures:$|^ +Running |^ +Doc-tests /,
    /^\s*Finished (?:in |`)|^DONE \d|^There (?:was|were) \d|^(?:ERRORS|FAILURES)!$|^Failed (?:examples|Tests)\b|^Top \d+ slowest|^Tests run: /,
    /^\s*\d+ (?:examples?|passing|failing|pending|failed|passed|errors?|runs|tests?|specs?|pass|fail|skip|todo|FAILED TESTS?)\b|^(?:FAIL|ok|PASS)(?:\s*\t|$)|^(?:test cases|assertions): /,
    /short test summary|^(?:FAILED|ERROR) \S+\.py\b|^SUBFAILED|^=+ .* =+$|^!{3,}|^npm (?:warn|notice|error|ERR!)\b|^> \S+@\d|^##(?:teamcity)?\[|^\{"/,
    // A report of JUnit's form. A message may have tags of its own.
    /^\s*<(?:\?xml |!\[CDATA\[)|<\/?(?:testsuites?|testcase|failure|error|skipped|system-(?:out|err)|properties)\b/,
    /^(?:> Task )?:\S+ FAILED$|^\d+ actionable tasks|^BUILD FAILED|^FAILURE: |^\s+Start +\d+: |^\d+% tests passed/,
    /^ℹ |^error: test run failed|^warning: \d+\/\d+ tests were not run|^The following tests |^Test project |^\S+:\tTotal\t|^Sourced \d|^Tests (?:ended|began) |^WARNINGS!$/,
    /^Exiting early |^Cancelling due to|^─+$|^ +Summary \[|^Test Run (?:Failed|Successful)|^Total tests: |^::(?:end)?group|^[.?*FES]{2,}$|^bats warning:/,
    /^(?:yarn run|\$ |make(?:\[\d+\])?: \*\*\*|Command failed|ELIFECYCLE|\(node:\d+\) |Error: Process completed)/i,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** jest prints the error of a file that it cannot load below this line. */
const NOT_LOADED = /^\s*● Test suite failed to run$/;

function endsBlock(line: string): boolean {
  if (NOT_LOADED.test(line)) return false;
  return headerTitle(line) !== null ? !/^\w*Error: /.test(line) : RESULT.test(line) || SUMMARY.test(line);
}

function causeAfter({ lines, ends }: Output, place: number): string[] {
  const after = lines.slice(place + 1, place + NEAR);
  const end = after.findIndex((_, index) => ends(place + 1 + index));
  const own = (end === -1 ? after : after.slice(0, end)).filter((line) => !NOT_LOADED.test(line));
  const first = PANIC.test(lines[place] ?? '') ? [lines[place] ?? ''] : [];
  const near = joinDiffHeader([...first, ...afterTraceback(own)].filter((line) => line.trim() !== '' && !FRAME.test(line)));
  // pytest marks them.
  const marked = near.filter((line) => /^E\s/.test(line));
  if (marked.length > 0) return marked.map((line) => line.replace(/^E\s+/, ''));
  const start = near.findIndex((line) => CAUSE.test(line));
  return near.slice(Math.max(0, start), Math.max(0, start) + MAX_LINES);
}

/** Python prints the calls with their code before the exception, which is not indented. */
function afterTraceback(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.startsWith('Traceback (most recent call last):'));
  if (start === -1) return [...lines];
  const length = lines.slice(start + 1).findIndex((line) => line !== '' && !line.startsWith(' '));
  return length === -1 ? [] : lines.slice(start + 1 + length);
}

/** PHPUnit's two header lines as one: callers show only a few lines, and the values follow the header. */
function joinDiffHeader(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    if (line === '+++ Actual' && lines[index - 1] === '--- Expected') return [];
    return line === '--- Expected' && lines[index + 1] === '+++ Actual' ? ['--- Expected, +++ Actual'] : [line];
  });
}

function clip(lines: readonly string[]): string {
  const indent = Math.min(...lines.map((line) => /^\s*/.exec(line)?.[0].length ?? 0));
  const text = lines
    .slice(0, MAX_LINES)
    .map((line) => line.slice(indent))
    .join('\n');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The name that the runtime reports as missing. */
const MISSING: readonly RegExp[] = [
  /No module named '([\w.]+)'/,
  /cannot import name '(\w+)'/,
  /has no attribute '(\w+)'/,
  /name '(\w+)' is not defined/,
  /unexpected keyword argument '(\w+)'/,
  /Cannot find (?:module|package) '([^'\n]{1,200})'/,
  /does not provide an export named '?(\w+)/,
  /\.?(\w+) is not a (?:function|constructor)/,
  /(\w+) is not defined/,
  /undefined (?:local variable or )?method [`'](\w+[?!]?)'/,
  /uninitialized constant (?:\w+::)*(\w+)/,
  /Call to undefined (?:method|function) (?:[\w\\]+::)?(\w+)\(/,
  /Class "(?:[\w\\]+\\)?(\w+)" not found/,
];

/** Null if the failure has another cause. */
export function missingName(failure: string): string | null {
  for (const pattern of MISSING) {
    const name = pattern.exec(failure)?.[1];
    if (name !== undefined) return name.split(/[./\\]/).at(-1) ?? name;
  }
  return null;
}
