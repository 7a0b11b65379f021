// From the text of a task to a test file.
import { expect, test } from 'vitest';
import { type ExamplesRequest, planExamples } from './plan-examples.ts';

function tree(files: Record<string, string>) {
  return { files: Object.keys(files), read: (path: string) => files[path] ?? null };
}

function plan(text: string, files: Record<string, string>, changes: Partial<ExamplesRequest> = {}) {
  return planExamples({
    text,
    command: 'python3 -m pytest -q',
    scripts: {},
    isConfined: true,
    candidates: [],
    ...tree(files),
    ...changes,
  });
}

const BASE = { 'shapes.py': 'def area(width, height):\n    pass\n', 'tests/test_shapes.py': 'from shapes import area\n' };

test('writes one test per example beside the tests of the repository', () => {
  const { files, examples } = plan('area(2, 3) == 6', BASE);
  expect(files.map(({ path }) => path)).toEqual(['tests/test_task_examples.py']);
  expect(files[0]?.text).toContain(
    'def test_example_1_line_1():\n    from shapes import area\n    _got = area(2, 3)\n    _want = 6\n',
  );
  expect(examples).toMatchObject([{ call: 'area(2, 3)', test: 'test_example_1_line_1', why: null }]);
});

test('finds a function that only a candidate defines', () => {
  const candidates = [tree({ 'shapes.py': 'def edge(width):\n    pass\n' })];
  expect(plan('edge(2) == 8', BASE, { candidates }).examples).toMatchObject([{ test: 'test_example_1_line_1' }]);
});

test('says why an example has no test', () => {
  const { files, examples } = plan('edge(2) == 8', BASE);
  expect(files).toEqual([]);
  expect(examples).toMatchObject([{ test: null, why: 'no file of the base or of a candidate defines edge' }]);
});

test('calls the function that the text declares, where the name of an example is defined nowhere', () => {
  const text = 'Add `area(width, height)`.\n\n    surface(2, 3) == 6\n    surface(2) == 4\n    pow(2, 3) == 8\n';
  expect(plan(text, BASE).examples.map(({ call, test: name }) => [call, name])).toEqual([
    ['area(2, 3)', 'test_example_1_line_3'],
    ['surface(2)', null],
    ['pow(2, 3)', 'test_example_3_line_5'],
  ]);
  const both = { ...BASE, 'a.py': 'def surface(a, b):\n    pass\n' };
  expect(plan(text, both).examples[0]?.call).toBe('surface(2, 3)');
});
