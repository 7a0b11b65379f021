// A repository with any number of candidates of four kinds, for runs on several machines.
import type { Scorecard } from '../../src/contract/index.ts';
import { createRepository } from '../temporary-repository.ts';

const TESTS = `import assert from 'node:assert';
import { test } from 'node:test';
import { add, twice } from '../add.js';
test('adds', () => assert.equal(add(1, 2), 3));
test('doubles', () => assert.equal(twice(2), 4));
test('adds nothing', () => assert.equal(add(0, 0), 0));
`;
const source = (add: string, twice: string, note: string) =>
  `export const add = (a, b) => ${add};\nexport const twice = (a) => ${twice}; // ${note}\n`;
const newTest = (number: number) => `import assert from 'node:assert';
import { test } from 'node:test';
import { add } from '../add.js';
test('adds negative numbers ${number}', () => assert.equal(add(-1, -${number}), -${number + 1}));
`;

/** A fix, a fix that breaks another test, a fix with a new test, and a change that does nothing, in turns. */
export function manyCandidates(count: number): { folder: string; names: string[] } {
  const kinds = [
    (number: number) => ({ 'add.js': source('a + b', 'a * 2', `fixed ${number}`) }),
    (number: number) => ({ 'add.js': source('a + b', 'a * 3', `broken ${number}`) }),
    (number: number) => ({
      'add.js': source('a + b', 'a + a', `tested ${number}`),
      [`test/new${number}.test.js`]: newTest(number),
    }),
    (number: number) => ({ 'add.js': source('a - b', 'a * 2', `nothing ${number}`) }),
  ];
  const names = Array.from({ length: count }, (_, index) => `c${index + 1}`);
  const branches = names.map((name, index) => [name, kinds[index % kinds.length]?.(index + 1) ?? {}] as const);
  const folder = createRepository(
    {
      'package.json': '{ "name": "adder", "type": "module", "scripts": { "test": "node --test" } }\n',
      'hydra.toml': '[scoring.commands]\ntest = "npm test"\n',
      'add.js': source('a - b', 'a * 2', 'base'),
      'test/add.test.js': TESTS,
    },
    Object.fromEntries(branches),
  );
  return { folder, names };
}

/** The same with a suite that takes a moment: it reads words from a file. */
export function quickCandidates(): { folder: string; names: string[] } {
  const suite = `echo TAP version 13; echo 1..2; n=1
for word in first second; do
  if grep -q $word code.txt; then echo "ok $n - $word"; else echo "not ok $n - $word"; bad=1; fi; n=$((n + 1))
done
exit \${bad:-0}
`;
  const candidates = {
    fix: 'first second\n',
    other: 'second first\n',
    worse: 'nothing\n',
    same: 'first again\n',
    twin: 'first second\n',
  };
  const folder = createRepository(
    { 'hydra.toml': '[scoring.commands]\ntest = "sh test.sh"\n', 'test.sh': suite, 'code.txt': 'first\n' },
    Object.fromEntries(Object.entries(candidates).map(([name, text]) => [name, { 'code.txt': text }])),
  );
  return { folder, names: Object.keys(candidates) };
}

/** The bytes of a scorecard, with the id of its run replaced. */
export function withoutRunId(text: string): string {
  const { run_id: id } = JSON.parse(text) as Scorecard;
  return text.replaceAll(id, 'RUN');
}
