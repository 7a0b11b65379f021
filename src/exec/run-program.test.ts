import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, until } from '../../test/temporary-repository.ts';
import { runProgram } from './run-program.ts';

const env = { PATH: process.env.PATH ?? '' };

test('returns the output and the exit code', async () => {
  const result = await runProgram('sh', ['-c', 'cat; echo oops >&2; exit 3'], { env, input: 'in' });
  expect({ ...result, stdout: result.stdout.toString() }).toEqual({ exitCode: 3, stdout: 'in', stderr: 'oops\n' });
});

test('a program that is not there has no exit code', async () => {
  expect(await runProgram('there-is-no-such-program', [], { env })).toMatchObject({ exitCode: null });
});

test('kills a program that prints more than allowed', async () => {
  const { exitCode, stdout } = await runProgram('sh', ['-c', 'while :; do echo line; done'], { env, maxOutputBytes: 1000 });
  expect(exitCode).toBeNull();
  expect(stdout.length).toBeLessThanOrEqual(1000);
});

test('an aborted program has exited when its result is returned', async () => {
  const folder = temporaryFolder();
  const controller = new AbortController();
  const script = 'trap "echo > ended; exit 7" TERM; echo > started; while :; do sleep 0.05; done';
  const running = runProgram('sh', ['-c', script], { env, cwd: folder, signal: controller.signal });
  await until(() => existsSync(join(folder, 'started')));
  controller.abort();
  expect((await running).exitCode).toBe(7);
  expect(existsSync(join(folder, 'ended'))).toBe(true);
});
