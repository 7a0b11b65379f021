// Where a written test file is, and what it contains.
import { expect, test } from 'vitest';
import { write } from './write.ts';

function pathFor(args: string, ...files: string[]): string {
  return write.path({ args: args.split(' ').filter(Boolean), files, read: () => null, stem: 'task_examples', beside: null });
}

test('is beside the tests of the repository, with a name that discovery finds', () => {
  expect(pathFor('', 'area.py')).toBe('test_task_examples.py');
  expect(pathFor('', 'area.py', 'tests/__init__.py', 'tests/test_area.py')).toBe('tests/test_task_examples.py');
  expect(pathFor('discover -s unit', 'area.py')).toBe('unit/test_task_examples.py');
  expect(pathFor('discover unit/ -v', 'area.py')).toBe('unit/test_task_examples.py');
  expect(pathFor('discover -s . -v', 'area.py')).toBe('test_task_examples.py');
  expect(pathFor("discover -p '*_test.py'", 'a/area_test.py')).toBe('a/task_examples_test.py');
  expect(pathFor('', 'test_task_examples.py')).toBe('test_task_examples_2.py');
});

test('has one class with a method per test', () => {
  const value = { kind: 'value' as const, code: '6' };
  const tests = ['a', 'b'].map((name) => ({
    name,
    title: name,
    imports: 'import area',
    setup: '',
    call: 'area.of(2)',
    expected: value,
  }));
  const request = { args: [], files: [], read: () => null, stem: 'task_examples', beside: null, tests };
  const { names, text } = write.text(request, 'test_task_examples.py');
  expect(names).toEqual(['test_a', 'test_b']);
  expect(text.slice(text.indexOf('class '))).toBe(`class TaskExamples(unittest.TestCase):
    def test_a(self):
        import area
        _got = area.of(2)
        _want = 6
        assert _matches(_got, _want), "a: got " + _shown(_got)

    def test_b(self):
        import area
        _got = area.of(2)
        _want = 6
        assert _matches(_got, _want), "b: got " + _shown(_got)
`);
});
