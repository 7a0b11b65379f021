import { expect, test } from 'vitest';
import { varyCall } from './vary-call.ts';

function varied(call: string, language = 'python', allowsNull = false): string[] {
  return varyCall({ call, language, allowsNull }).map((variation) => variation.call);
}

test('changes numbers and keeps their type', () => {
  expect(varied('f(3)')).toEqual(['f(4)', 'f(0)', 'f(-3)', 'f(2)', 'f(120)']);
  expect(varied('f(-250)')).toEqual(['f(-249)', 'f(0)', 'f(250)', 'f(-251)', 'f(-247)']);
  expect(varied('f(0)')).toEqual(['f(1)', 'f(-1)', 'f(120)']);
  expect(varied('f(2.50)')).toEqual(['f(3.50)', 'f(0.00)', 'f(-2.50)', 'f(1.50)', 'f(120.00)']);
  expect(varied('f(2 ** 31, 0x1f, 1e5, 007)')).toEqual([]);
});

test('changes texts', () => {
  expect(varied('f("aB é")')).toEqual([
    'f("")',
    'f(" aB é")',
    'f("AB É")',
    'f("aB ")',
    'f("aB éaB é")',
    'f("é Ba")',
    'f("B é")',
    'f("aB éé")',
  ]);
  expect(varied("f('A')")).toEqual(["f('')", "f(' A')", "f('a')", "f('AA')", "f('Aé')"]);
  // An escape sequence is not cut.
  expect(varied('f("a\\n")')).toEqual(['f("")', 'f(" a\\n")', 'f("a\\na\\n")', 'f("a\\né")']);
});

test('changes lists, and each of their items', () => {
  expect(varied('f([1, True])')).toEqual([
    'f([])',
    'f([2, True])',
    'f([1, False])',
    'f([True, 1])',
    'f([0, True])',
    'f([1, True, True])',
    'f([-1, True])',
    'f([1])',
    'f([120, True])',
  ]);
  expect(varied('f({1, 2})').slice(0, 1)).toEqual(['f(set())']);
  expect(varied('f({"a": None, "b": None})')).toEqual(['f({})', 'f({"a": None})']);
});

test('changes arguments of constructors, methods and parameters with a name', () => {
  expect(varied('Stack(True).push(item=False)')).toEqual(['Stack(False).push(item=False)', 'Stack(True).push(item=True)']);
  expect(varied('new Stack(true).push([])', 'javascript', true)).toEqual([
    'new Stack(false).push([])',
    'new Stack(true).push(null)',
    'new Stack(null).push([])',
  ]);
});

test('uses null where the language has it', () => {
  expect(varied('f(True)', 'python', true)).toEqual(['f(False)', 'f(None)']);
  expect(varied('f([]int{}, true)', 'go', true)).toEqual(['f([]int(nil), true)', 'f([]int{}, false)']);
  expect(varied('f(Some(true))', 'rust', true)).toEqual(['f(None)', 'f(Some(false))']);
});

test('tries one negative number where the type may have none', () => {
  expect(varied('f(2)', 'go')).toEqual(['f(3)', 'f(0)', 'f(-2)', 'f(1)', 'f(120)']);
  expect(varied('f(0)', 'rust')).toEqual(['f(1)', 'f(120)']);
  expect(varied('f(-2)', 'rust')).toEqual(['f(-1)', 'f(0)', 'f(2)', 'f(-3)', 'f(120)']);
});

test('changes nothing in a call that could reach files or programs', () => {
  for (const call of [
    'delete_tree("/tmp/x")',
    'a.removeFile("a.txt")',
    'os.system("ls")',
    'open("a.txt", 3)',
    'Git("x").exec("y")',
  ]) {
    expect(varied(call)).toEqual([]);
  }
  expect(varied('remove("a")').length).toBe(5);
  expect(varied('reopened("a.txt")').length).toBeGreaterThan(0);
});

test('changes nothing in what is no call of literals', () => {
  for (const call of ['f(', 'f(x', 'f(1) + 2', 'f(lambda: 1)', '1', '', 'f(*[1])', `f(${'['.repeat(50)}${']'.repeat(50)})`]) {
    expect(varied(call)).toEqual([]);
  }
});

test('keeps a number within the smallest type that holds it', () => {
  expect(varied('f(127)', 'go')).toEqual(['f(0)', 'f(-127)', 'f(126)']);
  expect(varied('f(255)', 'rust')).toEqual(['f(0)', 'f(-255)', 'f(254)']);
  expect(varied('f(-128)', 'rust')).toEqual(['f(-127)', 'f(0)', 'f(-125)']);
  expect(varied('f(2147483647)', 'go')).toEqual(['f(0)', 'f(-2147483647)', 'f(2147483646)']);
});
