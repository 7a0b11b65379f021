// Metrics with real commands: what they leave behind, and when they run. What their numbers decide is in
// test/scripted/metrics.test.ts.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkId, type HydraEvent, metricCheck, parseCheckRun, type Ranking, type Scorecard } from '../../src/contract/index.ts';
import { METRICS } from '../metric-settings.ts';
import { createRepository } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram, 120_000);

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

describe('a run with metrics', () => {
  let first: Scored;
  beforeAll(async () => {
    first = await score(createRepository(BASE, CANDIDATES), ...ALL);
  }, 240_000);

  test('keeps tests and metrics apart', () => {
    // A test that sees the file of a metric fails; a metric that sees the file of a test prints a second time.
    for (const { agent, breakdown } of first.scorecard.rankings) expect([agent, breakdown.tests]).toEqual([agent, 100]);
  });

  test('runs repeated measurements in turns, and nothing else at the same time', () => {
    const running = new Map<string, string>();
    const order: string[] = [];
    const isRepeated = (check: string) => checkId(parseCheckRun(check)) === metricCheck('time');
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
