// The step of attest/action.yml that prepares the statements about the winner for actions/attest, which takes a predicate
// and a SHA-256 of the subject. The files come from a job that ran the candidates' code, so they are untrusted.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, input, runnerFile, setOutput } from './step.mjs';

/** @typedef {{ predicateType: string, predicate: unknown, name: string, gitTree: string }} Given */

/** By the output that names the file of the predicate. */
const TYPES = {
  'test-result': 'https://in-toto.io/attestation/test-result/v0.1',
  svr: 'https://in-toto.io/attestation/svr/v0.2',
};

const folder = input('HYDRA_FOLDER');
const files = { statements: join(folder, 'winner.intoto.jsonl'), tree: join(folder, 'winner.tree') };
if (existsSync(files.statements) && existsSync(files.tree)) {
  const lines = readFileSync(files.statements, 'utf8').split('\n');
  prepare(lines.filter((line) => line !== '').map(readStatement), readFileSync(files.tree));
} else {
  fail('The artifact has no statements about a winner. Run this job only if the output winner of the Hydra action is set.', 2);
}

function prepare(/** @type {Given[]} */ statements, /** @type {Buffer} */ tree) {
  const problem = problemIn(statements, tree);
  if (problem !== null) {
    fail(`The statements cannot be signed: ${problem}.`, 2);
    return;
  }
  const home = mkdtempSync(join(runnerFile('RUNNER_TEMP'), 'hydra-attest-'));
  setOutput('subject-name', statements[0]?.name ?? '');
  setOutput('subject-digest', `sha256:${createHash('sha256').update(tree).digest('hex')}`);
  for (const [output, type] of Object.entries(TYPES)) {
    for (const { predicate } of statements.filter(({ predicateType }) => predicateType === type)) {
      const file = join(home, `${output}.json`);
      writeFileSync(file, JSON.stringify(predicate));
      setOutput(output, file);
    }
  }
}

/** Without a type if it is not a statement about one named git tree. @returns {Given} */
function readStatement(/** @type {string} */ line) {
  try {
    const { predicateType, predicate, subject } = JSON.parse(line);
    const [{ name, digest }] = subject;
    const isNamed = /^[\w-]+\/[\w.-]+$/.test(name) && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(digest.gitTree);
    if (isNamed && subject.length === 1) return { predicateType, predicate, name, gitTree: digest.gitTree };
  } catch {
    // Refused below, like every other unusable line.
  }
  return { predicateType: '', predicate: null, name: '', gitTree: '' };
}

/** @returns {string | null} */
function problemIn(/** @type {Given[]} */ statements, /** @type {Buffer} */ tree) {
  const types = statements.map(({ predicateType }) => predicateType);
  const isKnown = types.every((type) => Object.values(TYPES).includes(type));
  if (!isKnown || types.length === 0 || new Set(types).size < types.length)
    return 'winner.intoto.jsonl does not have one test result and one verification result about a git tree';
  const { name = '', gitTree = '' } = statements[0] ?? {};
  if (statements.some((one) => one.name !== name || one.gitTree !== gitTree)) return 'they are about different trees';
  return idOf(tree, gitTree.length) === gitTree ? null : 'winner.tree is not the tree that they name';
}

/** The id that git gives a tree object, by the length of ids in the repository. */
function idOf(/** @type {Buffer} */ tree, /** @type {number} */ digits) {
  const hash = createHash(digits === 40 ? 'sha1' : 'sha256');
  return hash.update(`tree ${tree.length}\0`).update(tree).digest('hex');
}
