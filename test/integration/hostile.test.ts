// Ten candidates, each with a check that misbehaves differently: every other result is correct,
// no process and no file but the run remains, and the user's repository is unchanged.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Capture, Scorecard } from '../../src/contract/index.ts';
import { runningCommands } from '../running-commands.ts';
import { createRepository, stateOf, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, runHydra, startHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

/** A unique number of seconds to sleep, which identifies the processes of this test. */
const MARK = `9000${process.pid}`;

const PASSING = "printf '%s\\n' 'TAP version 13' '1..1' 'ok 1 - works'\n";
const CONFIG = `[scoring]
timeout_per_check_seconds = 8
[scoring.commands]
build = "sh build.sh"
test = "sh test.sh"
lint = "true"
[workspace]
disk_limit_mb = 64
`;

const BUILDS: Record<string, string> = {
  honest: 'exit 0\n',
  failing: 'exit 1\n',
  hanging: `sleep ${MARK}\n`,
  deaf: `trap '' TERM; sleep ${MARK} & while true; do sleep 0.1; done\n`,
  flooding: 'yes a line of output that never ends\n',
  daemons: `for i in 1 2 3; do (setsid sleep ${MARK} >/dev/null 2>&1 &); (setsid env -i /bin/sleep ${MARK} &); done; exit 0\n`,
  deleting: 'rm -rf "$PWD" "${TMPDIR:-$PWD}"; exit 0\n',
  filling: 'while true; do cat /dev/zero > "${TMPDIR:-/tmp}/large"; done\n',
  killing: `kill -9 $PPID; sleep ${MARK}\n`,
  meddling: [
    'git config user.name evil',
    'git checkout -b evil',
    'git commit --allow-empty -m evil',
    'git stash',
    'git tag evil',
    'printf "#!/bin/sh\\n" > .git/hooks/post-checkout',
    'git push origin HEAD:main',
    'cd ..; git init; git add -A',
    'exit 0\n',
  ].join('; '),
};

test('ten hostile candidates', async () => {
  const branches = Object.fromEntries(
    Object.entries(BUILDS).map(([name, build]) => [name, { 'build.sh': build, 'code.c': `${name}\n` }]),
  );
  const folder = createRepository(
    { 'hydra.toml': CONFIG, 'build.sh': 'exit 0\n', 'test.sh': PASSING, 'code.c': 'base\n' },
    branches,
  );
  const before = withoutExclude(stateOf(folder));
  const temporary = temporaryFolder();
  const { stdout, stderr, exitCode } = await startHydra(
    ['score', '--json', '--jobs', '4', '--base', 'main', ...Object.keys(BUILDS)],
    folder,
  );
  expect({ exitCode, stderr: stderr.includes('hydra:') }).toEqual({ exitCode: 1, stderr: false });

  const card = JSON.parse(stdout) as Scorecard;
  const mergeable = Object.fromEntries(card.rankings.map((ranking) => [ranking.agent, ranking.mergeable]));
  expect(mergeable).toEqual({
    honest: true,
    failing: false,
    hanging: false,
    deaf: false,
    flooding: false,
    daemons: true,
    deleting: false,
    filling: false,
    killing: false,
    meddling: true,
  });
  const run = join(folder, '.hydra/runs', card.run_id);
  const build = (name: string) =>
    JSON.parse(readFileSync(join(run, 'candidates', name, 'build/capture.json'), 'utf8')) as Capture;
  expect(['hanging', 'deaf', 'flooding', 'filling'].map((name) => build(name).ended)).toEqual([
    'timed_out',
    'timed_out',
    'output_limit',
    'disk_limit',
  ]);
  // Shells report the death of their child differently; it never counts as passed.
  expect(build('killing').exit_code).not.toBe(0);
  expect(build('daemons').left_behind).toBe(6);
  expect(build('flooding').stdout.bytes + build('flooding').stderr.bytes).toBeLessThanOrEqual(256 * 1024 * 1024);

  expect(withoutExclude(stateOf(folder))).toBe(before);
  expect(runningCommands().filter((command) => command.includes(MARK))).toEqual([]);
  expect(existsSync(join(tmpdir(), `hydra-${userInfo().uid}`, card.run_id))).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
  expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
});

/** The first run adds .hydra to info/exclude, which only removes it from the list of untracked files. */
function withoutExclude(state: string): string {
  return state.replace(/\?\? \.hydra[^"\\]*\\n/g, '');
}
