// `npm run fuzz` parses randomly mutated fixture logs and checks the results. Arguments: the duration in seconds (60),
// and the seed of an earlier run. Inputs that fail are written to files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { faultsOf, forgeryFaults, runLines, withForgedLines } from './fuzz-checks.mjs';
import { loadLogs, mutate, pick, randomFrom } from './fuzz-logs.mjs';
import { ROOT } from './project.mjs';

const MAX_FAULTS = 20;

const seconds = Number(process.argv[2] ?? 60);
const firstSeed = Number(process.argv[3] ?? Date.now() % 1_000_000);
await ensureBuilt();
const fromDist = (/** @type {string} */ path) => import(pathToFileURL(join(ROOT, 'dist', path)).href);
const { openOutputParser, readSections } = await fromDist('tools/parsers.js');
const { summarySchema } = await fromDist('contract/index.js');
const subject = { openOutputParser, summarySchema, readSections };
const logs = loadLogs();
const guarded = logs.filter((log) => log.isGuarded && log.kind === 'test' && runLines(subject, log) !== null);

console.log(`Fuzzing the parsers for ${seconds} seconds with seed ${firstSeed}. To repeat one input: npm run fuzz -- 0 <seed>`);
const deadline = Date.now() + seconds * 1000;
let seed = firstSeed;
let failures = 0;
do {
  failures += tryMutation(seed) + tryForgery(seed);
  seed += 1;
} while (Date.now() < deadline && failures < MAX_FAULTS);
console.log(`${seed - firstSeed} seeds tried, ${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;

function tryMutation(/** @type {number} */ inputSeed) {
  const random = randomFrom(inputSeed);
  const log = pick(random, logs);
  const other = pick(random, logs);
  const bytes = mutate(random, log.bytes, other.bytes);
  return report(inputSeed, `${log.name} with ${other.name}`, log, bytes, faultsOf(subject, random, log, bytes));
}

function tryForgery(/** @type {number} */ inputSeed) {
  const random = randomFrom(inputSeed);
  const log = pick(random, guarded);
  const bytes = withForgedLines(random, log.bytes, runLines(subject, log) ?? [1, 1]);
  return report(inputSeed, `${log.name} with forged lines`, log, bytes, forgeryFaults(subject, log, bytes));
}

/**
 * @param {number} inputSeed
 * @param {string} name
 * @param {import('./fuzz-logs.mjs').Log} log
 * @param {Buffer} bytes
 * @param {string[]} faults
 */
function report(inputSeed, name, { kind, exit, command }, bytes, faults) {
  if (faults.length === 0) return 0;
  const folder = join(tmpdir(), 'hydra-fuzz');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${inputSeed}-${kind}.log`);
  writeFileSync(file, bytes);
  console.log(`seed ${inputSeed}: ${name} (kind ${kind}, exit ${exit}, command ${command}), input in ${file}`);
  for (const fault of faults) console.log(`  ${fault.slice(0, 1000)}`);
  return 1;
}
