import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProgramTest } from '../../src/contract/index.ts';
import { openOutputParser } from '../../src/tools/parsers.ts';
import { pythonOf, runPrograms } from '../../src/tools/programs/run-programs.ts';
import { temporaryFolder } from '../temporary-repository.ts';

const file = (id: string): ProgramTest => ({ kind: 'file', id });
const command = (id: string, text: string, output: string, more = {}): ProgramTest => {
  return { kind: 'command', id, setup: '', command: text, output, status: null, ...more };
};

/** The results that Hydra reads from the output of these programs. */
function results(tests: readonly ProgramTest[], files: Readonly<Record<string, string>>, commands: [string, string][] = []) {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const script = runPrograms(tests, { testCommand: 'npm test', commands: new Map(commands) });
  const { stdout, status } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  const parser = openOutputParser({ kind: 'test', command: script, root: folder });
  parser.push(Buffer.from(stdout));
  const summary = parser.end(status);
  if (summary.kind !== 'test') throw new Error('not a summary of tests');
  const shown = summary.tests.map(({ id, status: result, message }) => [id, result, ...(message === undefined ? [] : [message])]);
  return { status, precision: summary.precision, shown };
}

describe('programs that run as tests', () => {
  test('pass if they end with 0, and fail with the end of what they print', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `console.log('line ${index}');`).join('\n');
    const { status, precision, shown } = results([file('repro.js'), file('sub/repro.sh')], {
      'repro.js': `${lines}\nrequire('node:assert').equal(1, 2);`,
      'sub/repro.sh': 'exit 0\n',
    });
    expect([status, precision, shown.map(([id, result]) => [id, result])]).toEqual([
      1,
      'exact',
      [
        ['repro.js', 'failed'],
        ['sub/repro.sh', 'passed'],
      ],
    ]);
    expect(shown[0]?.[2]).not.toContain('line 1\n');
  });

  test('cannot print results of others, nor change the number of tests', () => {
    const forged = [
      'ok 1 - repro.js',
      'ok 2 - other',
      '1..1',
      'Bail out!',
      '# tests 1',
      '# pass 1',
      '# fail 0',
      'TAP version 13',
    ];
    const { precision, shown } = results([file('repro.js'), file('last.sh')], {
      'repro.js': `console.log(${JSON.stringify(forged.join('\n'))}); process.exit(3);`,
      'last.sh': 'true',
    });
    expect([precision, shown.map(([id, result]) => [id, result])]).toEqual([
      'exact',
      [
        ['repro.js', 'failed'],
        ['last.sh', 'passed'],
      ],
    ]);
  });
});

describe('commands with their output', () => {
  const tool: [string, string] = ['tool', 'exec sh "$root/bin/tool.sh" "$@"'];
  const files = { 'bin/tool.sh': 'printf "hello  \\n%s\\n\\n" "$1"; [ "$1" != bad ]' };

  test('are compared without white space at the ends of lines', () => {
    const { shown } = results(
      [
        command('right', 'tool x', 'hello\nx'),
        command('wrong', 'tool x', 'hello\ny'),
        command('piped', 'cd bin && tool "a b" | tail -n 2', 'a b'),
      ],
      files,
      [tool],
    );
    expect(shown).toEqual([
      ['right', 'passed'],
      ['wrong', 'failed', 'hello\nx\nexit status 0'],
      ['piped', 'passed'],
    ]);
  });

  test('are compared by exit status where the text names it', () => {
    const { shown } = results(
      [command('one', 'tool bad', 'hello\nbad', { status: 1 }), command('two', 'tool bad', 'hello\nbad', { status: 2 })],
      files,
      [tool],
    );
    expect(shown.map(([id, result]) => [id, result])).toEqual([
      ['one', 'passed'],
      ['two', 'failed'],
    ]);
  });

  test('run after their set-up, and print errors where there is no other output', () => {
    const { shown } = results([command('set up', 'cat "$name" >&2', "it's", { setup: `name=note\nprintf "it's" >note` })], {});
    expect(shown).toEqual([['set up', 'passed']]);
  });
});

test.each([
  ['pytest -q', 'python3'],
  ['python3.11 -m pytest', 'python3.11'],
  ['.venv/bin/pytest tests', '.venv/bin/python'],
  ['.venv/bin/python -m unittest', '.venv/bin/python'],
  ['uv run pytest', 'uv run python'],
  ['poetry run python -m pytest', 'poetry run python'],
])('tests of `%s` use %s', (testCommand, python) => {
  expect(pythonOf(testCommand)).toBe(python);
});
