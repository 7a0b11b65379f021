import { describe, expect, test } from 'vitest';
import { pinContent } from './pin-content.ts';
import { PIN_RULES } from './pin-rules.ts';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

describe('package.json', () => {
  const base = json({ name: 'a', scripts: { test: 'jest' }, jest: { bail: 1 }, dependencies: { x: '1' } });

  test('restores scripts and tool settings, and keeps dependencies', () => {
    const own = json({ name: 'a', scripts: { test: 'jest || true' }, eslintConfig: {}, dependencies: { x: '1', y: '2' } });
    expect(pinContent('package.json', base, own)).toBe(
      json({ name: 'a', dependencies: { x: '1', y: '2' }, scripts: { test: 'jest' }, jest: { bail: 1 } }),
    );
  });

  test('does nothing if only dependencies change, whatever the formatting', () => {
    const own = JSON.stringify({ jest: { bail: 1 }, scripts: { test: 'jest' }, dependencies: { y: '2' }, name: 'b' });
    expect(pinContent('web/package.json', base, own)).toBeNull();
  });

  test.each(['', '{', 'null', '[]', '"text"', '5', '{"scripts":'])('replaces invalid content with the base’s: %j', (own) => {
    expect(pinContent('package.json', base, own)).toBe(base);
  });

  test('keeps a base that is not an object', () => {
    expect(pinContent('package.json', 'null', base)).toBe('null');
  });
});

describe('pyproject.toml', () => {
  const project = '[project]\nname = "a"\ndependencies = ["x"]\n';
  const ruff = '[tool.ruff]\nselect = ["E", "F"]\n';

  test.each([
    ['a looser table', `${project}[tool.ruff]\nselect = []\n`, `${project}${ruff}`],
    ['a new table', `${project}${ruff}[tool.pytest.ini_options]\naddopts = "-p no:x"\n`, `${project}${ruff}`],
    ['an indented header', `${project}${ruff}  [tool.mypy]\nignore_errors = true\n`, `${project}${ruff}`],
    ['a quoted header', `${project}${ruff}["tool"."mypy"]\nignore_errors = true\n`, `${project}${ruff}`],
    ['an array of tables', `${project}${ruff}[[tool.mypy.overrides]]\nignore_errors = true\n`, `${project}${ruff}`],
    [
      'a table taken away',
      '[project]\nname = "a"\ndependencies = ["x", "y"]',
      `[project]\nname = "a"\ndependencies = ["x", "y"]\n${ruff}`,
    ],
  ])('%s', (_, own, pinned) => {
    expect(pinContent('pyproject.toml', `${project}${ruff}`, own)).toBe(pinned);
  });

  test.each([
    ['a dependency', `[project]\nname = "a"\ndependencies = ["x", "y"]\n${ruff}`],
    ['another order', `${ruff}\n${project}`],
    ['a dependency of poetry', `${project}${ruff}[tool.poetry.dependencies]\ny = "^2"\n`],
    ['a nested list', `${project}matrix = [\n["a"],\n]\n${ruff}`],
  ])('restores nothing: %s', (_, own) => {
    expect(pinContent('pyproject.toml', `${project}${ruff}`, own)).toBeNull();
  });
});

describe('tests inside Rust sources', () => {
  const tests = '#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() { assert_eq!(f(), 1); }\n}';
  const base = `fn f() -> u8 { 0 }\n\n${tests}\n`;

  test.each([
    ['a weakened assertion', 'fn f() -> u8 { 1 }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {}\n}\n'],
    ['a module taken away', 'fn f() -> u8 { 1 }\n'],
    ['a public module', 'fn f() -> u8 { 1 }\n#[cfg(test)] pub(crate) mod t { }'],
    ['an attribute between', 'fn f() -> u8 { 1 }\n#[cfg(test)]\n#[allow(dead_code)]\nmod tests { }'],
    ['two modules', 'fn f() -> u8 { 1 }\n#[cfg(test)] mod a { }\n#[cfg(test)] mod b { }'],
  ])('%s', (_, own) => {
    expect(pinContent('src/lib.rs', base, own)).toBe(`fn f() -> u8 { 1 }\n\n${tests}\n`);
  });

  test.each([
    ['a string with a brace', '"}"'],
    ['a raw string', 'r#"}"}"#'],
    ['a string of bytes', 'br"}"'],
    ['an escaped quote', '"\\"}"'],
    ['a character', "'}'"],
    ['an escaped character', "'\\''; let c = '}'"],
    ['a lifetime', "f::<'static>()"],
    ['a line comment', '1 // }\n'],
    ['a block comment', '1 /* } */'],
    ['comments in each other', '1 /* /* } */ } */'],
  ])('finds the end of a module after %s', (_, inside) => {
    const own = `#[cfg(test)]\nmod tests { fn x() { let s = ${inside}; } }\nfn after() {}\n`;
    expect(pinContent('src/lib.rs', base, own)).toBe(`\nfn after() {}\n\n${tests}\n`);
  });

  test.each([
    ['a string', 'const S: &str = "#[cfg(test)] mod x {";'],
    ['a comment', '// #[cfg(test)] mod x {'],
  ])('ignores modules in %s', (_, line) => {
    expect(pinContent('src/lib.rs', base, `${line}\n#[cfg(test)]\nmod tests {}\n`)).toBe(`${line}\n\n${tests}\n`);
  });

  test('does nothing for other code, other files, or no tests', () => {
    expect(pinContent('src/lib.rs', base, base.replace('{ 0 }', '{ 1 }'))).toBeNull();
    expect(pinContent('src/lib.go', base, 'package x')).toBeNull();
    expect(pinContent('src/lib.rs', 'fn f() {}', 'fn g() {}')).toBeNull();
  });

  // A scan that restarts at each of these would exceed the test's time limit.
  test.each([
    ['modules that never end', '#[cfg(test)] mod a {'.repeat(100_000)],
    ['comments that never end', '/*'.repeat(500_000)],
    ['a string that never ends', `"${'\\"'.repeat(500_000)}`],
    ['a long string', `"${'a'.repeat(3_000_000)}"`],
    ['attributes without a module', '#[cfg(test)]pub('.repeat(100_000)],
    ['blanks', `#[cfg(test)]${' '.repeat(1_000_000)}`.repeat(3)],
    ['raw strings that never end', `r#"`.repeat(300_000)],
    ['quotes', "'".repeat(1_000_000)],
  ])('%s', (_, hostile) => {
    const code = hostile.trimEnd();
    expect(pinContent('src/lib.rs', base, hostile)).toBe(`${code}\n\n${tests}\n`);
  });
});

test('files that are pinned as a whole', () => {
  expect(['test/a.js', 'hydra.toml', 'Makefile', 'src/a.js', 'package.json'].map(PIN_RULES.isPinned)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
