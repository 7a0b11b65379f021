// Pipes at the places of files that Hydra or git reads. A plain read would wait for good.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { createRepository, git, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const SETTINGS = `[scoring.commands]
build = "node build.js"
test = "node --test"
lint = "node build.js"
[scoring.cross_tests]
enabled = false
`;
const BASE = {
  'hydra.toml': SETTINGS,
  'build.js': '',
  'package.json': '{"name":"p","scripts":{}}\n',
  'pytest.ini': '',
  'code.js': 'exports.add = (a, b) => a;\n',
  'lib/more.js': 'exports.more = 1;\n',
  'code.test.js': `const { test } = require('node:test');
const assert = require('node:assert');
const { add } = require('./code.js');
test('adds', () => assert.equal(add(1, 2), 3));
`,
};
const RIGHT = 'exports.add = (a, b) => a + b;\n';
/** Replaces files that tools and git read by pipes. The next command would wait for one that is not restored. */
const LEAVES_PIPES = `const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const names = ['package.json', 'pytest.ini', 'pyproject.toml', 'Cargo.toml', 'hydra.toml', 'code.js', '.gitignore', '.gitattributes',
  'lib/.gitattributes', '.gitmodules', 'lcov.info', 'coverage.xml', 'junit.xml', 'binding.gyp'];
for (const name of names) {
  fs.rmSync(name, { recursive: true, force: true });
  execFileSync('mkfifo', [name]);
}
`;

test('a candidate whose commands leave pipes everywhere is scored to the end', async () => {
  const folder = createRepository(BASE, {
    honest: { 'code.js': RIGHT },
    pipes: { 'code.js': `${RIGHT}exports.more = 1;\n`, 'build.js': LEAVES_PIPES },
  });
  const { stdout } = await runHydra(['score', '--json', '--base', 'main', 'honest', 'pipes'], folder);
  const card = JSON.parse(stdout) as Scorecard;
  expect(card.rankings.map(({ agent }) => agent).sort()).toEqual(['honest', 'pipes']);
  expect(card.rankings.find(({ agent }) => agent === 'honest')).toMatchObject({ breakdown: { tests: 100 } });
});

test.each(['.gitignore', 'lib/.gitattributes'])('a folder with a pipe at %s is refused by name', async (name) => {
  const folder = createRepository(BASE, {});
  const candidate = join(temporaryFolder(), 'candidate');
  git(folder, 'worktree', 'add', '--quiet', '--detach', candidate);
  writeFileSync(join(candidate, 'code.js'), RIGHT);
  execFileSync('mkfifo', [join(candidate, name)]);
  const { stderr, exitCode } = await runHydra(['score', '--base', 'main', `a=${candidate}`], folder);
  expect({
    exitCode,
    names: stderr.replace(/\s+/g, ' ').includes(`${name} is a pipe or a device, and git would wait for it`),
  }).toEqual({
    exitCode: 2,
    names: true,
  });
});

test.each(['score', 'doctor'])('hydra %s ends with an error when hydra.toml is a pipe', async (command) => {
  const { 'hydra.toml': _settings, ...rest } = BASE;
  const folder = createRepository(rest, { a: { 'code.js': RIGHT } });
  rmSync(join(folder, 'hydra.toml'), { force: true });
  execFileSync('mkfifo', [join(folder, 'hydra.toml')]);
  const { stdout, stderr } = await runHydra(command === 'score' ? ['score', '--base', 'main', 'a'] : ['doctor'], folder);
  expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain('Cannot read the configuration file: it is not a readable file.');
  expect(existsSync(join(folder, '.git'))).toBe(true);
});
