// attest/action.yml: its steps run as on a runner, on the reports of the Hydra action.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRepository, temporaryFolder } from '../temporary-repository.ts';
import { type Job, readAction, runAction } from './run-action.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

const CONFIG = '[scoring.commands]\nbuild = "sh build.sh"\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n';
const TEST = 'echo "TAP version 13"; echo 1..1; grep -q fixed code.c && echo "ok 1 - a" || { echo "not ok 1 - a"; exit 1; }\n';
const TEST_RESULT = 'https://in-toto.io/attestation/test-result/v0.1';
const SVR = 'https://in-toto.io/attestation/svr/v0.2';

let folder = '';
let statements = '';
let tree: Buffer;

beforeAll(async () => {
  await ensureProgram();
  folder = createRepository(
    { 'hydra.toml': CONFIG, 'build.sh': 'echo built\n', 'test.sh': TEST, 'code.c': 'broken\n' },
    { good: { 'code.c': 'fixed\n' } },
  );
  const { outputs } = await runAction(readAction('.'), folder, { candidates: 'good', base: 'main' });
  const reports = outputs['report-folder'] ?? '';
  statements = readFileSync(join(reports, 'winner.intoto.jsonl'), 'utf8');
  tree = readFileSync(join(reports, 'winner.tree'));
}, 240_000);

/** With an artifact of these files. */
function sign(files: Record<string, string | Buffer>): Promise<Job> {
  const artifact = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(artifact, name), content);
  return runAction(readAction('attest'), folder, {}, { 'steps.download.outputs.download-path': artifact });
}

const sha256 = () => createHash('sha256').update(tree).digest('hex');

test('passes both predicates and the SHA-256 of the tree object to actions/attest', async () => {
  const { used, failed, outputs } = await sign({ 'winner.intoto.jsonl': statements, 'winner.tree': tree });
  expect(failed).toBeNull();
  expect(used.download).toMatchObject({ name: 'hydra-report' });
  const lines = statements.trimEnd().split('\n');
  for (const [id, type, line] of [
    ['test-result', TEST_RESULT, lines[0]],
    ['svr', SVR, lines[1]],
  ] as const) {
    const { 'predicate-path': file = '', ...others } = used[id] ?? {};
    const { predicateType, predicate, subject } = JSON.parse(line ?? '');
    expect(others).toEqual({
      ...{ 'subject-name': subject[0].name, 'subject-digest': `sha256:${sha256()}`, 'predicate-type': type },
    });
    expect([predicateType, JSON.parse(readFileSync(file, 'utf8'))]).toEqual([type, predicate]);
  }
  expect(outputs).toMatchObject({ 'subject-digest': `sha256:${sha256()}` });
  // What a user writes to a file to look for the attestation of a commit.
  expect(execFileSync('git', ['cat-file', 'tree', 'good^{tree}'], { cwd: folder }).equals(tree)).toBe(true);
});

test('hydra verify accepts the bundle that actions/attest makes of it', async () => {
  const { used } = await sign({ 'winner.intoto.jsonl': statements, 'winner.tree': tree });
  const bundles = ['test-result', 'svr'].map((id) => {
    const { 'predicate-path': file = '', 'subject-name': name, 'subject-digest': digest = '', ...rest } = used[id] ?? {};
    const [algorithm = '', hex] = digest.split(':');
    const statement = {
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name, digest: { [algorithm]: hex } }],
      predicateType: rest['predicate-type'],
      predicate: JSON.parse(readFileSync(file, 'utf8')),
    };
    const payload = Buffer.from(JSON.stringify(statement)).toString('base64');
    const dsseEnvelope = { payload, payloadType: 'application/vnd.in-toto+json', signatures: [{ sig: 'MEUC' }] };
    return JSON.stringify({ mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json', dsseEnvelope });
  });
  writeFileSync(join(folder, '.hydra/bundles.jsonl'), bundles.join('\n'));
  const { stdout, exitCode } = await runHydra(['verify', '--attestation', '.hydra/bundles.jsonl'], folder);
  expect([exitCode, stdout.match(/matches the run/g)]).toEqual([0, ['matches the run', 'matches the run']]);
});

test('signs only the verification result if there is no test result', async () => {
  const svr = statements.split('\n')[1] ?? '';
  const { used, failed } = await sign({ 'winner.intoto.jsonl': `${svr}\n`, 'winner.tree': tree });
  expect([failed, Object.keys(used)]).toEqual([null, ['download', 'svr']]);
});

describe('signs nothing', () => {
  const change = (from: string | RegExp, to: string) => () => ({
    ...{ 'winner.intoto.jsonl': statements.replace(from, to), 'winner.tree': tree },
  });
  const NOT_TWO = 'winner.intoto.jsonl does not have one test result and one verification result about a git tree';
  const cases: Record<string, [files: () => Record<string, string | Buffer>, reason: string]> = {
    'of an artifact without statements': [() => ({}), 'The artifact has no statements about a winner.'],
    'with another tree': [
      () => ({ 'winner.intoto.jsonl': statements, 'winner.tree': Buffer.concat([tree, Buffer.from('x')]) }),
      'winner.tree is not the tree that they name',
    ],
    'about two trees': [change(/"gitTree":"[0-9a-f]{40}"\},"name"/, `"gitTree":"${'0'.repeat(40)}"},"name"`), 'different trees'],
    'of another type': [change(SVR, 'https://slsa.dev/provenance/v1'), NOT_TWO],
    'twice of one type': [change(TEST_RESULT, SVR), NOT_TWO],
    'that is not JSON': [() => ({ 'winner.intoto.jsonl': `${statements}{`, 'winner.tree': tree }), NOT_TWO],
    'with a hostile name': [change(/"name":"[^"]+\/good"/, '"name":"x\\nsvr=/etc/passwd"'), NOT_TWO],
    'that is empty': [() => ({ 'winner.intoto.jsonl': '\n', 'winner.tree': tree }), NOT_TWO],
  };

  test.each(Object.entries(cases))('%s', async (_name, [files, reason]) => {
    const { used, failed, outputs } = await sign(files());
    expect(failed).toMatchObject({ step: 'statements', exitCode: 2 });
    expect(failed?.log).toContain('::error title=Hydra::');
    expect(failed?.log).toContain(reason);
    expect(Object.keys(used)).toEqual(['download']);
    expect(Object.values(outputs).join('')).toBe('');
  });
});
