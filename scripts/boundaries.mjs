// The modules of `src`, and which import is allowed in which.
// Pure: it judges what it is given and reads no file.
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

/**
 * @typedef {object} Module
 * @property {boolean} pure Its results depend on its arguments alone.
 * @property {string[]} modules The other modules it may import.
 * @property {string[]} packages The npm packages it may import.
 * @property {boolean} builtins Whether it may import node: modules.
 */

/** What the modules that orchestrate may import. */
const BELOW_PIPELINE = [
  ...['contract', 'text', 'patch', 'languages', 'parse', 'tools', 'task', 'answers', 'judge', 'plan', 'scoring'],
  ...['profiles', 'config'],
  ...['git', 'exec', 'workspace', 'store', 'capture'],
];

/** Arrows point one way: a module imports only modules listed here, which never import it back. @type {Record<string, Module>} */
export const MODULES = {
  contract: pure([], ['zod', '@noble/hashes']),
  text: pure(['contract']),
  patch: pure(['contract']),
  scoring: pure(['contract', 'text'], ['picomatch']),
  tune: pure(['contract', 'scoring']),
  parse: pure(['contract'], ['saxes']),
  languages: pure(['contract']),
  judge: pure(['contract', 'answers', 'languages', 'patch', 'text', 'tools']),
  plan: pure(['contract', 'answers', 'judge', 'languages', 'tools']),
  task: pure(['contract', 'languages']),
  answers: pure(['contract', 'languages']),
  tools: pure(['contract', 'parse', 'languages']),
  profiles: pure(['contract']),
  config: pure(['contract', 'profiles', 'judge', 'text'], ['toml-eslint-parser', 'fastest-levenshtein']),
  report: pure(['contract', 'text']),
  attest: pure(['contract']),
  exec: onNode(['contract']),
  git: onNode(['contract', 'exec']),
  workspace: onNode(['contract', 'exec', 'git', 'store']),
  store: onNode(['contract'], ['aws4fetch']),
  queue: onNode(['contract'], ['bullmq', 'ioredis', 'pg']),
  agents: onNode(['contract', 'exec']),
  capture: onNode(['contract', 'answers', 'languages', 'parse', 'tools', 'git', 'exec', 'workspace', 'store']),
  runs: onNode(['contract', 'exec', 'git', 'workspace', 'store', 'capture']),
  pipeline: onNode([...BELOW_PIPELINE, 'runs']),
  race: onNode([...BELOW_PIPELINE, 'agents', 'runs', 'pipeline']),
  merge: onNode([...BELOW_PIPELINE, 'runs', 'pipeline']),
  doctor: onNode([...BELOW_PIPELINE, 'agents', 'runs', 'pipeline', 'race'], ['yaml']),
  distribution: onNode([...BELOW_PIPELINE, 'queue', 'runs', 'pipeline']),
  demo: onNode(['contract', 'git', 'exec', 'store', 'pipeline']),
  server: onNode(
    ['pipeline', 'runs', 'race', 'merge', 'doctor', 'distribution', 'report', 'store', 'contract', 'text'],
    ['hono', '@hono/node-server', 'zod'],
  ),
  cli: onNode(
    [
      ...['pipeline', 'runs', 'race', 'merge', 'doctor', 'demo', 'distribution', 'report', 'attest', 'server'],
      ...['contract', 'text', 'config', 'scoring', 'tune', 'parse', 'tools', 'exec', 'store', 'queue'],
    ],
    ['commander'],
  ),
  web: {
    pure: false,
    modules: ['contract', 'languages', 'patch', 'text', 'scoring'],
    packages: ['react', 'react-dom', 'lowlight', 'highlight.js', 'diff'],
    builtins: false,
  },
};

/** In these folders one file is one thing: adding one is a file and a line in index.ts, so they never import each other. */
const FOLDERS_OF_SIBLINGS = [
  'src/scoring/dimensions',
  'src/judge/rules',
  'src/parse/coverage',
  'src/languages/definitions',
  'src/profiles',
  'src/tools/linters',
  'src/tools/runners',
  'src/tools/scanners',
  'src/agents',
];

/** What the files of such a folder have in common, besides its `shared/`; these never import them back. */
const SHARED_BY_SIBLINGS = new Set(['src/agents/adapter.ts', 'src/agents/prices.ts']);

/** Folders of a view that import nothing of the folders above them, and no React. @type {Record<string, string[]>} */
const LOWER_FOLDERS = { 'web/diff/lines': ['web/diff/hooks', 'web/diff/parts'] };

/** Modules that handle folders which somebody else's code can write. */
const MODULES_WITH_CHECKOUTS = new Set(['git', 'workspace', 'capture', 'doctor', 'race', 'pipeline', 'merge']);
/** A plain read blocks for good on a pipe. Modules with checkouts use `src/exec/untrusted-files.ts` instead. */
const PLAIN_READS = new Set(['readFileSync', 'readFile', 'openSync', 'open', 'createReadStream', 'promises', 'default', '*']);
/** Files of these modules that read only what Hydra wrote where no command can write, and what they read. @type {Record<string, string>} */
const READS_OWN_FILES = {
  'src/git/object-store.ts': 'the object store',
  'src/git/checkout.ts': 'the object store',
  'src/git/lfs.ts': 'the object store',
  'src/git/snapshot.ts': 'a patch that the user names, which may be a pipe',
  'src/workspace/work-area.ts': 'the work area',
  'src/workspace/set-up.ts': 'the folder of installations',
  'src/capture/event-log.ts': 'the run folder',
  'src/capture/mask-secrets.ts': 'the run folder, to write',
  'src/doctor/executed-lines.ts': 'the run folder',
  'src/doctor/first-error.ts': 'the run folder',
  'src/race/task.ts': 'the file of an editor',
  'src/pipeline/parse-capture.ts': 'the run folder',
  'src/pipeline/test-sources.ts': 'the run folder',
  'src/pipeline/base-tests.ts': 'the run folder',
  'src/pipeline/decided-run.ts': 'the run folder',
  'src/pipeline/read-run.ts': 'the run folder',
  'src/pipeline/replay.ts': 'the run folder',
  'src/merge/merge.ts': 'the run folder',
  'src/merge/blind-pick.ts': 'the run folder',
  'src/merge/journal.ts': 'the journal of merges',
};
/** Only this file starts processes, without the descriptors that Hydra inherited; the other one lists them on macOS. */
const STARTS_PROCESSES = new Set(['src/exec/start-process.ts', 'src/exec/processes.ts']);

const PACKAGES_FOR_TESTS = ['vitest'];

/** @returns {Module} */
function pure(/** @type {string[]} */ modules, /** @type {string[]} */ packages = []) {
  return { pure: true, modules, packages, builtins: false };
}

/** @returns {Module} */
function onNode(/** @type {string[]} */ modules, /** @type {string[]} */ packages = []) {
  return { pure: false, modules, packages, builtins: true };
}

/** `src/scoring/rank.ts` is in scoring, `web/main.tsx` in web; null when the path is in no module of the table. */
export function moduleOf(/** @type {string} */ path) {
  const name = /^src\/([^/]+)\//.exec(path)?.[1] ?? (path.startsWith('web/') ? 'web' : '');
  return Object.hasOwn(MODULES, name) ? name : null;
}

export function isTest(/** @type {string} */ path) {
  return /\.test\.[cm]?[jt]sx?$/.test(path);
}

/** A file that Hydra loads into the user's processes: it is not part of Hydra's own. */
export function isHook(/** @type {string} */ path) {
  return /^src\/tools\/runners\/[^/]+\/hooks\//.test(path);
}

/**
 * The file that a relative import names, as a path from the root of the project.
 * @param {string} importer
 * @param {string} specifier
 */
export function importedFile(importer, specifier) {
  return specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : null;
}

/**
 * What is wrong with an import, or null. `importer` must be in a module.
 * @param {string} importer
 * @param {string} specifier
 * @param {string[]} names
 * @returns {string | null}
 */
export function judgeImport(importer, specifier, names) {
  const target = importedFile(importer, specifier);
  if (target !== null) return judgeFile(importer, target);
  return isBuiltin(specifier) ? judgeBuiltin(importer, specifier, names) : judgePackage(importer, specifier);
}

/** @returns {string | null} */
function judgeFile(/** @type {string} */ importer, /** @type {string} */ target) {
  if (isTest(importer) && /^(src|test)\//.test(target)) return null;
  if (isTest(target)) return `imports the test ${target}: only tests may do that`;
  const from = moduleOf(importer) ?? '';
  const to = moduleOf(target);
  if (to === null) return `imports ${target}, which is in no module`;
  if (to !== from && !MODULES[from]?.modules.includes(to)) return `${from} must not import ${to}; ${allowance(from)}`;
  return judgeLower(importer, target) ?? judgeSiblings(importer, target);
}

/** @returns {string | null} */
function judgeLower(/** @type {string} */ importer, /** @type {string} */ target) {
  const folder = lowerFolderOf(importer);
  const above = folder === undefined ? undefined : LOWER_FOLDERS[folder]?.find((name) => target.startsWith(`${name}/`));
  return above === undefined ? null : `${folder}/ must not import ${above}/`;
}

function lowerFolderOf(/** @type {string} */ importer) {
  return Object.keys(LOWER_FOLDERS).find((name) => importer.startsWith(`${name}/`));
}

/** @returns {string | null} */
function judgeSiblings(/** @type {string} */ importer, /** @type {string} */ target) {
  const folder = FOLDERS_OF_SIBLINGS.find((name) => importer.startsWith(`${name}/`) && target.startsWith(`${name}/`));
  if (folder === undefined || importer === `${folder}/index.ts`) return null;
  if (SHARED_BY_SIBLINGS.has(target) || target.startsWith(`${folder}/shared/`)) return null;
  // A thing may be a folder of its own; its files belong together.
  const [one, other] = [importer, target].map((path) => path.slice(folder.length + 1).split('/')[0]);
  return one === other && target !== importer ? null : `files in ${folder}/ must not import each other: ${target}`;
}

/** @returns {string | null} */
function judgeBuiltin(/** @type {string} */ importer, /** @type {string} */ specifier, /** @type {string[]} */ names) {
  const module = moduleOf(importer) ?? '';
  if (isTest(importer) || isHook(importer)) return null;
  if (MODULES[module]?.builtins) return judgeReading(importer, specifier, names) ?? judgeStarting(importer, specifier, names);
  return `${module} must not import ${specifier}: it runs without Node, on its arguments alone`;
}

/** @returns {string | null} */
function judgeReading(/** @type {string} */ importer, /** @type {string} */ specifier, /** @type {string[]} */ names) {
  if (!/^(?:node:)?fs(?:\/promises)?$/.test(specifier) || !MODULES_WITH_CHECKOUTS.has(moduleOf(importer) ?? '')) return null;
  const read = names.find((name) => PLAIN_READS.has(name));
  if (read === undefined || Object.hasOwn(READS_OWN_FILES, importer)) return null;
  return `reads with ${read} of ${specifier}, which blocks on a pipe; use readRegularFile or readTreeText of exec`;
}

/** @returns {string | null} */
function judgeStarting(/** @type {string} */ importer, /** @type {string} */ specifier, /** @type {string[]} */ names) {
  if (!/^(?:node:)?child_process$/.test(specifier) || names.length === 0 || STARTS_PROCESSES.has(importer)) return null;
  return `starts processes; use startProcess of src/exec/start-process.ts`;
}

/** @returns {string | null} */
function judgePackage(/** @type {string} */ importer, /** @type {string} */ specifier) {
  const module = moduleOf(importer) ?? '';
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (lowerFolderOf(importer) !== undefined && name.startsWith('react'))
    return `${lowerFolderOf(importer)}/ must not import ${name}`;
  if (MODULES[module]?.packages.includes(name) || (isTest(importer) && PACKAGES_FOR_TESTS.includes(name))) return null;
  return `${module} must not import the package ${name}; ${allowance(module)}`;
}

function allowance(/** @type {string} */ module) {
  const allowed = [...(MODULES[module]?.modules ?? []), ...(MODULES[module]?.packages ?? [])];
  return allowed.length === 0 ? 'it imports nothing' : `it may import ${allowed.join(', ')}`;
}

/**
 * Every import cycle once, as its files in order, ending with the first one again.
 * @param {Map<string, string[]>} graph file to the files it imports
 * @returns {string[][]}
 */
export function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = [];
  const finished = new Set();
  /** @type {string[]} */
  const way = [];
  const visit = (/** @type {string} */ file) => {
    if (finished.has(file)) return;
    const met = way.indexOf(file);
    if (met >= 0) {
      cycles.push([...way.slice(met), file]);
      return;
    }
    way.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    way.pop();
    finished.add(file);
  };
  for (const file of [...graph.keys()].sort()) visit(file);
  return cycles;
}
