// What Python does with a test file that is written for unittest.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type TestToWrite, writeTestFile } from '../../src/tools/index.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;

const TESTS: TestToWrite[] = [
  {
    name: 'a',
    title: 'a',
    imports: 'from area import area',
    setup: '',
    call: 'area(2, 3)',
    expected: { kind: 'value', code: '6' },
  },
  {
    name: 'b',
    title: 'b',
    imports: '',
    setup: 'from area import area',
    call: 'area(2, 3)',
    expected: { kind: 'value', code: '[1]' },
  },
  {
    name: 'c',
    title: 'c',
    imports: 'from area import area',
    setup: '',
    call: 'area()',
    expected: { kind: 'error', name: 'TypeError' },
  },
  { name: 'd', title: 'd', imports: 'from other import area', setup: '', call: 'area(1)', expected: { kind: 'holds' } },
];

test.skipIf(!hasPython)('each test passes or fails alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'unittest-write-'));
  try {
    const files: Record<string, string> = {
      'area.py': 'def area(width, height):\n    return width * height\n',
      'tests/__init__.py': '',
      'tests/test_area.py': '',
    };
    const request = { files: Object.keys(files), read: (path: string) => files[path] ?? null, stem: 'task_examples' };
    const command = 'python3 -m unittest -v';
    const written = writeTestFile({ ...request, command, scripts: {}, language: 'python', tests: TESTS });
    expect(written?.names).toEqual(['test_a', 'test_b', 'test_c', 'test_d']);
    for (const [path, text] of [...Object.entries(files), [written?.path ?? '', written?.text ?? '']] as const) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { stderr } = spawnSync('python3', ['-m', 'unittest', '-v'], { cwd: root, encoding: 'utf8' });
    const results = [...stderr.matchAll(/^(test_\w+) \(tests\.test_task_examples\.TaskExamples[^)]*\) \.\.\. (\w+)$/gm)];
    expect(results.map(([, name, result]) => [name, result])).toEqual([
      ['test_a', 'ok'],
      ['test_b', 'FAIL'],
      ['test_c', 'ok'],
      ['test_d', 'ERROR'],
    ]);
    expect(stderr).toContain('AssertionError: b: got 6');
  } finally {
    rmSync(root, { recursive: true });
  }
});
