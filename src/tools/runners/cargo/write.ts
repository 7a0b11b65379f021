// Test programs for cargo test. Results are compared by what `{:?}` shows, so that a text equals a `String` and a `&str`.
import { crateOf, folderOf } from '../../../languages/index.ts';
import type { TestToWrite, TestWriter } from '../../tool.ts';
import { freePath, inFolder } from '../shared/writing/place.ts';

const HELPERS = `#[allow(dead_code)]
mod hydra {
    /// Also the value inside of Ok and Some; numbers are equal if their values are.
    pub fn gives(title: &str, got: &str, want: &str) {
        let inner = ["Ok(", "Some("].iter().find_map(|start| got.strip_prefix(start)?.strip_suffix(')'));
        let is_same = same(got, want) || inner.map_or(false, |value| same(value, want));
        assert!(is_same, "{}: got {}", title, cut(got));
    }

    fn same(got: &str, want: &str) -> bool {
        match (got.parse::<f64>(), want.parse::<f64>()) {
            (Ok(one), Ok(other)) => one == other || (one - other).abs() <= 1e-9 * one.abs().max(other.abs()) && want.contains('.'),
            _ => got == want,
        }
    }

    pub fn prints(title: &str, got: &str, want: &str) {
        assert!(got.trim_end() == want.trim_end(), "{}: gives {}", title, cut(got));
    }

    /// An Err, or a panic.
    pub fn fails(title: &str, name: &str, call: impl FnOnce() -> String) {
        let got = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call));
        let is_right = match &got {
            Err(_) => name == "" || name == "panic",
            Ok(text) => name != "panic" && text.starts_with("Err(") && text.contains(name),
        };
        assert!(is_right, "{}: got {}", title, cut(got.as_deref().unwrap_or("a panic")));
    }

    fn cut(text: &str) -> String {
        text.chars().take(500).collect()
    }
}`;

const ALLOWED = 'dead_code, unused, deprecated, clippy::all';

export const write: TestWriter = {
  languages: ['rust'],
  compiles: true,
  path({ files, stem, beside, read }) {
    const crate = crateOf(beside ?? 'src/lib.rs', { files, read });
    const folder = inFolder(crate?.folder ?? (beside === null ? '' : folderOf(beside)), 'tests');
    return freePath(files, (suffix) => inFolder(folder, `${stem}${suffix}_test.rs`));
  },
  text({ tests, files, read, beside }) {
    const crate = crateOf(beside ?? 'src/lib.rs', { files, read });
    const globs = crate === null ? [] : [`use ${crate.name}::*;`];
    const functions = tests.map((test) => testText(test, globs));
    return { names: tests.map(({ name }) => name), text: `${[`#![allow(${ALLOWED})]`, HELPERS, ...functions].join('\n\n')}\n` };
  },
};

const WHOLE_TEST = /^([ \t]*(?:pub[ \t]+)?(?:async[ \t]+)?fn[ \t]+)\w+(?=[ \t]*\([ \t]*\))/m;

/** Each test has its own imports, in a module if it is a whole one. */
function testText(test: TestToWrite, globs: readonly string[]): string {
  const { name, imports, setup, call } = test;
  const before = [...globs, ...linesOf(imports)];
  if (/^[ \t]*#\[(?:\w+::)*test\]/m.test(call)) {
    const renamed = call.replace(WHOLE_TEST, `$1${name}`);
    return [`mod of_${name} {`, ...indented([...before, ...linesOf(setup), ...linesOf(renamed)]), '}'].join('\n');
  }
  const body = [...before, ...linesOf(setup), ...bodyOf(test)];
  return ['#[test]', `fn ${name}() {`, ...indented(body), '}'].join('\n');
}

function bodyOf({ call, expected, title }: TestToWrite): string[] {
  const shown = textOf(title);
  switch (expected.kind) {
    case 'holds':
      return linesOf(call);
    case 'value':
      return [`hydra::gives(${shown}, &format!("{:?}", ${call}), &format!("{:?}", ${wide(expected.code)}));`];
    case 'output':
      return [`hydra::prints(${shown}, &${shownAs(call)}, ${textOf(expected.text)});`];
    case 'error':
      return [`hydra::fails(${shown}, ${textOf(expected.name ?? '')}, || format!("{:?}", ${call}));`];
  }
}

/** What `println!` prints without printing it; another value as `{:?}`. */
function shownAs(call: string): string {
  const macro = /^e?print(?:ln)?!/.exec(call)?.[0];
  return macro === undefined ? `format!("{:?}", ${call})` : `format!${call.slice(macro.length)}`;
}

/** A literal without a type is an i32. */
function wide(code: string): string {
  return code.replace(/"(?:[^"\\]|\\[\s\S])*"|(?<![\w.])(\d{10,38})(?![\w.])/g, (text, digits?: string) =>
    digits === undefined ? text : `${digits}_i128`,
  );
}

function linesOf(code: string): string[] {
  return code.trim() === '' ? [] : code.split('\n');
}

/** Not inside of raw strings: a test with one that has several lines would change. */
function indented(lines: readonly string[]): string[] {
  const isPlain = !lines.some((line) => /r#*"/.test(line));
  return lines.map((line) => (line.trim() === '' || !isPlain ? line : `    ${line}`));
}

/** A string of Rust. */
function textOf(text: string): string {
  return JSON.stringify(text)
    .replace(/\\([bf])/g, (_, letter) => (letter === 'b' ? '\\u{8}' : '\\u{c}'))
    .replace(/\\u([\da-f]{4})/g, '\\u{$1}')
    .replace(/[\u007f-\u{10ffff}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
