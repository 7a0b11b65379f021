// The results of tests by their names, whatever else a runner puts into an id.
import type { TestResult, TestStatus, TestSummary } from '../../contract/index.ts';
import { lineAt, startsOf } from '../line-starts.ts';
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
  const ofEnd = reading?.state === 'read' ? byEndIn(reading.reading.summary).get(endOf(name)) : undefined;
  const named = (ofEnd ?? []).filter(({ id }) => isNamed(id, name));
  const inFile = named.filter(({ id }) => namesFile(id, path));
  return combined(inFile.length > 0 ? inFile : named);
}

interface PlainIds {
  /** All ids in plain form, each on a line, and where the lines begin. */
  text: string;
  starts: readonly number[];
}

/** Summaries never change after they are parsed. */
const BY_END = new WeakMap<TestSummary, ReadonlyMap<string, readonly TestResult[]>>();
const PLAIN = new WeakMap<TestSummary, PlainIds>();

function byEndIn(summary: TestSummary): ReadonlyMap<string, readonly TestResult[]> {
  const index = BY_END.get(summary) ?? groupByEnd(summary.tests, ({ id }) => id);
  BY_END.set(summary, index);
  return index;
}

function plainIdsIn(summary: TestSummary): PlainIds {
  const known = PLAIN.get(summary);
  if (known !== undefined) return known;
  const lines = summary.tests.map(({ id }) => plain(id));
  const index = { text: lines.join('\n'), starts: startsOf(lines) };
  PLAIN.set(summary, index);
  return index;
}

/** The tests whose id contains a name, in whatever form. */
function testsWith(reading: MaybeReading<TestSummary> | null, name: string): TestResult[] {
  if (reading?.state !== 'read') return [];
  const { summary } = reading.reading;
  const { text, starts } = plainIdsIn(summary);
  const wanted = plain(name);
  const found: TestResult[] = [];
  for (let line = 0; line < starts.length; line += 1) {
    const at = text.indexOf(wanted, starts[line]);
    if (at === -1) break;
    line = lineAt(starts, at);
    const test = summary.tests[line];
    if (test !== undefined) found.push(test);
  }
  return found;
}

/** What follows the last mark that could separate a group from a name. A name that a test has ends like one of its ids. */
function endOf(name: string): string {
  const last = Math.max(...MARKS.map((mark) => name.lastIndexOf(mark)));
  return name.slice(last + 1).trimStart();
}

const MARKS = ['.', '#', ':', '>'];

/** Whether one of these ids belongs to a test of a file. */
export function openTestIds(ids: readonly string[]): (path: string, name: string) => boolean {
  const byEnd = groupByEnd(ids, (id) => id);
  return (path, name) => (byEnd.get(endOf(name)) ?? []).some((id) => isTestOf(id, path, name));
}

/** Every item under the end of each name that its id could have. */
function groupByEnd<Item>(items: readonly Item[], idOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const end of new Set(namesIn(idOf(item)).map(endOf))) {
      const same = groups.get(end);
      if (same === undefined) groups.set(end, [item]);
      else same.push(item);
    }
  }
  return groups;
}

/** `file > group > name`, `file::name[1]`, `package Name/sub`, `name (module)` */
function isTestOf(id: string, path: string, name: string): boolean {
  return isNamed(id, name) && (namesFile(id, path) || !/[/\\]|\.\w+(?:::| > )/.test(id.slice(0, id.length - name.length)));
}

function isNamed(id: string, name: string): boolean {
  return namesIn(id).some((each) => each === name || SEPARATORS.some((mark) => each.endsWith(mark + name)));
}

/** The id itself, without parameters, and the names in ids of Go and unittest. */
function namesIn(id: string): string[] {
  const names = [id];
  if (id.endsWith(']')) names.push(id.replace(/\[.*\]$/s, ''));
  const [, inGo] = /^\S+ (\w+)(?:\/.*)?$/s.exec(id) ?? [];
  if (inGo !== undefined) names.push(inGo);
  const [, inUnittest] = (id.endsWith(')') ? /^(\w+) \([\w.]+\)$/.exec(id) : null) ?? [];
  if (inUnittest !== undefined) names.push(inUnittest);
  return names;
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
