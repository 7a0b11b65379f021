import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { watchTests } from './watch-tests.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch() {
  const folder = temporaryFolder();
  const files = [join(folder, 'stdout'), join(folder, 'stderr')] as const;
  for (const file of files) writeFileSync(file, '');
  const counts: number[] = [];
  const stop = watchTests({ command: 'npm test', files, seen: (tests) => counts.push(tests) });
  const later = () => vi.advanceTimersByTime(60_000);
  return { stdout: files[0], stderr: files[1], counts, stop, later };
}

test('reports every increase, also on stderr, and never the same count twice', () => {
  const { stdout, stderr, counts, stop, later } = watch();
  later();
  appendFileSync(stdout, 'TAP version 13\nok 1 - one\n');
  later();
  later();
  appendFileSync(stdout, 'not ok 2 - two\nok 3 - three # SKIP\nok 4 - fo');
  later();
  appendFileSync(stderr, 'a warning\n');
  later();
  stop();
  appendFileSync(stdout, 'ur\nok 5 - five\n');
  later();
  expect(counts).toEqual([1, 4]);
});

test('ignores very large output, and anything that replaces an output file', () => {
  const { stdout, stderr, counts, later } = watch();
  appendFileSync(stdout, `TAP version 13\nok 1 - one\n${'x'.repeat(4 * 1024 * 1024)}`);
  later();
  rmSync(stderr);
  symlinkSync(stdout, stderr);
  rmSync(stdout);
  execFileSync('mkfifo', [stdout]);
  later();
  rmSync(stdout);
  writeFileSync(stdout, 'TAP version 13\nok 1 - one\n');
  later();
  expect(counts).toEqual([1]);
});
