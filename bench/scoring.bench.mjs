// How many candidates a second the pure core scores, and whether the time per candidate stays flat.
import { DEFAULT_POLICY, factsSchema } from '../dist/contract/index.js';
import { scoreFacts } from '../dist/scoring/index.js';

const BAR_PER_SECOND = 20_000;
/** Time per candidate at 10,000 over that at 1,000: about 1 when linear, 10 when quadratic. */
const BAR_RATIO = 1.5;
const CHANGED_FILES = 10;
const BASE_TESTS = 200;
const REPETITIONS = 8;
const CANDIDATES_PER_REPETITION = 20_000;

const policy = {
  ...DEFAULT_POLICY,
  scoring: {
    ...DEFAULT_POLICY.scoring,
    diff_scope: {
      ...DEFAULT_POLICY.scoring.diff_scope,
      protected_paths: ['infra/', 'scripts/release/'],
      allowed_paths: ['src/'],
    },
  },
};

function makeCandidate(index) {
  const regressed = Array.from({ length: index % 4 }, (_, nth) => `suite ${nth} > case ${(index + nth) % BASE_TESTS}`);
  const added = Array.from({ length: index % 7 }, (_, nth) => `suite new > case ${nth}`);
  const addedLint = Array.from({ length: index % 3 }, (_, nth) => ({
    path: `src/module-${nth}.ts`,
    line: 1 + nth,
    rule: 'no-unused',
    severity: nth === 0 ? 'error' : 'warning',
    message: `unused name ${nth}`,
  }));
  const errors = addedLint.filter(({ severity }) => severity === 'error').length;
  return {
    name: `candidate-${index}`,
    agent: {
      ended: 'exited',
      exit_code: 0,
      duration_ms: 60_000 + ((index * 7919) % 240_000),
      cost_usd: 0.1 + (index % 50) / 100,
    },
    build: { state: 'measured', passed: index % 50 !== 0, targets: [] },
    tests: {
      state: 'measured',
      precision: 'exact',
      passed: BASE_TESTS - regressed.length + added.length,
      failed: regressed.length,
      skipped: 0,
      compared_by: 'identity',
      regressed,
      fixed: [],
      dropped: [],
      added,
      contested: [],
      flaky: [],
    },
    lint: {
      state: 'measured',
      precision: 'exact',
      errors,
      warnings: 20 + addedLint.length - errors,
      compared_by: 'identity',
      added: addedLint,
      resolved: [],
    },
    security: { state: 'not_configured' },
    diff: {
      files: Array.from({ length: CHANGED_FILES }, (_, nth) => {
        const lines = 1 + ((index * 31 + nth * 17) % 90);
        return {
          path: `${nth === 9 ? 'docs' : 'src'}/module-${nth}.ts`,
          old_path: null,
          status: 'modified',
          class: 'source',
          added: lines,
          removed: nth,
          added_normalized: lines,
          removed_normalized: nth,
        };
      }),
    },
    integrity: [],
  };
}

function makeFacts(count) {
  return factsSchema.parse({
    schema_version: 1,
    run_id: 'bench',
    baseline: {
      build: { state: 'measured', passed: true, targets: [] },
      tests: { state: 'measured', precision: 'exact', passed: BASE_TESTS, failed: 0, skipped: 0 },
      lint: { state: 'measured', precision: 'exact', errors: 0, warnings: 20 },
      security: { state: 'not_configured' },
    },
    candidates: Array.from({ length: count }, (_, index) => makeCandidate(index)),
  });
}

/**
 * Every repetition scores the same number of candidates and keeps all scorecards until its end, so that the garbage collector
 * has the same work at each size. The least disturbed repetition counts, by processor time: that of all threads together, and
 * none of what else runs on the machine.
 */
function secondsPerCandidate(facts) {
  const runs = CANDIDATES_PER_REPETITION / facts.candidates.length;
  const times = Array.from({ length: REPETITIONS }, () => {
    const scorecards = [];
    const start = process.cpuUsage();
    for (let run = 0; run < runs; run += 1) scorecards.push(scoreFacts(facts, policy));
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000_000;
  });
  return Math.min(...times) / CANDIDATES_PER_REPETITION;
}

function report(label, measured, bar, reached) {
  console.log(`scoring  ${label}  ${measured}  bar ${bar}  ${reached ? 'ok' : 'MISSED'}`);
  if (!reached) process.exitCode = 1;
}

const thousands = (value) => Math.round(value).toLocaleString('en-US');

const seconds = new Map();
for (const count of [10, 1_000, 10_000, 20_000]) {
  seconds.set(count, secondsPerCandidate(makeFacts(count)));
  const perSecond = 1 / seconds.get(count);
  const label = `${thousands(count)} candidates`.padStart(17);
  report(label, `${thousands(perSecond)}/s`.padStart(8), `>= ${thousands(BAR_PER_SECOND)}/s`, perSecond >= BAR_PER_SECOND);
}
const ratio = seconds.get(10_000) / seconds.get(1_000);
report('time per candidate, 10,000 over 1,000', `${ratio.toFixed(2)}x`, `<= ${BAR_RATIO}x`, ratio <= BAR_RATIO);
