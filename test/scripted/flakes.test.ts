// Flaky tests: which executions follow which results, and how each test is counted. The result of each test is scripted, run
// by run and tree by tree. test/integration/flakes.test.ts does the same with real runners.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectMixedResults, MIXED_PLAN, type Plan } from '../flaky-plan.ts';
import { ensureProgram, runHydra, WITHOUT_SANDBOX } from '../integration/run-hydra.ts';
import { createRepository, type Files } from '../temporary-repository.ts';
import type { Execution, Outcome, Script } from './machine.ts';
import { nodeTest } from './node-test.ts';
import { resumeScripted, scoreScripted } from './score.ts';

beforeAll(ensureProgram);

/** Whether a test passes this time. */
type Goes = (name: string, who: string) => boolean;

interface Runner {
  name: string;
  command: string;
  files(names: readonly string[]): Files;
  source(who: string): Files;
  script(goes: Goes): Script;
  id(name: string): string;
  /** A part of the command that runs only the lost tests. */
  selected: string;
  /** The run of the candidate's own version of the test file that it changed. */
  own: string;
  /** Whether Hydra requests a report. */
  asksForReport: boolean;
}

const HEAD = "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { WHO } from '../who.js';\n";

const NODE: Runner = {
  name: 'node:test',
  command: 'node --test',
  files: (names) => ({
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
    'test/plan.test.js': HEAD + names.map((name) => `test('${name}', () => assert.ok(goes('${name}', WHO)));\n`).join(''),
  }),
  source: (who) => ({ 'who.js': `export const WHO = '${who}';\n` }),
  script: (goes) => nodeTest(() => ({ goes })),
  id: (name) => `test/plan.test.js > ${name}`,
  selected: "node --test --test-name-pattern='(one|three|two)$' test/plan.test.js",
  own: 'changed1-test',
  asksForReport: true,
};

const RUNNERS: Runner[] = [
  NODE,
  {
    ...NODE,
    name: 'node:test behind npm',
    command: 'npm test --silent',
    selected: "npm test --silent -- --test-name-pattern='(one|three|two)$' test/plan.test.js",
  },
  {
    name: 'cargo',
    command: 'cargo test',
    files: (names) => ({
      'Cargo.toml': '[package]\nname = "flaky"\nversion = "0.1.0"\nedition = "2021"\n',
      'tests/plan.rs': names.map((name) => `#[test]\nfn ${name}() {\n    assert!(goes("${name}"));\n}\n`).join(''),
    }),
    source: (who) => ({ 'src/lib.rs': `pub const WHO: &str = "${who}";\n` }),
    script: (goes) => (execution) => cargoTest(execution, goes),
    id: (name) => `plan tests/plan.rs > ${name}`,
    selected: '-- --exact one three two',
    own: 'test',
    asksForReport: false,
  },
];

/** What cargo prints for the tests of `tests/plan.rs` that the command selects. */
function cargoTest({ command, files }: Execution, goes: Goes): Outcome {
  const who = /WHO: &str = "(\w+)"/.exec(files.get('src/lib.rs') ?? '')?.[1] ?? '';
  const names = [...(files.get('tests/plan.rs') ?? '').matchAll(/^fn (\w+)/gm)].map(([, name = '']) => name);
  const selected = / -- --exact (.*)$/.exec(command)?.[1]?.split(' ') ?? names;
  const results = names.filter((name) => selected.includes(name)).map((name) => [name, goes(name, who)] as const);
  const failed = results.filter(([, passed]) => !passed).length;
  const lines = [
    ...[
      '',
      `running ${results.length} tests`,
      ...results.map(([name, passed]) => `test ${name} ... ${passed ? 'ok' : 'FAILED'}`),
      '',
    ],
    `test result: ${failed === 0 ? 'ok' : 'FAILED'}. ${results.length - failed} passed; ${failed} failed; 0 ignored; 0 measured; ${names.length - results.length} filtered out; finished in 0.00s`,
    '',
  ];
  const stderr = '     Running tests/plan.rs (target/debug/deps/plan-0123456789abcdef)\n';
  return { stdout: lines.join('\n'), stderr, exitCode: failed === 0 ? 0 : 101 };
}

async function scored(runner: Runner, plan: Plan, reruns = 2) {
  const counts = new Map<string, number>();
  const goes: Goes = (name, who) => {
    const letters = plan[name]?.[who === 'base' ? 'base' : 'candidate'] ?? '';
    const count = (counts.get(`${name} ${who}`) ?? 0) + 1;
    counts.set(`${name} ${who}`, count);
    return letters[Math.min(count, letters.length) - 1] === 'p';
  };
  const names = Object.entries(plan).flatMap(([name, { base }]) => (base === '' ? [] : [name]));
  // The results depend on the number of executions.
  const once = `[scoring.integrity]\nindependent = false\n${WITHOUT_SANDBOX}`;
  const settings = `[scoring.commands]\ntest = ${JSON.stringify(runner.command)}\n[scoring.tests]\nreruns = ${reruns}\n${once}`;
  const repository = createRepository(
    { ...runner.files(names), ...runner.source('base'), 'hydra.toml': settings },
    { candidate: { ...runner.source('candidate'), ...runner.files(Object.keys(plan)) } },
  );
  const script = runner.script(goes);
  const { card, facts, home, captures, commandOf } = await scoreScripted(repository, script, ['candidate']);
  const tests = facts.candidates[0]?.tests;
  if (tests?.state !== 'measured') throw new Error(JSON.stringify(tests));
  const [replayed, verified] = [await runHydra(['replay'], repository), await runHydra(['verify'], repository)];
  expect([replayed.exitCode === 2, verified.exitCode]).toEqual([false, 0]);
  expect(replayed.stdout + replayed.stderr).toMatch(/same|byte/);
  return {
    ...{ repository, run: home, tests, commandOf, script, counts },
    mergeable: card.rankings[0]?.mergeable,
    firmness: card.firmness,
    findings: card.rankings[0]?.findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ id, message }) => `${id}: ${message}`),
    onBase: captures('baseline').filter((name) => name.endsWith('test')),
    onCandidate: captures('candidates/candidate').filter((name) => name.endsWith('test')),
  };
}

const DEPENDENT = `import assert from 'node:assert';
import { test } from 'node:test';
import { WHO } from '../who.js';
let state = 0;
test('first', () => { state = 1; });
test('second', () => assert.ok(state === 1 && WHO !== 'candidate'));
`;

for (const runner of RUNNERS) {
  test(`${runner.name}: decides each test by its results on both sides`, async () => {
    expectMixedResults(runner, await scored(runner, MIXED_PLAN, 1));
  });
}

describe('during the runs', () => {
  test('two runs of the lost test alone decide a regression', async () => {
    const plan = { one: { base: 'p', candidate: 'f' }, two: { base: 'p', candidate: 'p' } };
    const { tests, mergeable, findings, onBase, onCandidate, commandOf } = await scored(NODE, plan);
    expect(tests).toMatchObject({ regressed: [NODE.id('one')], flaky: [] });
    const selected = ['selected1-test', 'selected2-test', 'test'];
    expect([mergeable, findings, onBase, onCandidate]).toEqual([false, [], selected, selected]);
    expect(commandOf('candidates/candidate/selected2-test')).toBe("node --test --test-name-pattern='(one)$' test/plan.test.js");
  });

  test('repeats a failing test of the base once, without a request for a report, unless that passes', async () => {
    const fixed = await scored(NODE, { one: { base: 'f', candidate: 'p' } }, 1);
    expect([fixed.tests.fixed, fixed.tests.flaky, fixed.onBase]).toEqual([[NODE.id('one')], [], ['plain1-test', 'test']]);
    const flaky = await scored(NODE, { one: { base: 'fp', candidate: 'p' } }, 1);
    const onBase = ['again1-test', 'plain1-test', 'selected1-test', 'test'];
    expect([flaky.tests.fixed, flaky.tests.flaky, flaky.onBase]).toEqual([[], [NODE.id('one')], onBase]);
  });

  test('a winner with a flaky test is too close to call, and `show` says so', async () => {
    const { mergeable, firmness, repository } = await scored(NODE, { one: { base: 'p', candidate: 'fp' } }, 1);
    const reason = 'it cannot be merged if 1 uncertain test counts against it';
    expect([mergeable, firmness]).toEqual([true, { verdict: 'too_close_to_call', reasons: [reason] }]);
    expect((await runHydra(['show'], repository)).stdout.replace(/\s+/g, ' ')).toContain(`Too close to call: ${reason}.`);
  });

  test('repeats the whole command if it cannot select tests, as often as configured', async () => {
    const runner = { ...NODE, command: `true && ${NODE.command}` };
    const { tests, onBase, onCandidate, commandOf } = await scored(runner, { one: { base: 'pf', candidate: 'f' } }, 1);
    const again = ['again1-test', 'test'];
    expect([tests.regressed, tests.flaky, onBase, onCandidate]).toEqual([[], [runner.id('one')], again, again]);
    expect(commandOf('baseline/again1-test')).toBe(runner.command);
  });

  test('a run interrupted among them resumes with the same result', async () => {
    // On the base: the whole suite, and three runs of this test alone.
    const { repository, run, script, counts, tests } = await scored(NODE, { one: { base: 'pppf', candidate: 'fp' } }, 1);
    expect([tests.regressed, tests.flaky]).toEqual([[], [NODE.id('one')]]);
    const facts = readFileSync(join(run, 'facts.json'), 'utf8');
    const later = ['baseline/selected2-test', 'baseline/selected3-test'];
    for (const name of [...later, 'manifest.json', 'facts.json', 'scorecard.json']) rmSync(join(run, name), { recursive: true });
    const text = readFileSync(join(run, 'run.json'), 'utf8');
    writeFileSync(join(run, 'run.json'), text.replace(/"finished_at": ?"[^"]*"/, '"finished_at":null'));
    counts.set('one base', 2);
    await resumeScripted(repository, script);
    expect(readFileSync(join(run, 'facts.json'), 'utf8')).toBe(facts);
  });

  test('makes no reruns if none are configured', async () => {
    const { tests, onBase } = await scored(NODE, { one: { base: 'pf', candidate: 'f' } }, 0);
    expect([tests.regressed, onBase]).toEqual([[NODE.id('one')], ['test']]);
  });

  test('a test that depends on the tests before it is not flaky', async () => {
    const runner = { ...NODE, files: () => ({ 'package.json': '{ "type": "module" }', 'test/plan.test.js': DEPENDENT }) };
    const { tests, mergeable, onBase } = await scored(runner, {}, 1);
    expect(tests).toMatchObject({ regressed: [NODE.id('second')], flaky: [] });
    // Alone it always fails: four more runs show that it is not random.
    const alone = [1, 2, 3, 4, 5].map((round) => `selected${round}-test`);
    expect([mergeable, onBase]).toEqual([false, ['again1-test', ...alone, 'test']]);
  });
});
