import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/temporary-repository.ts';
import { reportsLeft, reportsMade, stampReports } from './collect-coverage.ts';

const LCOV = 'SF:src/a.js\nDA:1,1\nend_of_record\n';

describe('reports that a command writes', () => {
  test('are the written ones in the default folders', () => {
    const tree = temporaryFolder();
    writeFiles(tree, { 'coverage.lcov': LCOV, 'lcov.info': LCOV });
    const before = stampReports(tree);
    writeFiles(tree, { 'coverage/lcov.info': LCOV, 'lcov.info': LCOV, 'other.info': LCOV, 'c.out': '' });
    expect(reportsLeft(tree, tree, before)).toEqual(
      ['lcov.info', 'coverage/lcov.info'].map((place) => ({ place, file: join(tree, place) })),
    );
  });

  test('are not files from before the run, even if they are newer than its start', () => {
    const tree = temporaryFolder();
    writeFiles(tree, { 'lcov.info': LCOV });
    const before = stampReports(tree);
    expect(reportsLeft(tree, tree, before)).toEqual([]);
  });

  test('are never links, which may point anywhere', () => {
    const tree = temporaryFolder();
    const before = stampReports(tree);
    symlinkSync('/etc/passwd', join(tree, 'lcov.info'));
    mkdirSync(join(tree, 'coverage.xml'));
    expect(reportsLeft(tree, tree, before)).toEqual([]);
  });

  test('are ignored if a line is after the end of its file', () => {
    const tree = temporaryFolder();
    const before = stampReports(tree);
    writeFiles(tree, { 'src/a.js': 'one();\n', 'lcov.info': LCOV, 'coverage.lcov': LCOV.replace('DA:1', 'DA:9') });
    expect(reportsLeft(tree, tree, before).map(({ place }) => place)).toEqual(['lcov.info']);
  });
});

describe('the output of Python processes', () => {
  const part = (...rows: string[]) => `SF:a.py\n${rows.map((row) => `DA:${row}\n`).join('')}end_of_record\n`;
  const made = (files: Record<string, string>) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    return reportsMade(folder, folder, ['a.py']).map(({ file }) => readFileSync(file, 'utf8'));
  };

  test('is merged line by line', () => {
    const files = { 'python-1.info': part('1,0', '2,0') + part('2,1'), 'python-2.info': part('1,0', '2,0') };
    expect(made(files)).toEqual([part('1,0', '2,1')]);
  });

  test('is ignored if another tool replaced the tracer', () => {
    expect(made({ 'python-1.info': part('1,0'), 'python-1.replaced': '' })).toEqual([]);
  });
});

describe('the output of Node', () => {
  /** Runs a file of the tree with coverage and returns the LCOV of other files. */
  function measure(files: Record<string, string>, start: string, ...paths: string[]): string {
    const [tree, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(tree, { 'package.json': '{ "type": "module" }', ...files });
    execFileSync(process.execPath, [start], { cwd: tree, env: { NODE_V8_COVERAGE: join(folder, 'v8') } });
    return reportsMade(folder, tree, paths)
      .map(({ file }) => readFileSync(file, 'utf8').replaceAll('\n', ' '))
      .join('');
  }

  const SOURCE = 'export function f(a) {\n  if (a) return 1;\n  return 2;\n}\n';

  test('has the lines of the changed files', () => {
    const files = { 'lib/a.js': SOURCE, 'main.js': "import { f } from './lib/a.js';\nf(1);\n" };
    expect(measure(files, 'main.js', 'lib/a.js')).toBe('SF:lib/a.js DA:1,1 DA:2,1 DA:3,0 end_of_record ');
  });

  test('merges processes, and scripts that are loaded twice', () => {
    const start = "import { f } from './lib/a.js';\nimport { f as g } from './lib/a.js?again';\nf(1);\ng(0);\n";
    expect(measure({ 'lib/a.js': SOURCE, 'main.js': start }, 'main.js', 'lib/a.js')).toBe(
      'SF:lib/a.js DA:1,1 DA:2,1 DA:3,1 end_of_record ',
    );
  });

  test('reports a file as missed if it is not loaded while one next to it is, and ignores others', () => {
    const files = { 'lib/a.js': SOURCE, 'lib/b.js': 'one();\n', 'src/c.js': 'one();\n', 'main.js': "import './lib/a.js';\n" };
    expect(measure(files, 'main.js', 'lib/b.js', 'src/c.js')).toBe('SF:lib/b.js DA:1,0 end_of_record ');
  });

  test('follows a source map', () => {
    // Lines 1 and 2 of the script are lines 3 and 5 of the source.
    const map = { version: 3, sources: ['../src/a.ts'], names: [], mappings: 'AAEA;EAEA' };
    const inline = Buffer.from(JSON.stringify(map)).toString('base64');
    const built = `function f() {\n  return 1;\n}\n//# sourceMappingURL=data:application/json;base64,${inline}\n`;
    const files = { 'src/a.ts': 'x\n'.repeat(6), 'dist/a.js': built, 'main.js': "import './dist/a.js';\n" };
    expect(measure(files, 'main.js', 'src/a.ts')).toBe('SF:src/a.ts DA:3,0 DA:5,0 end_of_record ');
  });

  test('is ignored if the executed text is not the one in the tree', () => {
    const [tree, folder] = [temporaryFolder(), temporaryFolder()];
    writeFiles(tree, { 'lib/a.js': SOURCE });
    const dump = {
      result: [
        {
          url: `file://${join(tree, 'lib/a.js')}`,
          functions: [{ ranges: [{ startOffset: 0, endOffset: 9999, count: 1 }] }],
        },
      ],
    };
    writeFiles(folder, { 'v8/coverage-1.json': JSON.stringify(dump), 'v8/broken.json': '{"result":[{"url":"file:' });
    expect(reportsMade(folder, tree, ['lib/a.js'])).toEqual([]);
  });
});

test('reads no pipe, and writes to none, that the command left in its folder', () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'python-1.info': 'SF:a.py\nDA:1,1\nend_of_record\n', 'a.py': 'x = 1\n' });
  mkdirSync(join(folder, 'v8'));
  for (const name of ['python.info', 'v8.info', 'python-2.info', 'go.out', 'v8/coverage-1.json'])
    execFileSync('mkfifo', [join(folder, name)]);
  const made = reportsMade(folder, folder, ['a.py']);
  expect(made.map(({ file }) => readFileSync(file, 'utf8'))).toEqual(['SF:a.py\nDA:1,1\nend_of_record\n']);
});

test('leaves a report that is a pipe in the tree alone', () => {
  const tree = temporaryFolder();
  const before = stampReports(tree);
  for (const name of ['lcov.info', 'coverage.xml']) execFileSync('mkfifo', [join(tree, name)]);
  expect(reportsLeft(tree, tree, before)).toEqual([]);
});
