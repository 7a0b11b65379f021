import { describe, expect, test } from 'vitest';
import { pinRustTests } from './rust-tests.ts';

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
    expect(pinRustTests('src/lib.rs', base, own)).toBe(`fn f() -> u8 { 1 }\n\n${tests}\n`);
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
    expect(pinRustTests('src/lib.rs', base, own)).toBe(`\nfn after() {}\n\n${tests}\n`);
  });

  test.each([
    ['a string', 'const S: &str = "#[cfg(test)] mod x {";'],
    ['a comment', '// #[cfg(test)] mod x {'],
  ])('ignores modules in %s', (_, line) => {
    expect(pinRustTests('src/lib.rs', base, `${line}\n#[cfg(test)]\nmod tests {}\n`)).toBe(`${line}\n\n${tests}\n`);
  });

  test('does nothing for other code, other files, or no tests', () => {
    const changed = base.replace('{ 0 }', '{ 1 }');
    expect(pinRustTests('src/lib.rs', base, changed)).toBe(changed);
    expect(pinRustTests('src/lib.go', base, 'package x')).toBe('package x');
    expect(pinRustTests('src/lib.rs', 'fn f() {}', 'fn g() {}')).toBe('fn g() {}');
  });

  test('restores which file of tests is compiled', () => {
    const declared = 'fn f() {}\n\n#[cfg(test)]\nmod cases;\n';
    expect(pinRustTests('src/lib.rs', declared, 'fn g() {}\n\n#[cfg(test)]\n#[path = "none.rs"]\nmod cases;\n')).toBe(
      'fn g() {}\n\n#[cfg(test)]\nmod cases;\n',
    );
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
    expect(pinRustTests('src/lib.rs', base, hostile)).toBe(`${code}\n\n${tests}\n`);
  });
});
