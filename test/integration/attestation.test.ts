// `hydra report --attest` and `hydra verify --attestation` on real runs, with files that were changed in many ways.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/contract/index.ts';
import { commit, createRepository, git, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

const CONFIG = '[scoring.commands]\nbuild = "sh build.sh"\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n';
const TEST = `echo "TAP version 13"; echo 1..2
if grep -q working code.c; then echo "ok 1 - works"; else echo "not ok 1 - works"; exit=1; fi
if grep -q fixed code.c; then echo "ok 2 - is fixed"; else echo "not ok 2 - is fixed"; exit=1; fi
exit $exit
`;
const BASE = { 'hydra.toml': CONFIG, 'build.sh': 'echo built\n', 'test.sh': TEST, 'code.c': 'working\n' };
const GOOD = { 'code.c': 'working\nfixed\n' };
const BRANCHES = { good: GOOD, worse: { 'code.c': 'fixed\n' } };

const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1';
const SVR = 'https://in-toto.io/attestation/svr/v0.2';
const SIGNED = 'Hydra does not check signatures: use `gh attestation verify` or `cosign verify-blob-attestation`.\n';

// biome-ignore lint/suspicious/noExplicitAny: statements are changed in every place
type Json = any;

let folder = '';
let run = '';
let text = '';
let tree = '';
const hydra = (...args: string[]) => runHydra(args, folder);
const pathOf = (name: string) => join(folder, '.hydra', name);
const runsOf = (place: string) => readdirSync(join(place, '.hydra/runs')).sort();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Every file of the run with its hash. */
function contentOf(place: string): string[] {
  const home = join(place, '.hydra/runs');
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => `${sha256(readFileSync(join(entry.parentPath, entry.name)))} ${entry.parentPath}/${entry.name}`)
    .sort();
}

beforeAll(async () => {
  await ensureProgram();
  folder = createRepository(BASE, BRANCHES);
  await hydra('score', 'good', 'worse', '--base', 'main');
  [run = ''] = runsOf(folder);
  text = (await hydra('report', '--attest', '-')).stdout;
  tree = git(folder, 'rev-parse', 'good^{tree}').trim();
}, 240_000);

const statements = (): [tests: Json, svr: Json] => {
  const [tests, svr] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return [tests, svr];
};

async function verifyText(content: string | Buffer, ...args: string[]) {
  const file = pathOf('given.json');
  writeFileSync(file, content);
  return hydra('verify', '--attestation', file, ...args);
}

describe('hydra report --attest', () => {
  test('writes two statements about the tree of the winner in canonical JSON, one on each line', () => {
    const [tests, svr] = statements();
    expect(text).toBe(canonicalJson(tests) + canonicalJson(svr));
    const subject = [{ name: `${run}/good`, digest: { gitTree: tree } }];
    expect([tests, svr]).toMatchObject([
      { subject, predicateType: TEST_RESULT, predicate: { result: 'PASSED', hydraTests: { passed: 2, failed: 0, skipped: 0 } } },
      { subject, predicateType: SVR },
    ]);
    const stored = JSON.parse(readFileSync(join(folder, '.hydra/runs', run, 'run.json'), 'utf8'));
    expect(svr.predicate.timeCreated).toBe(stored.finished_at);
    expect(svr.predicate.properties).toContain('HYDRA_BASE_TESTS_PASS');
    expect(svr.predicate.properties).toContain('HYDRA_DECIDED_BY_TESTS');
    const files = svr.predicate.hydraRun.files.map(({ name, digest }: Json) => [name, digest.sha256]);
    const hashes = ['manifest.json', 'scorecard.json'].map((name) => [
      name,
      sha256(readFileSync(join(folder, '.hydra/runs', run, name))),
    ]);
    expect(files).toEqual(hashes);
  });

  test('gives the same bytes again, also in a file, and changes no file of the run', async () => {
    const before = contentOf(folder);
    const file = pathOf('again.intoto.jsonl');
    const tree = pathOf('winner.tree');
    expect(await hydra('report', run, '--attest', file, '--attest-tree', tree)).toEqual({
      ...{ stdout: `Wrote ${file}, ${tree} for run ${run}.\n`, stderr: '', exitCode: 0 },
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect((await hydra('verify', '--attestation', file)).exitCode).toBe(0);
    expect(contentOf(folder)).toEqual(before);
    expect((await hydra('replay')).exitCode).toBe(0);
  });

  test('writes the tree object whose hash is the subject', async () => {
    await hydra('report', run, '--attest-tree', pathOf('winner.tree'));
    const bytes = readFileSync(pathOf('winner.tree'));
    expect(createHash('sha1').update(`tree ${bytes.length}\0`).update(bytes).digest('hex')).toBe(tree);
  });

  test('refuses to print the tree object', async () => {
    const { stderr, exitCode } = await hydra('report', '--attest-tree', '-');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is not text: give a file.')]);
  });

  test('refuses a run without a winner', async () => {
    const other = createRepository(BASE, { worse: BRANCHES.worse });
    await runHydra(['score', 'worse', '--base', 'main'], other);
    const [id] = runsOf(other);
    for (const option of ['--attest', '--attest-tree']) {
      const { stdout, stderr, exitCode } = await runHydra(['report', option, join(other, 'file')], other);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`Run ${id} has no winner to attest: `);
    }
    // A statement about another run does not match either.
    writeFileSync(join(other, 'given.jsonl'), text);
    const { stdout, exitCode } = await runHydra(['verify', '--attestation', 'given.jsonl'], other);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('svr/v0.2: the run has no winner')]);
  });

  test('refuses a run that was changed, and verify compares nothing with it', async () => {
    const other = createRepository(BASE, BRANCHES);
    await runHydra(['score', 'good', 'worse', '--base', 'main'], other);
    writeFileSync(join(other, 'a.jsonl'), (await runHydra(['report', '--attest', '-'], other)).stdout);
    const [id = ''] = runsOf(other);
    writeFileSync(join(other, '.hydra/runs', id, 'candidates/good/test/stdout.log'), 'ok 1\n');
    const { stderr, exitCode } = await runHydra(['report', '--attest', 'b.jsonl'], other);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`Run ${id} was changed after it was finished`)]);
    const verified = await runHydra(['verify', '--attestation', 'a.jsonl'], other);
    expect([verified.exitCode, verified.stdout.split('\n')[0]]).toEqual([
      1,
      `Run ${id} was changed, so that no statement can be checked:`,
    ]);
  });
});

describe('hydra verify --attestation', () => {
  const matching = (note: string) =>
    `Run ${run}, winner good:\n  test-result/v0.1: matches the run\n  svr/v0.2: matches the run\n${note}`;

  test('accepts what hydra report wrote', async () => {
    const ending = await verifyText(text, run);
    expect(ending).toEqual({ exitCode: 0, stderr: '', stdout: matching('The statements are not signed.\n') });
  });

  const changes: Record<string, [change: (tests: Json, svr: Json) => void, ...lines: string[]]> = {
    'another tree': [
      (_, svr) => (svr.subject[0].digest.gitTree = 'f'.repeat(40)),
      `subject[0].digest.gitTree is "${'f'.repeat(40)}"; the run has "TREE"`,
    ],
    'another tree in the predicate': [
      (_, svr) => (svr.predicate.hydraRun.tree.gitTree = '0'.repeat(40)),
      `predicate.hydraRun.tree.gitTree is "${'0'.repeat(40)}"; the run has "TREE"`,
    ],
    'another run': [
      (tests) => (tests.predicate.hydraRun.runId = '20200101-000000-000000'),
      'predicate.hydraRun.runId is "20200101-000000-000000"; the run has "RUN"',
    ],
    'another candidate': [
      (_, svr) => (svr.subject[0].name = svr.subject[0].name.replace('good', 'worse')),
      'subject[0].name is "RUN/worse"; the run has "RUN/good"',
    ],
    'another scorecard': [
      (_, svr) => (svr.predicate.hydraRun.files[1].digest.sha256 = '0'),
      'predicate.hydraRun.files[1].digest.sha256 is "0"; the run has "',
    ],
    'another policy': [
      (tests) => (tests.predicate.configuration[0].digest.sha256 = '1'),
      'predicate.configuration[0].digest.sha256 is "1"; the run has "',
    ],
    'another verdict': [
      (_, svr) => (svr.predicate.hydraRun.verdict = 'decided_by_quality'),
      'predicate.hydraRun.verdict is "decided_by_quality"; the run has "decided_by_tests"',
    ],
    'other test counts': [
      (tests) => Object.assign(tests.predicate.hydraTests, { passed: 200, failed: -1 }),
      'predicate.hydraTests.failed is -1; the run has 0',
      'predicate.hydraTests.passed is 200; the run has 2',
    ],
    'another result': [(tests) => (tests.predicate.result = 'FAILED'), 'predicate.result is "FAILED"; the run has "PASSED"'],
    'a property that was not verified': [
      (_, svr) => svr.predicate.properties.push('HYDRA_NO_NEW_ADVISORIES'),
      'is "HYDRA_NO_NEW_ADVISORIES"; the run has no such value',
    ],
    'a missing time': [(_, svr) => delete svr.predicate.timeCreated, 'predicate.timeCreated is missing; the run has "20'],
    'another verifier': [
      (_, svr) => (svr.predicate.verifier.id = '\u001b[31mhydra\u202e'),
      'predicate.verifier.id is "\\u001b[31mhydra\\u202e"; the run has "pkg:npm/hydra-score@',
    ],
    'an added member': [(tests) => (tests.predicate.url = { a: 1 }), 'predicate.url is an object; the run has no such value'],
  };

  test.each(Object.entries(changes))('reports %s', async (_name, [change, ...lines]) => {
    const [tests, svr] = statements();
    change(tests, svr);
    const { stdout, stderr, exitCode } = await verifyText(canonicalJson(tests) + canonicalJson(svr));
    expect([exitCode, stderr]).toEqual([1, '']);
    for (const line of lines) expect(stdout).toContain(line.replace('TREE', tree).replaceAll('RUN', run));
    // The other statement still matches, and every difference is listed once.
    expect(stdout.match(/matches the run/g)).toHaveLength(1);
    expect(stdout.split('\n').filter((line) => line.startsWith('    '))).toHaveLength(lines.length);
  });

  test('compares with the named run', async () => {
    await hydra('score', 'good', '--base', 'main', '--no-cache');
    const newest = runsOf(folder).at(-1) ?? '';
    const { stdout, exitCode } = await verifyText(text);
    expect([exitCode, stdout.split('\n')[0]]).toEqual([1, `Run ${newest}, winner good:`]);
    expect(stdout).toContain(`predicate.hydraRun.runId is "${run}"; the run has "${newest}"`);
    expect((await verifyText(text, run)).stdout).toContain('svr/v0.2: matches the run');
  });

  const envelope = (statement: Json) => ({
    payloadType: 'application/vnd.in-toto+json',
    payload: Buffer.from(JSON.stringify(statement)).toString('base64'),
    signatures: [{ sig: 'MEUCIQ==' }],
  });
  /** As actions/attest writes it: its own subject, with the SHA-256 of a file. */
  const bundle = (statement: Json, digest: Json) => ({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { certificate: { rawBytes: 'MIIC' } },
    dsseEnvelope: envelope({ ...statement, subject: [{ name: `${run}/good`, digest }] }),
  });

  test('reads DSSE envelopes, and says that their signatures are not checked', async () => {
    const lines = statements().map((statement) => `${JSON.stringify(envelope(statement))}\n`);
    expect(await verifyText(lines.join('\n'), run)).toEqual({ exitCode: 0, stderr: '', stdout: matching(SIGNED) });
    const [, svr] = statements();
    svr.predicate.properties.pop();
    expect((await verifyText(JSON.stringify(envelope(svr), null, 2), run)).exitCode).toBe(1);
  });

  test('reads Sigstore bundles whose subject is the tree object', async () => {
    await hydra('report', run, '--attest-tree', pathOf('winner.tree'));
    const digest = { sha256: sha256(readFileSync(pathOf('winner.tree'))) };
    const bundles = statements().map((statement) => JSON.stringify(bundle(statement, digest)));
    expect(await verifyText(bundles.join('\n'), run)).toEqual({ exitCode: 0, stderr: '', stdout: matching(SIGNED) });
    const [, svr] = statements();
    const other = await verifyText(JSON.stringify(bundle(svr, { sha256: '0'.repeat(64) })), run);
    expect([other.exitCode, other.stdout]).toEqual([
      1,
      expect.stringContaining(`subject[0].digest.sha256 is "${'0'.repeat(64)}"; the run has "${digest.sha256}"`),
    ]);
  });

  const line = () => text.split('\n')[1] ?? '';
  const unusable: Record<string, [content: () => string | Buffer, reason: string]> = {
    'an empty file': [() => '\n', 'it contains no statement'],
    'text that is not JSON': [() => `${line()}\n{"a":`, 'it is not JSON'],
    'bytes that are not text': [() => Buffer.from([0xff, 0xfe, 0x00]), 'it is not text'],
    'a list': [() => `[${line()}]`, 'it contains no in-toto statement of version 1'],
    'another version of the statement': [
      () => line().replace('Statement/v1', 'Statement/v0.1'),
      'it contains no in-toto statement of version 1',
    ],
    'a bundle without a statement': [
      () => JSON.stringify({ mediaType: 'x', messageSignature: {} }),
      'it contains no in-toto statement of version 1',
    ],
    'a payload that is not Base64': [
      () => JSON.stringify({ ...envelope({}), payload: '{"_type":1}' }),
      'the payload of its envelope is not text in Base64',
    ],
    'a payload that is not JSON': [() => JSON.stringify({ ...envelope({}), payload: 'AAECAw==' }), 'is not text in Base64'],
    'another kind of payload': [
      () => JSON.stringify({ ...envelope(JSON.parse(line())), payloadType: 'text/plain' }),
      'it contains no in-toto statement of version 1',
    ],
    'a member that is given twice': [
      () => line().replace('"properties":', '"properties":["HYDRA_MINE"],"properties":'),
      'an object has two members with the same name',
    ],
    'another predicate type': [
      () => line().replace(SVR, 'https://slsa.dev/provenance/v1'),
      'The attestation has the predicate type `https://slsa.dev/provenance/v1`, which Hydra does not write.',
    ],
  };

  test.each(Object.entries(unusable))('refuses %s', async (_name, [content, reason]) => {
    const { stdout, stderr, exitCode } = await verifyText(content());
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('    at ');
  });

  test('refuses a file that is not there, and an unknown run', async () => {
    const missing = await hydra('verify', '--attestation', 'nowhere');
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('there is no such file')]);
    expect((await verifyText(text, 'nothing')).exitCode).toBe(2);
  });

  test('survives a very deep file', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const { stdout, stderr, exitCode } = await verifyText(line().replace('"properties":[', `"properties":[${deep},`), run);
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(stdout).toContain('predicate.properties[0] is a list; the run has "HYDRA_BASE_TESTS_PASS"');
  });
});

describe('other repositories and candidates', () => {
  test('a tree id of a SHA-256 repository, and a candidate from a folder', async () => {
    const other = join(temporaryFolder(), 'repository');
    mkdirSync(other);
    git(other, 'init', '--quiet', '--initial-branch', 'main', '--object-format=sha256');
    commit(other, BASE, 'base');
    const copy = join(temporaryFolder(), 'copy');
    git(other, 'clone', '--quiet', other, copy);
    writeFileSync(join(copy, 'code.c'), GOOD['code.c']);
    await runHydra(['score', `good=${copy}`, '--base', 'main'], other);
    const files = ['--attest', 'a.jsonl', '--attest-tree', 'a.tree'];
    expect((await runHydra(['report', ...files], other)).exitCode).toBe(0);
    git(copy, 'commit', '--quiet', '--all', '--message', 'good');
    const id = git(copy, 'rev-parse', 'HEAD^{tree}').trim();
    const given = readFileSync(join(other, 'a.jsonl'), 'utf8');
    expect(JSON.parse(given.split('\n')[0] ?? '').subject[0].digest).toEqual({ gitTree: id });
    expect(id).toHaveLength(64);
    const bytes = readFileSync(join(other, 'a.tree'));
    expect(createHash('sha256').update(`tree ${bytes.length}\0`).update(bytes).digest('hex')).toBe(id);
    expect((await runHydra(['verify', '--attestation', 'a.jsonl'], other)).exitCode).toBe(0);
    const named = given.replaceAll(
      `"subject":[{"digest":{"gitTree":"${id}"}`,
      `"subject":[{"digest":{"sha256":"${sha256(bytes)}"}`,
    );
    writeFileSync(join(other, 'b.jsonl'), named);
    expect((await runHydra(['verify', '--attestation', 'b.jsonl'], other)).exitCode).toBe(0);
  });
});
