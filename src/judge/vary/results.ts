// The results of tests by their names, whatever else a runner puts into an id.
import type { TestResult, TestStatus, TestSummary } from '../../contract/index.ts';
import type { MaybeReading } from '../measure.ts';
import { messagesOf, statusesOf } from '../test-statuses.ts';
import { endOf, indexNames, namesIn, namesOfId, plain } from './name-index.ts';
import { stemOf } from './names.ts';

/** The result of an added test, whose name occurs nowhere else. Null if it did not run. */
export function addedResult(reading: MaybeReading<TestSummary> | null, name: string): TestStatus | null {
  return combined(testsWith(reading, name).map(({ status }) => status));
}

/** The messages of an added test that fails: several if it has parameters. */
export function addedMessages(reading: MaybeReading<TestSummary>, name: string): string[] {
  const messages = messagesOf(reading);
  return testsWith(reading, name).flatMap(({ id }) => messages.get(id) ?? []);
}

/** Whether a file that was added is reported as failing, for example because it cannot be loaded. */
export function fileFails(reading: MaybeReading<TestSummary> | null, path: string): boolean {
  return testsWith(reading, stemOf(path)).some(({ status }) => status === 'failed');
}

/** The result of a test of the base by its file and name; null if it did not run. */
export function originalResult(reading: MaybeReading<TestSummary> | null, path: string, name: string): TestStatus | null {
  const statuses = statusesOf(reading);
  const named = namesIn(statuses)
    .withEnd(endOf(name))
    .filter((id) => statuses.has(id) && isNamed(id, name));
  const inFile = named.filter((id) => namesFile(id, path));
  return combined((inFile.length > 0 ? inFile : named).flatMap((id) => statuses.get(id) ?? []));
}

/** The tests whose id contains a name, in whatever form. */
function testsWith(reading: MaybeReading<TestSummary> | null, name: string): TestResult[] {
  const statuses = statusesOf(reading);
  return namesIn(statuses)
    .containing(plain(name))
    .flatMap((id) => {
      const status = statuses.get(id);
      return status === undefined ? [] : [{ id, status }];
    });
}

/** Whether one of these ids belongs to a test of a file. */
export function openTestIds(ids: readonly string[]): (path: string, name: string) => boolean {
  const names = indexNames(ids);
  return (path, name) => names.withEnd(endOf(name)).some((id) => isTestOf(id, path, name));
}

/** `file > group > name`, `file::name[1]`, `package Name/sub`, `name (module)` */
function isTestOf(id: string, path: string, name: string): boolean {
  return isNamed(id, name) && (namesFile(id, path) || !/[/\\]|\.\w+(?:::| > )/.test(id.slice(0, id.length - name.length)));
}

function isNamed(id: string, name: string): boolean {
  return namesOfId(id).some((each) => each === name || SEPARATORS.some((mark) => each.endsWith(mark + name)));
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
function combined(statuses: readonly TestStatus[]): TestStatus | null {
  if (statuses.includes('failed')) return 'failed';
  return statuses.find((status) => status !== 'passed') ?? statuses[0] ?? null;
}
