// Mutated logs: for any bytes, nothing throws, counts are consistent, and no forged line is counted.
// `npm run fuzz` continues with other seeds.
import { expect, test } from 'vitest';
import { faultsOf, forgeryFaults, runLines, withForgedLines } from '../scripts/fuzz-checks.mjs';
import { loadLogs, mutate, pick, randomFrom } from '../scripts/fuzz-logs.mjs';
import { summarySchema } from '../src/contract/index.ts';
import { openOutputParser, readSections } from '../src/tools/parsers.ts';

const FIRST_SEED = 1;
const MUTATIONS = 200;
const FORGERIES = 300;

const subject = { openOutputParser, summarySchema, readSections };
const logs = loadLogs();

test(`mutations of every log keep the summaries sound (seeds from ${FIRST_SEED})`, () => {
  const faults: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + MUTATIONS; seed += 1) {
    const random = randomFrom(seed);
    const log = pick(random, logs);
    const bytes = mutate(random, log.bytes, pick(random, logs).bytes);
    for (const fault of faultsOf(subject, random, log, bytes)) faults.push(`seed ${seed}, ${log.name}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test(`lines that tests may print never change a reliable count (seeds from ${FIRST_SEED})`, () => {
  const guarded = logs.flatMap((log) => {
    const run = log.kind === 'test' && log.isGuarded ? runLines(subject, log) : null;
    return run === null ? [] : [{ log, run }];
  });
  expect(guarded.length).toBeGreaterThan(60);
  const faults: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + FORGERIES; seed += 1) {
    const random = randomFrom(seed);
    const { log, run } = pick(random, guarded);
    const forged = withForgedLines(random, log.bytes, run);
    for (const fault of forgeryFaults(subject, log, forged)) faults.push(`seed ${seed}, ${log.name}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

test('the checks detect an unsound summary', () => {
  const [log] = logs.filter(({ kind, isGuarded }) => kind === 'test' && isGuarded);
  if (log === undefined) throw new Error('there is no such log');
  const broken = {
    ...subject,
    openOutputParser: ((options) => {
      const parser = openOutputParser(options);
      return { push: parser.push, end: (exitCode) => ({ ...parser.end(exitCode), passed: -1 }) };
    }) as typeof openOutputParser,
  };
  expect(faultsOf(broken, randomFrom(1), log, log.bytes).join('\n')).toMatch(/does not match the schema[\s\S]*is not -1/);
});
