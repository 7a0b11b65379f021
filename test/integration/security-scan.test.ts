// `security = "auto"` with the real npm and a registry of the test on loopback.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { createRepository } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

let server: Server | null = null;
let asked = 0;

afterEach(() => {
  server?.close();
  server = null;
  asked = 0;
});

const ADVISORY = {
  ...{ id: 1, url: 'https://github.com/advisories/GHSA-xvch-5gv4-984h', title: 'Prototype Pollution', severity: 'critical' },
  ...{ vulnerable_versions: '<1.0.0', cwe: [], cvss: { score: 9.8, vectorString: null } },
};

/** Answers about `risky`, or with an error. */
async function openRegistry(isDown: (count: number) => boolean = () => false): Promise<string> {
  const open = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const isQuestion = request.method === 'POST';
      if (isQuestion) asked += 1;
      const found = { risky: [ADVISORY] };
      const packument = {
        name: 'risky',
        'dist-tags': { latest: '0.1.0' },
        versions: { '0.1.0': { name: 'risky', version: '0.1.0' } },
      };
      response.statusCode = isQuestion && isDown(asked) ? 503 : 200;
      response.setHeader('content-type', 'application/json');
      response.end(response.statusCode === 503 ? '{}' : JSON.stringify(isQuestion ? found : packument));
    });
  });
  server = open;
  await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(open.address() as AddressInfo).port}`;
}

const lock = (dependencies: Record<string, string>, dev = false) => ({
  'package.json': `${JSON.stringify({ name: 'p', version: '1.0.0', [dev ? 'devDependencies' : 'dependencies']: dependencies }, null, 2)}\n`,
  'package-lock.json': `${JSON.stringify(
    {
      ...{ name: 'p', version: '1.0.0', lockfileVersion: 3, requires: true },
      packages: {
        '': { name: 'p', version: '1.0.0', [dev ? 'devDependencies' : 'dependencies']: dependencies },
        ...Object.fromEntries(
          Object.entries(dependencies).map(([name, version]) => [`node_modules/${name}`, { version, ...(dev ? { dev } : {}) }]),
        ),
      },
    },
    null,
    2,
  )}\n`,
});

const CONFIG = '[workspace]\nsetup = false\n[scoring.commands]\ntest = "echo TAP version 13; echo 1..1; echo ok 1 - a"\n';
const base = (registry: string) => ({
  'hydra.toml': CONFIG,
  '.npmrc': `registry=${registry}/\nfetch-retries=0\n`,
  'code.js': '1;\n',
  ...lock({ fine: '1.0.0' }),
});
const CANDIDATES = {
  adds: { 'code.js': '2;\n', ...lock({ fine: '1.0.0', risky: '0.1.0' }) },
  develops: { 'code.js': '3;\n', ...lock({ risky: '0.1.0' }, true) },
  plain: { 'code.js': '4;\n' },
};

async function gates(folder: string, ...names: string[]): Promise<Record<string, [boolean | null, string]>> {
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', ...names], folder);
  if (stdout === '') throw new Error(stderr);
  const { rankings } = JSON.parse(stdout) as Scorecard;
  return Object.fromEntries(
    rankings.map(({ agent, gates: all }) => {
      const gate = all.find(({ id }) => id === 'security_clean');
      return [agent, [gate?.passed ?? null, gate?.reason ?? '']];
    }),
  );
}

test('scans the base and changed lockfiles, and refuses a new critical advisory of a production dependency', async () => {
  const folder = createRepository(base(await openRegistry()), CANDIDATES);
  expect(await gates(folder, 'adds', 'develops', 'plain')).toEqual({
    adds: [false, 'adds 1 advisory'],
    develops: [true, 'adds no advisory'],
    plain: [true, 'adds no advisory'],
  });
  expect(asked).toBeGreaterThan(0);
});

test('does not ask if no candidate changes a lockfile', async () => {
  const folder = createRepository(base(await openRegistry()), CANDIDATES);
  expect(await gates(folder, 'plain')).toEqual({ plain: [null, 'no candidate changes a lockfile'] });
  expect(asked).toBe(0);
});

test('an outage for one tree makes the check unavailable for all, and fails no gate', async () => {
  const folder = createRepository(base(await openRegistry((count) => count > 1)), CANDIDATES);
  const result = await gates(folder, 'adds', 'plain');
  const why = 'not measurable on the base: the advisory service did not answer: npm error audit endpoint returned an error';
  expect(result).toEqual({ adds: [null, why], plain: [null, why] });
});

test('a candidate that names another registry is not excused by its silence', async () => {
  const folder = createRepository(base(await openRegistry()), {
    hides: { ...CANDIDATES.adds, '.npmrc': 'registry=http://127.0.0.1:9/\nfetch-retries=0\n' },
    plain: CANDIDATES.plain,
  });
  expect(await gates(folder, 'hides', 'plain')).toEqual({
    hides: [false, 'the security check has no usable result'],
    plain: [true, 'adds no advisory'],
  });
});
