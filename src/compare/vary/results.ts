// The results of tests by their names, whatever else a runner puts into an id.
import type { TestResult, TestStatus, TestSummary } from '../../contract/index.ts';
import type { MaybeReading } from '../measure.ts';
import { stemOf } from './names.ts';

/** The result of an added test, whose name occurs nowhere else. Null if it did not run. */
export function addedResult(reading: MaybeReading<TestSummary> | null, name: string): TestStatus | null {
  return combined(testsWith(reading, name));
}

/** The ids of an added test that fail: several if it has parameters. */
export function addedFailures(reading: MaybeReading<TestSummary> | null, name: string): string[] {
  return testsWith(reading, name).flatMap(({ id, status }) => (status === 'failed' ? [id] : []));
}

/** Whether a file that was added is reported as failing, for example because it cannot be loaded. */
export function fileFails(reading: MaybeReading<TestSummary> | null, path: string): boolean {
  return testsWith(reading, stemOf(path)).some(({ status }) => status === 'failed');
}

/** The result of a test of the base by its file and name; null if it did not run. */
export function originalResult(reading: MaybeReading<TestSummary> | null, path: string, name: string): TestStatus | null {
  const named = (indexOf(reading)?.byEnd.get(endOf(name)) ?? []).filter(({ id }) => isNamed(id, name));
  const inFile = named.filter(({ id }) => namesFile(id, path));
  return combined(inFile.length > 0 ? inFile : named);
}

/** The results of one run, by what is asked about them: thousands of copies are looked up in suites of thousands of tests. */
interface ResultIndex {
  /** Every test under the end of each name that it could have. */
  byEnd: ReadonlyMap<string, readonly TestResult[]>;
  /** All ids in plain form, each on a line, and where the lines begin. */
  text: string;
  starts: readonly number[];
  tests: readonly TestResult[];
}

/** Summaries never change after they are parsed. */
const INDEXES = new WeakMap<TestSummary, ResultIndex>();

function indexOf(reading: MaybeReading<TestSummary> | null): ResultIndex | null {
  if (reading?.state !== 'read') return null;
  const { summary } = reading.reading;
  const index = INDEXES.get(summary) ?? indexTests(summary.tests);
  INDEXES.set(summary, index);
  return index;
}

function indexTests(tests: readonly TestResult[]): ResultIndex {
  const byEnd = new Map<string, TestResult[]>();
  const lines: string[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const test of tests) {
    for (const end of new Set(namesIn(test.id).map(endOf))) {
      const same = byEnd.get(end);
      if (same === undefined) byEnd.set(end, [test]);
      else same.push(test);
    }
    const line = plain(test.id);
    lines.push(line);
    starts.push(length);
    length += line.length + 1;
  }
  return { byEnd, text: lines.join('\n'), starts, tests };
}

/** The tests whose id contains a name, in whatever form. */
function testsWith(reading: MaybeReading<TestSummary> | null, name: string): TestResult[] {
  const index = indexOf(reading);
  const wanted = plain(name);
  if (index === null) return [];
  const found: TestResult[] = [];
  for (let line = 0; line < index.tests.length; line += 1) {
    const at = index.text.indexOf(wanted, index.starts[line]);
    if (at === -1) break;
    line = lineAt(index.starts, at);
    const test = index.tests[line];
    if (test !== undefined) found.push(test);
  }
  return found;
}

/** The last line that begins at or before a place. */
function lineAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What follows the last mark that could separate a group from a name. A name that a test has ends like one of its ids. */
function endOf(name: string): string {
  return (/[^.#:>]*$/.exec(name)?.[0] ?? '').trimStart();
}

/** Whether an id belongs to a test of a file: `file > group > name`, `file::name[1]`, `package Name/sub`, `name (module)`. */
export function isTestOf(id: string, path: string, name: string): boolean {
  return isNamed(id, name) && (namesFile(id, path) || !/[/\\]|\.\w+(?:::| > )/.test(id.slice(0, id.length - name.length)));
}

function isNamed(id: string, name: string): boolean {
  return namesIn(id).some((each) => each === name || SEPARATORS.some((mark) => each.endsWith(mark + name)));
}

/** The id itself, without parameters, and the names in ids of Go and unittest. */
function namesIn(id: string): string[] {
  const [, inGo] = /^\S+ (\w+)(?:\/.*)?$/s.exec(id) ?? [];
  const [, inUnittest] = /^(\w+) \([\w.]+\)$/.exec(id) ?? [];
  return [id, id.replace(/\[.*\]$/s, ''), inGo, inUnittest].filter((each) => each !== undefined);
}

const SEPARATORS = [' > ', '::', '.', '#'];

function namesFile(id: string, path: string): boolean {
  if (path.endsWith('.go')) return isInPackage(id, path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const module = path.replace(/\.\w+$/, '').replaceAll('/', '.');
  return id.includes(path) || id.includes(module) || id.split(/ > |::|[.#()\\]/).some((part) => part.trim() === stemOf(path));
}

/** `example.com/module/folder TestName` */
function isInPackage(id: string, folder: string): boolean {
  const [name = ''] = id.split(' ');
  return folder === '' || name === folder || name.endsWith(`/${folder}`);
}

/** A test with parameters fails if one of its runs fails. */
function combined(tests: readonly { status: TestStatus }[]): TestStatus | null {
  if (tests.some(({ status }) => status === 'failed')) return 'failed';
  return tests.find(({ status }) => status !== 'passed')?.status ?? tests[0]?.status ?? null;
}

/** Runners format names differently. */
function plain(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, '');
}
