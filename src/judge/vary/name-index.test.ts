import { expect, test } from 'vitest';
import type { TestStatus } from '../../contract/index.ts';
import { indexNames, namesIn } from './name-index.ts';

const run = (ids: readonly string[]) => new Map(ids.map((id): [string, TestStatus] => [id, 'passed']));
const suite = (prefix: string, count = 600) => Array.from({ length: count }, (_, index) => `${prefix}.js > does ${index}`);

test('finds ids by the end of a name and by a text in plain form', () => {
  const index = indexNames(['a.js > adds', 'b.py::test_adds[1]', 'pkg TestAdds/sub', 'a.js > group > other']);
  expect(index.withEnd('adds')).toEqual(['a.js > adds']);
  expect(index.withEnd('test_adds')).toEqual(['b.py::test_adds[1]']);
  expect(index.withEnd('TestAdds')).toEqual(['pkg TestAdds/sub']);
  expect(index.containing('groupother')).toEqual(['a.js > group > other']);
});

test('finds the same ids in runs that share an index, and the ids that a run adds', () => {
  const first = run(suite('a'));
  const second = run([...suite('a').slice(5), 'b.js > is new']);
  expect(namesIn(first).withEnd('is new')).toEqual([]);
  expect(namesIn(second).withEnd('is new')).toEqual(['b.js > is new']);
  expect(namesIn(second).withEnd('does 7')).toEqual(['a.js > does 7']);
  expect(namesIn(second).containing('bjsisnew')).toEqual(['b.js > is new']);
});

test('indexes a suite of another project anew', () => {
  namesIn(run(suite('a')));
  expect(namesIn(run(suite('other'))).withEnd('does 7')).toEqual(['other.js > does 7']);
});
