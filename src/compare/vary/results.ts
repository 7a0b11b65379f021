// The results of tests by their names, whatever else a runner puts into an id.
import type { TestStatus, TestSummary } from '../../contract/index.ts';
import type { MaybeReading } from '../measure.ts';
import { stemOf } from './names.ts';

/** The result of an added test, whose name occurs nowhere else. Null if it did not run. */
export function addedResult(reading: MaybeReading<TestSummary> | null, name: string): TestStatus | null {
  const wanted = plain(name);
  return combined(testsOf(reading).filter(({ id }) => plain(id).includes(wanted)));
}

/** The ids of an added test that fail: several if it has parameters. */
export function addedFailures(reading: MaybeReading<TestSummary> | null, name: string): string[] {
  const wanted = plain(name);
  return testsOf(reading).flatMap(({ id, status }) => (status === 'failed' && plain(id).includes(wanted) ? [id] : []));
}

/** Whether a file that was added is reported as failing, for example because it cannot be loaded. */
export function fileFails(reading: MaybeReading<TestSummary> | null, path: string): boolean {
  const wanted = plain(stemOf(path));
  return testsOf(reading).some(({ id, status }) => status === 'failed' && plain(id).includes(wanted));
}

/** The result of a test of the base by its file and name; null if it did not run. */
export function originalResult(reading: MaybeReading<TestSummary> | null, path: string, name: string): TestStatus | null {
  const named = testsOf(reading).filter(({ id }) => isNamed(id, name));
  const inFile = named.filter(({ id }) => namesFile(id, path));
  return combined(inFile.length > 0 ? inFile : named);
}

/** Whether an id belongs to a test of a file: `file > group > name`, `file::name[1]`, `package Name/sub`, `name (module)`. */
export function isTestOf(id: string, path: string, name: string): boolean {
  return isNamed(id, name) && (namesFile(id, path) || !/[/\\]|\.\w+(?:::| > )/.test(id.slice(0, id.length - name.length)));
}

function isNamed(id: string, name: string): boolean {
  const [, inGo] = /^\S+ (\w+)(?:\/.*)?$/s.exec(id) ?? [];
  const [, inUnittest] = /^(\w+) \([\w.]+\)$/.exec(id) ?? [];
  const ids = [id, id.replace(/\[.*\]$/s, '')];
  return (
    inGo === name ||
    inUnittest === name ||
    ids.some((each) => each === name || SEPARATORS.some((mark) => each.endsWith(mark + name)))
  );
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

function testsOf(reading: MaybeReading<TestSummary> | null): TestSummary['tests'] {
  return reading?.state === 'read' ? reading.reading.summary.tests : [];
}

/** Runners format names differently. */
function plain(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, '');
}
