// Metrics with real commands: from hydra.toml to the scorecard, and what the commands leave behind.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type HydraEvent, metricCheck, parseCheckRun, type Ranking, type Scorecard } from '../../src/contract/index.ts';
import { createRepository } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram, 120_000);

const METRICS = `
[scoring.metrics.size]
command = "wc -c < out.txt"
read = "last number"
better = "lower"
weight = 30
tolerance_percent = 10
unit = "bytes"

[scoring.metrics.time]
command = "sh bench.sh"
read = "regex: ^time: ([0-9.]+) ms$"
better = "lower"
weight = 10
unit = "ms"
repeat = 3

[scoring.metrics.typed]
command = "cat typed.json"
read = 'json: $.types["percent typed"]'
better = "higher"
weight = 0
`;

const CONFIG = `[scoring.commands]
build = "cat code.js > out.txt"
test = "sh test.sh"
${METRICS}`;

/** Leaves a file behind, and fails where a metric has left one. */
const TEST = `touch left-by-test
grep -q new code.js && echo "ok 1 - is new" || echo "not ok 1 - is new"
test -e left-by-metric && echo "not ok 2 - metric was here" || echo "ok 2 - no metric was here"
echo "1..2"
grep -q new code.js && test ! -e left-by-metric
`;

/** Prints one line of times.csv after the other, with `|` as a line break; a token for the log; 9999 where a test has left its file. */
const BENCH = `echo run >> runs.txt
touch left-by-metric
echo "token ghp_0123456789abcdefghijklmnopqrstuvwxyz"
test -e left-by-test && echo "time: 9999 ms"
sed -n "$(grep -c run runs.txt)p" times.csv | tr '|' '\\n'
`;

const times = (...values: string[]) => `${values.map((value) => `time: ${value} ms`).join('\n')}\n`;

const BASE = {
  'hydra.toml': CONFIG,
  '.gitignore': 'out.txt\nruns.txt\nleft-by-*\n',
  'test.sh': TEST,
  'bench.sh': BENCH,
  'times.csv': times('20', '5', '10'),
  'code.js': `old${'.'.repeat(97)}`,
  'typed.json': '{ "types": { "percent typed": 80 } }\n',
};

const CANDIDATES = {
  small: { 'code.js': 'new'.padEnd(50, '.'), 'times.csv': times('10', '10', '10') },
  near: {
    'code.js': 'new'.padEnd(110, '.'),
    'times.csv': times('1', '20', '20'),
    'typed.json': '{"types":{"percent typed":90}}',
  },
  twice: { 'code.js': 'new'.padEnd(100, '.'), 'times.csv': times('1', '1 ms|time: 2', '1') },
  nan: { 'code.js': 'new'.padEnd(100, '.'), 'times.csv': times('1', '1', '1'), 'typed.json': '{"types":{"percent typed":NaN}}' },
  fails: { 'code.js': 'new'.padEnd(100, '.'), 'bench.sh': `${BENCH}exit 3\n` },
  settings: {
    'code.js': 'new'.padEnd(100, '.'),
    'hydra.toml': CONFIG.replace('wc -c < out.txt', 'echo 1'),
  },
};

const ALL = Object.keys(CANDIDATES).map((name) => `${name}=${name}`);

interface Scored {
  folder: string;
  scorecard: Scorecard;
  events: HydraEvent[];
  run: string;
}

async function score(folder: string, ...args: string[]): Promise<Scored> {
  const { stdout, stderr } = await runHydra(['score', ...args, '--json'], folder);
  if (stdout === '') throw new Error(stderr);
  const scorecard = JSON.parse(stdout) as Scorecard;
  const run = join(folder, '.hydra/runs', scorecard.run_id);
  const lines = readFileSync(join(run, 'events.jsonl'), 'utf8').trimEnd().split('\n');
  return { folder, scorecard, events: lines.map((line) => JSON.parse(line) as HydraEvent), run };
}

function rankingOf({ rankings }: Scorecard, name: string): Ranking {
  const ranking = rankings.find(({ agent }) => agent === name);
  if (ranking === undefined) throw new Error(`${name} is not ranked`);
  return ranking;
}

/** The score of each metric, or the reason why it has none. */
function metricsOf(scorecard: Scorecard, name: string): Record<string, unknown> {
  const metrics = rankingOf(scorecard, name).dimensions.filter(({ id }) => ['size', 'time', 'typed'].includes(id));
  return Object.fromEntries(metrics.map(({ id, result }) => [id, result.state === 'scored' ? result.score : result.why]));
}

const NO_VALUE = 'it could not be measured on this candidate: ';

describe('a run with metrics', () => {
  let first: Scored;
  beforeAll(async () => {
    first = await score(createRepository(BASE, CANDIDATES), ...ALL);
  }, 240_000);

  test('scores the medians relative to the base and to the best candidate', () => {
    // size: 100 bytes, 10 within the tolerance; the best is 40 better. time: 10 ms on the base, 1 ms is the best.
    expect(metricsOf(first.scorecard, 'small')).toEqual({ size: 100, time: (10 / 19) * 100, typed: (80 / 90) * 100 });
    expect(metricsOf(first.scorecard, 'near')).toEqual({ size: (100 / 140) * 100, time: (10 / 29) * 100, typed: 100 });
    expect(rankingOf(first.scorecard, 'near').metrics).toEqual([
      { id: 'size', unit: 'bytes', base: 100, value: 110, runs: [110] },
      { id: 'time', unit: 'ms', base: 10, value: 20, runs: [1, 20, 20] },
      { id: 'typed', unit: '', base: 80, value: 90, runs: [90] },
    ]);
    expect(rankingOf(first.scorecard, 'small').breakdown).toMatchObject({ size: 100, time: 52.6, typed: 88.9 });
  });

  test('gives a candidate without a number an error and 0 points, and keeps it mergeable', () => {
    const why = (name: string, id: string) => metricsOf(first.scorecard, name)[id];
    expect(why('twice', 'time')).toBe(`${NO_VALUE}in run 2 of 3, its output matches the pattern more than once`);
    expect(why('nan', 'typed')).toBe(`${NO_VALUE}its standard output is not one JSON document`);
    expect(why('fails', 'time')).toBe(`${NO_VALUE}in run 1 of 3, its command exited with 3`);
    expect(rankingOf(first.scorecard, 'twice')).toMatchObject({ mergeable: true, breakdown: { time: 0 } });
    expect(rankingOf(first.scorecard, 'twice').metrics?.map(({ id }) => id)).toEqual(['size', 'typed']);
  });

  test('uses the command of the base, and reports a changed script', () => {
    expect(rankingOf(first.scorecard, 'settings').metrics?.[0]).toMatchObject({ id: 'size', value: 100 });
    const scripts = ({ findings }: Ranking) => findings.filter(({ id }) => id === 'metric_scripts_changed');
    expect(scripts(rankingOf(first.scorecard, 'fails'))).toMatchObject([
      { severity: 'warning', message: 'changes a script that measures a metric', place: { path: 'bench.sh' } },
    ]);
    expect(scripts(rankingOf(first.scorecard, 'small'))).toEqual([]);
  });

  test('keeps tests and metrics apart', () => {
    // A test that sees the file of a metric fails; a metric that sees the file of a test prints a second time.
    for (const { agent, breakdown } of first.scorecard.rankings) expect([agent, breakdown.tests]).toEqual([agent, 100]);
  });

  test('runs repeated measurements in turns, and nothing else at the same time', () => {
    const running = new Map<string, string>();
    const order: string[] = [];
    const isRepeated = (check: string) => parseCheckRun(check).check === metricCheck('time');
    for (const event of first.events) {
      if (event.type !== 'check_started' && event.type !== 'check_finished') continue;
      const { candidate, check } = event;
      running.delete(`${candidate} ${check}`);
      if (event.type === 'check_finished') continue;
      if (isRepeated(check)) order.push(check);
      const others = [...running.values()];
      expect(isRepeated(check) ? others : others.filter(isRepeated)).toEqual([]);
      running.set(`${candidate} ${check}`, check);
    }
    const trees = ALL.length + 1;
    const turns = ['metric.time', 'again1-metric.time', 'again2-metric.time'];
    expect(order).toEqual(turns.flatMap((turn) => Array(trees).fill(turn)));
  });

  test('stores the output of every run without secrets, and replays to the same bytes', async () => {
    const log = readFileSync(join(first.run, 'candidates/small/again2-metric.time/stdout.log'), 'utf8');
    expect(log).toBe('token ***\ntime: 10 ms\n');
    expect(existsSync(join(first.run, 'baseline/metric.size/capture.json'))).toBe(true);
    const replayed = await runHydra(['replay', first.scorecard.run_id], first.folder);
    expect(replayed.stdout).toContain('replays: every byte of facts.json and scorecard.json is the same.');
    const verified = await runHydra(['verify', first.scorecard.run_id], first.folder);
    expect(verified.exitCode).toBe(0);
  });

  test('explains a metric, and takes its weight from a flag', async () => {
    const { stdout } = await runHydra(['explain', first.scorecard.run_id, 'near', 'size'], first.folder);
    expect(stdout).toContain('  measured: 110 bytes, base 100 bytes (+10%)\n');
    expect(stdout).toContain('score = scale / (scale + behind) * 100\n');
    const without = await runHydra(
      ['replay', first.scorecard.run_id, '--json', '--weight', 'size=0', '--weight', 'time=0'],
      first.folder,
    );
    const totals = (JSON.parse(without.stdout) as Scorecard).rankings.map(({ total }) => total);
    expect(new Set(totals)).toEqual(new Set([100]));
    const wrong = await runHydra(['replay', first.scorecard.run_id, '--weight', 'sice=1'], first.folder);
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean `size`?')]);
  });

  test('measures repeated metrics again in the next run, and takes the others from the cache', async () => {
    const { scorecard, events } = await score(first.folder, 'small=small');
    const finished = events.filter((event) => event.type === 'check_finished' && event.check.includes('metric.'));
    const cached = (isCached: boolean) =>
      finished.flatMap((event) => (event.type === 'check_finished' && event.from_cache === isCached ? [event.check] : []));
    expect(new Set(cached(true))).toEqual(new Set(['metric.size', 'metric.typed']));
    expect(cached(false).sort()).toEqual(
      ['again1-metric.time', 'again2-metric.time', 'metric.time'].flatMap((name) => [name, name]),
    );
    expect(metricsOf(scorecard, 'small')).toEqual({ size: 100, time: 100, typed: 100 });
  }, 120_000);
});

test('a metric that cannot be measured on the base counts for no candidate', async () => {
  const folder = createRepository(
    { ...BASE, 'hydra.toml': CONFIG.replace('wc -c < out.txt', 'no-such-program --size') },
    { small: CANDIDATES.small },
  );
  const { scorecard } = await score(folder, 'small=small');
  expect(scorecard.degraded).toEqual([
    { dimension: 'size', why: expect.stringMatching(/^it could not be measured on the base: .*no-such-program.*not found/) },
  ]);
  expect(rankingOf(scorecard, 'small')).toMatchObject({ total: 100, breakdown: { size: null } });
}, 120_000);

test('a wrong `read` is refused before anything runs', async () => {
  const folder = createRepository(
    { ...BASE, 'hydra.toml': CONFIG.replace('last number', 'the number') },
    { small: CANDIDATES.small },
  );
  const { stderr, exitCode } = await runHydra(['score', 'small=small'], folder);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('`scoring.metrics.size.read` cannot be used: it is none of');
  expect(stderr).toMatch(/at \w+:hydra\.toml:7:8/);
});
