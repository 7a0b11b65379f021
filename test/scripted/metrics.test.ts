// What the numbers of metrics decide: medians, the best candidate, and candidates without a number.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ranking, Scorecard } from '../../src/contract/index.ts';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { METRICS } from '../metric-settings.ts';
import { createRepository } from '../temporary-repository.ts';
import type { Script } from './machine.ts';
import { type Scored, scoreScripted } from './score.ts';

beforeAll(ensureProgram, 120_000);

const CONFIG = `[scoring.commands]
build = "cat code.js > out.txt"
test = "sh test.sh"
${METRICS}`;

/** Prints one line of times.csv after the other, with `|` as a line break. */
const BENCH = 'prints times\n';

/** What the commands of the settings print for a tree. */
const SCRIPT: Script = ({ command, files, planned }) => {
  const text = (path: string) => files.get(path) ?? '';
  if (command === 'wc -c < out.txt') return { stdout: `${text('code.js').length}\n` };
  if (command === 'cat typed.json') return { stdout: text('typed.json') };
  if (command === 'sh test.sh') {
    const isNew = text('code.js').startsWith('new');
    return { stdout: `${isNew ? 'ok' : 'not ok'} 1 - is new\nok 2 - was there before\n1..2\n`, exitCode: isNew ? 0 : 1 };
  }
  if (command === 'sh bench.sh') {
    const line = text('times.csv').split('\n')[planned.run.attempt?.round ?? 0] ?? '';
    return { stdout: `${line.replaceAll('|', '\n')}\n`, exitCode: text('bench.sh').includes('exit 3') ? 3 : 0 };
  }
  if (command.startsWith('no-such-program')) return { stderr: 'sh: 1: no-such-program: not found\n', exitCode: 127 };
  return {};
};

const times = (...values: string[]) => `${values.map((value) => `time: ${value} ms`).join('\n')}\n`;

const BASE = {
  'hydra.toml': CONFIG,
  'test.sh': 'prints results\n',
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
  let first: Scored & { folder: string; scorecard: Scorecard };
  beforeAll(async () => {
    const folder = createRepository(BASE, CANDIDATES);
    const scored = await scoreScripted(folder, SCRIPT, Object.keys(CANDIDATES));
    first = { ...scored, folder, scorecard: scored.card };
  }, 120_000);

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

  test('explains a metric, and takes its weight from a flag', async () => {
    const { stdout } = await runHydra(['explain', first.card.run_id, 'near', 'size'], first.folder);
    expect(stdout).toContain('  measured: 110 bytes, base 100 bytes (+10%)\n');
    expect(stdout).toContain('score = scale / (scale + behind) * 100\n');
    const without = await runHydra(
      ['replay', first.card.run_id, '--json', '--weight', 'size=0', '--weight', 'time=0'],
      first.folder,
    );
    const totals = (JSON.parse(without.stdout) as Scorecard).rankings.map(({ total }) => total);
    expect(new Set(totals)).toEqual(new Set([100]));
    const wrong = await runHydra(['replay', first.card.run_id, '--weight', 'sice=1'], first.folder);
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean `size`?')]);
  });
});

test('a metric that cannot be measured on the base counts for no candidate', async () => {
  const folder = createRepository(
    { ...BASE, 'hydra.toml': CONFIG.replace('wc -c < out.txt', 'no-such-program --size') },
    { small: CANDIDATES.small },
  );
  const { card: scorecard } = await scoreScripted(folder, SCRIPT, ['small']);
  expect(scorecard.degraded).toEqual([
    { dimension: 'size', why: expect.stringMatching(/^it could not be measured on the base: .*no-such-program.*not found/) },
  ]);
  expect(rankingOf(scorecard, 'small')).toMatchObject({ total: 100, breakdown: { size: null } });
}, 120_000);
