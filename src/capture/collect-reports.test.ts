import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { watchReports } from './collect-reports.ts';

interface Run {
  command?: string;
  /** In the tree before the command starts. */
  before?: Files;
  /** What the command does to the folder of the checkout and the reports. */
  during(home: string): void;
}

/** The collected reports: the name in the capture and the content. */
function collect({ command = 'mvn test', before = {}, during }: Run): [name: string, content: string][] {
  const home = temporaryFolder();
  const [folder, reports] = [join(home, 'tree'), join(home, 'reports')];
  for (const path of [folder, reports]) mkdirSync(path);
  writeFiles(folder, before);
  const collectReports = watchReports({ folder, reports }, [command]);
  during(home);
  return collectReports(folder).map(({ name, file }) => [name, readFileSync(file, 'utf8')]);
}

const SUREFIRE = 'target/surefire-reports/TEST-a.ATest.xml';

test('collects the reports of Maven, Gradle and sbt in all modules, in the order of their paths', () => {
  const written = {
    'tree/b/target/failsafe-reports/TEST-b.BIT.xml': 'integration',
    'tree/a/target/surefire-reports/TEST-a.ATest.xml': 'unit',
    'tree/c/deep/build/test-results/test/TEST-c.CTest.xml': 'of a task',
    'tree/d/build/test-results/TEST-d.DTest.xml': 'of an old Gradle',
    'tree/target/test-reports/TEST-e.ESpec.xml': 'of sbt',
  };
  expect(collect({ during: (home) => writeFiles(home, written) })).toEqual([
    ['maven-1.xml', 'unit'],
    ['maven-2.xml', 'integration'],
    ['gradle-1.xml', 'of a task'],
    ['gradle-2.xml', 'of an old Gradle'],
    ['sbt-1.xml', 'of sbt'],
  ]);
});

test.each([
  'tree/target/surefire-reports/failsafe-summary.xml',
  'tree/target/surefire-reports/junitreports/TEST-a.xml',
  'tree/target/classes/target/surefire-reports/TEST-a.xml',
  'tree/surefire-reports/TEST-a.xml',
  'tree/node_modules/m/target/surefire-reports/TEST-a.xml',
  'tree/.hidden/target/surefire-reports/TEST-a.xml',
  'tree/build/test-results/test/binary/TEST-a.xml',
])('does not collect %s', (path) => {
  expect(collect({ during: (home) => writeFiles(home, { [path]: 'x' }) })).toEqual([]);
});

test('never collects a report of an earlier command', () => {
  const before = { [SUREFIRE]: 'stale', 'target/surefire-reports/TEST-a.BTest.xml': 'stale' };
  const during = (home: string) => writeFiles(home, { 'tree/target/surefire-reports/TEST-a.BTest.xml': 'fresh results' });
  expect(collect({ before, during })).toEqual([['maven-1.xml', 'fresh results']]);
});

test('collects a report that is rewritten with the same content, whatever its time', () => {
  const during = (home: string) => {
    const file = join(home, 'tree', SUREFIRE);
    writeFiles(home, { again: 'same' });
    utimesSync(join(home, 'again'), 1000, 1000);
    renameSync(join(home, 'again'), file);
  };
  expect(collect({ before: { [SUREFIRE]: 'same' }, during })).toEqual([['maven-1.xml', 'same']]);
});

test('follows no links', () => {
  const during = (home: string) => {
    writeFiles(home, { 'secret.xml': 'secret', 'elsewhere/TEST-b.xml': 'x', 'tree/target/surefire-reports/x': '' });
    symlinkSync(join(home, 'secret.xml'), join(home, 'tree', SUREFIRE));
    symlinkSync(join(home, 'elsewhere'), join(home, 'tree/target/failsafe-reports'));
    symlinkSync(join(home, 'secret.xml'), join(home, 'reports/pytest.xml'));
  };
  expect(collect({ during })).toEqual([]);
});

test.each(['npm test', 'go test ./...', 'pytest'])('%s writes no reports into the checkout', (command) => {
  expect(collect({ command, during: (home) => writeFiles(home, { [`tree/${SUREFIRE}`]: 'x' }) })).toEqual([]);
});

test.each(['./mvnw -q verify', './gradlew test', 'cd app && gradle check', 'sbt test', 'make test'])(
  '%s may write reports into the checkout',
  (command) => {
    expect(collect({ command, during: (home) => writeFiles(home, { [`tree/${SUREFIRE}`]: 'x' }) })).toHaveLength(1);
  },
);

test('collects requested reports, also if the runner chooses the name', () => {
  const written = {
    'reports/pytest.xml': 'a',
    'reports/node-test-17.jsonl': 'b',
    'reports/googletest/unit_tests.json': 'd',
    'reports/googletest/unit_tests_1.json': 'e',
    'reports/googletest/notes.txt': 'x',
    'reports/dotnet/tester_host_2026-01-01_00_00_00.trx': 'c',
    'reports/Else.json': 'x',
    'reports/other/pytest.xml': 'x',
  };
  expect(collect({ command: 'pytest', during: (home) => writeFiles(home, written) })).toEqual([
    ['node-test-17.jsonl', 'b'],
    ['pytest.xml', 'a'],
    ['googletest-1.json', 'd'],
    ['googletest-2.json', 'e'],
    ['dotnet-1.trx', 'c'],
  ]);
});

test('collects nothing if the command removed both folders', () => {
  const during = (home: string) => {
    for (const name of ['tree', 'reports']) rmSync(join(home, name), { recursive: true });
    expect(existsSync(join(home, 'tree'))).toBe(false);
  };
  expect(collect({ before: { [SUREFIRE]: 'x' }, during })).toEqual([]);
});
