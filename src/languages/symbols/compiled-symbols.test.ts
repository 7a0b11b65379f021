import { describe, expect, test } from 'vitest';
import { Definitions } from './definitions.ts';
import { definedNames, importStatement } from './index.ts';

const treeOf = (texts: Readonly<Record<string, string>>) => ({
  files: Object.keys(texts),
  read: (path: string) => texts[path] ?? null,
});

describe('Go', () => {
  const tree = treeOf({
    'go.mod': 'module example.org/text/v2\n\ngo 1.19\n',
    'slug.go': 'package text\n\nfunc Make(s string) string { return s }\nfunc plain() {}\n',
    'cut/cut.go':
      'package cut\n\ntype (\n\tRow struct {\n\t\tWidth int\n\t}\n\tlist []Row\n)\n\nconst (\n\tFirst = iota\n\tSecond\n)\n\nfunc Map[T any](x T) T { return x }\nfunc (r Row) Len() int { return 0 }\n',
    'cmd/main.go': 'package main\n\nfunc Run() {}\n',
  });
  const importOf = (name: string, definedIn: string, isInside = false) =>
    importStatement({ name, definedIn, from: 'x_test.go', isInside, ...tree });

  test('defines functions, types, variables and constants, not methods', () => {
    const names = definedNames('cut/cut.go', tree.read('cut/cut.go') ?? '').map(({ name, kind, isExported }) => [
      name,
      kind,
      isExported,
    ]);
    expect(names).toEqual([
      ['Map', 'function', true],
      ['Row', 'class', true],
      ['list', 'class', false],
      ['First', 'value', true],
      ['Second', 'value', true],
    ]);
  });

  test('imports a package by its name, or an exported name without one', () => {
    expect(importOf('text', 'slug.go')).toBe('text "example.org/text/v2"');
    expect(importOf('Make', 'slug.go')).toBe('. "example.org/text/v2"');
    expect(importOf('Row', 'cut/cut.go')).toBe('. "example.org/text/v2/cut"');
  });

  test('needs no import inside of the package, where private names are in scope too', () => {
    expect([importOf('plain', 'slug.go'), importOf('plain', 'slug.go', true), importOf('text', 'slug.go', true)]).toEqual([
      null,
      '',
      null,
    ]);
  });

  test('cannot import a program', () => {
    expect(importOf('Run', 'cmd/main.go')).toBeNull();
  });

  test('finds packages by their name', () => {
    expect(new Definitions('', tree, []).find('cut', ['go'])).toMatchObject({ path: 'cut/cut.go' });
  });
});

describe('Rust', () => {
  const tree = treeOf({
    'Cargo.toml': '[package]\nname = "slug-maker"\n\n[workspace]\nmembers = ["tools/cut"]\n',
    'src/lib.rs':
      'mod make;\npub mod text;\nmod deep;\npub use make::{slug, long as wide};\npub use self::deep::*;\n\n#[macro_export]\nmacro_rules! slugs { () => {} }\nfn private() {}\n',
    'src/make.rs': 'pub fn slug() {}\npub fn long() {}\npub fn hidden() {}\n',
    'src/text/mod.rs': 'pub mod case;\npub(crate) fn inner() {}\n',
    'src/text/case.rs': 'pub trait ToSlug {\n    fn to_slug(&self) -> String;\n}\n',
    'src/deep.rs': 'pub struct Deep;\n',
    'tools/cut/Cargo.toml': '[package]\nname = "cut"\n\n[lib]\nname = "cutter"\npath = "lib.rs"\n',
    'tools/cut/lib.rs': 'pub fn cut() {}\n',
  });
  const importOf = (name: string, definedIn: string) => importStatement({ name, definedIn, from: 'tests/x.rs', ...tree });

  test.each([
    ['a re-export', 'slug', 'src/make.rs', 'use slug_maker::slug;'],
    ['a re-export under another name', 'long', 'src/make.rs', 'use slug_maker::wide;'],
    ['everything of a module', 'Deep', 'src/deep.rs', 'use slug_maker::Deep;'],
    ['public modules', 'ToSlug', 'src/text/case.rs', 'use slug_maker::text::case::ToSlug;'],
    ['the trait of a method', 'to_slug', 'src/text/case.rs', 'use slug_maker::text::case::ToSlug;'],
    ['a macro', 'slugs', 'src/lib.rs', 'use slug_maker::slugs;'],
    ['a member of the workspace with a library of another name', 'cut', 'tools/cut/lib.rs', 'use cutter::cut;'],
    ['nothing for the crate itself', 'slug_maker', 'src/lib.rs', ''],
  ])('imports by %s', (_how, name, path, expected) => {
    expect(importOf(name, path)).toBe(expected);
  });

  test('cannot import what is private, restricted, or public in a private module', () => {
    expect([importOf('private', 'src/lib.rs'), importOf('inner', 'src/text/mod.rs'), importOf('hidden', 'src/make.rs')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('finds crates by their name', () => {
    expect(new Definitions('', tree, []).find('cutter', ['rust'])).toMatchObject({ path: 'tools/cut/lib.rs' });
  });
});
