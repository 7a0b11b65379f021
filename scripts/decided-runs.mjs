// Makes a repository with scripted runs and merges: three agents with known habits race, branches are scored, and a user with
// known wishes decides. Usage: node scripts/decided-runs.mjs FOLDER [RUNS]. Two repositories differ only in times and run ids.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { isMain, ROOT } from './project.mjs';

/** @typedef {import('../src/contract/index.ts').Ranking} Ranking */
/** @typedef {import('../src/contract/index.ts').Breakdown} Breakdown */
/** @typedef {import('../src/pipeline/index.ts').ScoredRun} ScoredRun */

export const RUNS = 44;
const AGENTS = ['ann', 'bob', 'cid'];

/** Without speed, the scores do not depend on the machine. */
const CONFIG = `# The weights of this repository.
[scoring.weights]
speed = 0
cost = 10 # so far a guess

[scoring.commands]
test = "sh test.sh"
lint = "sh lint.sh"

[scoring.tests]
reruns = 0

[scoring.diff_scope]
max_churn_soft = 20
normalize = "whitespace"

[scoring.cross_tests]
enabled = false

[scoring.integrity]
canary = false
independent = false

[sandbox]
mode = "off"

${AGENTS.map((name) => `[agents.${name}]\ncommand = ["sh", "agent.sh", "${name}", "{task}"]\nusage_file = "usage.json"\n`).join('\n')}`;

const TEST = `echo "TAP version 13"; echo 1..2
if grep -q broken code.c; then echo "not ok 1 - works"; bad=1; else echo "ok 1 - works"; fi
if grep -q careless code.c; then echo "not ok 2 - keeps"; bad=1; else echo "ok 2 - keeps"; fi
exit \${bad:-0}
`;

const LINT = `sed -n -e '/var/{=;s/.*/warning: use let/p;}' -e '/goto/{=;s/.*/error: no goto/p;}' code.c |
while read line && read text; do echo "code.c:$line:1: $text"; done
exit 0
`;

/** The number of the task and the name of the agent decide everything. ann is expensive, bob is careless, cid cheats at times. */
const AGENT = `number=\${2#task }
case $1 in ann) seed=1; least=20 ;; bob) seed=2; least=5 ;; cid) seed=3; least=8 ;; esac
draw=$(((number * 7919 + seed * 104729) % 9973))
repeat() { count=0; while [ $count -lt $1 ]; do echo "$2"; count=$((count + 1)); done; }
{ echo works; repeat $((draw % 23)) let; repeat $((draw / 23 % 4)) var; repeat $((draw / 92 % 3)) goto; } > code.c
if [ $1 = bob ] && [ $((number % 9)) = 0 ]; then echo careless >> code.c; fi
if [ $1 = cid ] && [ $((number % 13)) = 0 ]; then echo 'echo "TAP version 13"; echo 1..1; echo "ok 1 - works"' > test.sh; fi
cents=$((least + draw / 276 % 30))
printf '{"model":"%s-1","input_tokens":%d,"output_tokens":100,"cost_usd":0.%02d}\\n' $1 $((draw + 1000)) $cents > usage.json
`;

/** Numbers of plain lines, warnings and errors by branch. The runs of branches take most results from the cache. */
const BRANCHES = {
  'branch-1': [2, 0, 2],
  'branch-2': [30, 0, 0],
  'branch-3': [22, 3, 0],
  'branch-4': [6, 1, 1],
  'branch-5': [14, 0, 1],
  'branch-6': [40, 1, 0],
  'branch-7': [3, 2, 2],
};

/** Runs with something special: one mergeable candidate, and two candidates with equal changes. */
const SPECIAL_RUNS = new Map([
  [7, ['branch-4', 'careless']],
  [19, ['branch-4', 'twin']],
]);

/** Every fourth run is a race. */
const RACE_PERIOD = 4;

/** @type {Record<string, number>} The user wants cheap work and clean code, and cares little about the size of the diff. */
const WISHES = { cost: 60, lint: 30, diff_scope: 10 };

/**
 * @param {string} folder must not exist
 * @param {number} count
 * @returns {Promise<string>} the folder
 */
export async function makeDecidedRuns(folder, count = RUNS) {
  await ensureBuilt();
  const fromDist = (/** @type {string} */ module) => import(pathToFileURL(join(ROOT, 'dist', module, 'index.js')).href);
  const [{ raceAgents }, { scoreCandidates }, merging] = await Promise.all(['race', 'pipeline', 'merge'].map(fromDist));
  makeRepository(folder);
  const run = (/** @type {number} */ number) =>
    number % RACE_PERIOD === 0 ? raceAgents(raceRequest(folder, number)) : scoreCandidates(scoreRequest(folder, number));
  // Two at a time; the merges stay in order, because learning depends on it.
  for (let number = 1; number <= count; number += 2) {
    const numbers = [number, number + 1].filter((each) => each <= count);
    const scored = await Promise.all(numbers.map(run));
    for (const [index, each] of scored.entries()) await decide(merging, folder, numbers[index] ?? 0, each);
  }
  return folder;
}

function makeRepository(/** @type {string} */ folder) {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  const files = { 'hydra.toml': CONFIG, 'test.sh': TEST, 'lint.sh': LINT, 'agent.sh': AGENT, 'code.c': 'broken\n' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  git('add', '.');
  git('commit', '--quiet', '--message', 'base');
  const addBranch = (/** @type {string} */ branch, /** @type {string} */ code) => {
    git('checkout', '--quiet', '-b', branch, 'main');
    writeFileSync(join(folder, 'code.c'), code);
    git('commit', '--quiet', '--all', '--message', branch);
  };
  for (const [branch, [lines = 0, warnings = 0, errors = 0]] of Object.entries(BRANCHES))
    addBranch(branch, `works\n${'let\n'.repeat(lines)}${'var\n'.repeat(warnings)}${'goto\n'.repeat(errors)}`);
  git('branch', 'twin', 'branch-4');
  addBranch('careless', 'works\ncareless\n');
  git('checkout', '--quiet', 'main');
}

/** @param {string} cwd @param {number} number */
function raceRequest(cwd, number) {
  return { ...scoreRequest(cwd, number), candidates: [], overrides: { race: { agents: AGENTS } } };
}

/** Three branches that differ from run to run. @param {string} cwd @param {number} number */
function scoreRequest(cwd, number) {
  const names = Object.keys(BRANCHES);
  const special = SPECIAL_RUNS.get(number);
  const places = [number, number * 2 + 1, number * 3 + 5].map((place) => place % names.length);
  const drawn = [...new Set(places)].map((place) => names[place]);
  return {
    ...{ cwd, task: `task ${number}`, base: 'main', candidates: special ?? drawn },
    ...{ config: null, overrides: {}, jobs: 2, useCache: true, signal: new AbortController().signal, watch: () => {} },
  };
}

/**
 * The user follows the ranking in every second run, looks at every fifth without names and scores, forces one merge, and
 * leaves every eleventh run undecided.
 * @param {{ mergeCandidate: Function, recordPick: Function }} merging
 * @param {string} cwd
 * @param {number} number
 * @param {ScoredRun} run
 */
async function decide({ mergeCandidate, recordPick }, cwd, number, { folder, scorecard }) {
  const mergeable = scorecard.rankings.filter((ranking) => ranking.mergeable);
  const others = scorecard.rankings.filter((ranking) => !ranking.mergeable);
  const isForced = number === 36 && others.length > 0;
  if (number % 11 === 0 || mergeable.length === 0) return;
  const isBlind = number % 5 === 0 && mergeable.length > 1;
  const chosen = isForced ? others[0] : number % 2 === 0 && !isBlind ? mergeable[0] : wanted(mergeable);
  const candidate = chosen?.agent;
  if (isBlind) await recordPick(cwd, folder, candidate);
  await mergeCandidate({
    ...{ cwd, run: folder, candidate, onto: null, strategy: 'squash', destination: { kind: 'branch', name: `merged/${number}` } },
    ...{ picks: [], message: null, runHooks: false, forceReason: isForced ? 'it is urgent' : null },
    ...{ jobs: null, useCache: true, signal: new AbortController().signal, watch: () => {}, confirm: async () => true },
  });
}

/** @param {Ranking[]} mergeable */
function wanted(mergeable) {
  const value = (/** @type {Ranking} */ { breakdown }) =>
    Object.entries(WISHES).reduce((sum, [id, weight]) => sum + weight * (breakdown[/** @type {keyof Breakdown} */ (id)] ?? 0), 0);
  return mergeable.reduce((best, each) => (value(each) > value(best) ? each : best));
}

if (isMain(import.meta.url)) {
  const [folder, count] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Usage: node scripts/decided-runs.mjs FOLDER [RUNS]');
  await makeDecidedRuns(resolve(folder), Number(count ?? RUNS));
  console.log(`Made ${count ?? RUNS} runs in ${folder}.`);
}
