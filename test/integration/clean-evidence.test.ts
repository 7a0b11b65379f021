// Evidence about one candidate is produced where no other one can read or change it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { probeSandbox } from '../../src/exec/index.ts';
import { createRepository, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

const probed = await probeSandbox();

beforeAll(ensureProgram);

/** Searches everything but the files of its own checkout for the texts that only others have. */
const SEARCH = `const fs = require('node:fs');
const { join, dirname } = require('node:path');
const { execFileSync } = require('node:child_process');
const texts = [];
const read = (action) => { try { texts.push(String(action())); } catch {} };
const git = (...args) => execFileSync('git', args, { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
const objects = ['.git/objects'];
for (const place of objects) {
  read(() => { objects.push(...fs.readFileSync(join(place, 'info/alternates'), 'utf8').split('\\n').filter(Boolean)); return ''; });
}
for (const line of fs.readFileSync('/proc/self/mountinfo', 'utf8').split('\\n')) objects.push(line.split(' ')[4] ?? '', line.split(' ')[3] ?? '');
for (const place of [...new Set(objects)]) {
  for (const each of [place, join(place, 'objects'), dirname(place), join(dirname(place), 'objects'), join(dirname(dirname(place)), 'objects')]) {
    if (!fs.existsSync(join(each, 'pack'))) continue;
    const env = { ...process.env, GIT_OBJECT_DIRECTORY: each };
    read(() => execFileSync('git', ['cat-file', '--batch-all-objects', '--batch', '--unordered'], { env, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] }));
  }
}
read(() => git('log', '--all', '--reflog', '-p'));
read(() => git('for-each-ref'));
read(() => JSON.stringify(process.env));
for (const name of ['maps', 'mountinfo', 'environ', 'cmdline']) {
  for (const id of fs.readdirSync('/proc').filter((each) => /^(\\d+|self)$/.test(each))) read(() => fs.readFileSync('/proc/' + id + '/' + name));
}
const found = [...new Set(texts.join('\\n').match(/MARK_OF_[A-Z_]+/g))].sort();
process.stderr.write('SEARCHED ' + texts.length + ' FOUND ' + JSON.stringify(found) + '\\n');
`;
const ADDS = "test('adds', () => assert.equal(add(1, 2), 3));\n";
const HEAD = `const { test } = require('node:test');
const assert = require('node:assert');
const { add } = require('./code.js');
`;
const RIGHT = 'exports.add = (a, b) => a + b;\n';

test.skipIf(probed.sandbox === null)('a check finds nothing of rivals or of acceptance tests outside its own tree', async () => {
  const folder = createRepository(
    {
      'hydra.toml': '[scoring.commands]\ntest = "node --test"\n',
      'code.js': 'exports.add = (a, b) => a;\n',
      'code.test.js': `${HEAD}test('keeps', () => assert.equal(add(1, 0), 1));\n`,
    },
    {
      thief: { 'code.js': `${SEARCH}${RIGHT}`, 'thief.test.js': `${HEAD}${ADDS}` },
      rival: {
        'code.js': `${RIGHT}// MARK_OF_RIVAL_SOURCE\n`,
        'rival.test.js': `${HEAD}// MARK_OF_RIVAL_TEST\ntest('adds more', () => assert.equal(add(2, 2), 4));\n`,
      },
    },
  );
  const place = join(temporaryFolder(), 'accept.test.js');
  writeFileSync(place, `${HEAD}// MARK_OF_ACCEPTANCE\ntest('accepts', () => assert.equal(add(3, 4), 7));\n`);
  const { stdout } = await runHydra(
    ['score', '--json', '--no-cache', '--base', 'main', 'thief', 'rival', '--acceptance', place],
    folder,
  );
  const card = JSON.parse(stdout) as Scorecard;
  const captures = join(folder, '.hydra/runs', card.run_id, 'candidates/thief');
  const found = new Map<string, string>();
  for (const name of readdirSync(captures)) {
    const logs = ['stdout.log', 'stderr.log'].map((log) => readIfPresent(join(captures, name, log))).join('\n');
    for (const [, searched = '', marks = ''] of logs.matchAll(/SEARCHED (\d+) FOUND (\[.*?\])/g)) {
      expect(Number(searched)).toBeGreaterThan(3);
      found.set(name, marks);
    }
  }
  expect(found.get('pinned-test')).toBe('[]');
  const foreign = [...found].filter(([name, marks]) => marks !== '[]' && !isForeign(name));
  expect(foreign).toEqual([]);
  // Tests of others are in the tree while they run there, the sources of others never.
  expect([...found.keys()].filter(isForeign).length).toBeGreaterThan(1);
  expect([...found.values()].join(' ')).not.toContain('MARK_OF_RIVAL_SOURCE');
});

function isForeign(name: string): boolean {
  return /cross|acceptance/.test(name);
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

test.each(['auto', 'off'])('tests of a rival change no result of another candidate, with mode = "%s"', async (mode) => {
  const poison = "require('node:fs').writeFileSync('poison.txt', '');";
  const folder = createRepository(
    {
      'hydra.toml': `[scoring.commands]\ntest = "node --test"\n[sandbox]\nmode = "${mode}"\n`,
      'code.js': 'exports.add = (a, b) => a;\n',
      '.gitignore': 'poison.txt\n',
      'code.test.js': `${HEAD}const isClean = !require('node:fs').existsSync('poison.txt');
test('keeps', () => assert.ok(isClean && add(1, 0) === 1));\n`,
    },
    {
      poisoner: { 'code.js': RIGHT, 'a.test.js': `${HEAD}test('adds', () => { ${poison} assert.equal(add(1, 2), 3); });\n` },
      honest: { 'code.js': RIGHT, 'b.test.js': `${HEAD}test('adds more', () => assert.equal(add(2, 2), 4));\n` },
    },
  );
  const { stdout } = await runHydra(['score', '--json', '--no-cache', '--base', 'main', 'honest', 'poisoner'], folder);
  const card = JSON.parse(stdout) as Scorecard;
  const honest = card.rankings.find(({ agent }) => agent === 'honest');
  expect(honest).toMatchObject({ mergeable: true, breakdown: { tests: 100 } });
  const names = readdirSync(join(folder, '.hydra/runs', card.run_id, 'candidates/honest'));
  expect(names.some(isForeign)).toBe(true);
  // Nothing had to be repeated because a result changed.
  expect(names.filter((name) => name.startsWith('again'))).toEqual([]);
});
