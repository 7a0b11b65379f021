// Flaky tests with real runners; what follows which results is in test/scripted/flakes.test.ts. The result of each test is scripted, run by run and tree by tree, in
// a folder outside the checkouts; every run leaves a mark there.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Facts, Scorecard } from '../../src/contract/index.ts';
import { expectMixedResults, MIXED_PLAN, type Plan } from '../flaky-plan.ts';
import { createRepository, type Files, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, runHydra, WITHOUT_SANDBOX } from './run-hydra.ts';

// Each case runs the tests of both trees several times, one run after the other.
vi.setConfig({ testTimeout: 240_000 });
beforeAll(ensureProgram);

interface Runner {
  name: string;
  needs: [program: string, ...args: string[]];
  command: string;
  /** `names` are the tests; the code under test identifies its tree. */
  files(names: readonly string[], folder: string): Files;
  source(who: string): Files;
  id(name: string): string;
  /** A part of the command that runs only the lost tests. */
  selected: string;
  /** The run of the candidate's own version of the test file that it changed. */
  own: string;
  /** Whether Hydra requests a report. */
  asksForReport: boolean;
}

const PYTHON = (names: readonly string[], folder: string) => `import os
from who import WHO

def goes(name):
    base = os.path.join(${JSON.stringify(folder)}, name + "-" + WHO)
    plan = open(base + ".plan").read()
    with open(base + ".marks", "a") as marks:
        marks.write(".")
    number = os.path.getsize(base + ".marks")
    return plan[min(number, len(plan)) - 1] == "p"

${names.map((name) => `def test_${name}():\n    assert goes("${name}")\n`).join('\n')}`;

const JAVASCRIPT = (names: readonly string[], folder: string) => `import assert from 'node:assert';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { WHO } from '../who.js';
function goes(name) {
  const base = ${JSON.stringify(folder)} + '/' + name + '-' + WHO;
  const plan = readFileSync(base + '.plan', 'utf8');
  appendFileSync(base + '.marks', '.');
  return plan[Math.min(statSync(base + '.marks').size, plan.length) - 1] === 'p';
}
${names.map((name) => `test('${name}', () => assert.ok(goes('${name}')));\n`).join('')}`;

const NODE: Runner = {
  name: 'node:test',
  needs: ['node', '--version'],
  command: 'node --test',
  files: (names, folder) => ({
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
    'test/plan.test.js': JAVASCRIPT(names, folder),
  }),
  source: (who) => ({ 'who.js': `export const WHO = '${who}';\n` }),
  id: (name) => `test/plan.test.js > ${name}`,
  selected: "node --test --test-name-pattern='(one|three|two)$' test/plan.test.js",
  own: 'changed1-test',
  asksForReport: true,
};

const RUNNERS: Runner[] = [
  {
    name: 'pytest',
    needs: ['python3', '-m', 'pytest', '--version'],
    command: 'python3 -m pytest -q -p no:cacheprovider',
    files: (names, folder) => ({ 'test_plan.py': PYTHON(names, folder) }),
    source: (who) => ({ 'who.py': `WHO = "${who}"\n` }),
    id: (name) => `test_plan.py::test_${name}`,
    selected: "'test_plan.py::test_one' 'test_plan.py::test_three' 'test_plan.py::test_two'",
    own: 'changed1-test',
    asksForReport: true,
  },
  NODE,
];

function isMissing([program, ...args]: Runner['needs']): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

async function scored(runner: Runner, plan: Plan, reruns = 2) {
  const folder = temporaryFolder();
  for (const [name, letters] of Object.entries(plan)) {
    writeFileSync(join(folder, `${name}-base.plan`), letters.base);
    writeFileSync(join(folder, `${name}-candidate.plan`), letters.candidate);
  }
  const names = Object.entries(plan).flatMap(([name, { base }]) => (base === '' ? [] : [name]));
  // The results depend on the number of executions.
  const once = `[scoring.integrity]\nindependent = false\n${WITHOUT_SANDBOX}`;
  const settings = `[scoring.commands]\ntest = ${JSON.stringify(runner.command)}\n[scoring.tests]\nreruns = ${reruns}\n${once}`;
  const repository = createRepository(
    { ...runner.files(names, folder), ...runner.source('base'), 'hydra.toml': settings },
    { candidate: { ...runner.source('candidate'), ...runner.files(Object.keys(plan), folder) } },
  );
  const { stdout, stderr } = await runHydra(['score', '--json', '--jobs', '1', '--base', 'main', 'candidate'], repository);
  if (stdout === '') throw new Error(stderr);
  const card = JSON.parse(stdout) as Scorecard;
  const run = join(repository, '.hydra/runs', card.run_id);
  const facts = JSON.parse(readFileSync(join(run, 'facts.json'), 'utf8')) as Facts;
  const tests = facts.candidates[0]?.tests;
  if (tests?.state !== 'measured') throw new Error(JSON.stringify(tests));
  const [replayed, verified] = [await runHydra(['replay'], repository), await runHydra(['verify'], repository)];
  expect([replayed.exitCode === 2, verified.exitCode]).toEqual([false, 0]);
  expect(replayed.stdout + replayed.stderr).toMatch(/same|byte/);
  const capturesOf = (home: string) =>
    readdirSync(join(run, home))
      .filter((name) => name.endsWith('test'))
      .sort();
  const commandOf = (home: string) =>
    (JSON.parse(readFileSync(join(run, home, 'capture.json'), 'utf8')) as { command: string }).command;
  return {
    repository,
    run,
    marks: folder,
    tests,
    mergeable: card.rankings[0]?.mergeable,
    firmness: card.firmness,
    findings: card.rankings[0]?.findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ id, message }) => `${id}: ${message}`),
    onBase: capturesOf('baseline'),
    onCandidate: capturesOf('candidates/candidate'),
    commandOf,
  };
}

for (const runner of RUNNERS) {
  test.skipIf(isMissing(runner.needs))(`${runner.name}: decides each test by its results on both sides`, async () => {
    expectMixedResults(runner, await scored(runner, MIXED_PLAN, 1));
  });
}
