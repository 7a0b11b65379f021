// One table of languages: no other file lists extensions, and the rules see the same files in each language.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { INTEGRITY_RULES } from '../src/judge/index.ts';
import { isSource } from '../src/judge/integrity/file-kinds.ts';
import { literalsOfTests } from '../src/judge/integrity/test-answers.ts';
import { describeBase } from '../src/judge/pinning/layout.ts';
import { extensionsOf, familyOf, isSourceFile, LANGUAGES } from '../src/languages/index.ts';
import { alarms, evidenceOf, othersWith } from './evidence-builder.ts';

const EXTENSIONS = LANGUAGES.flatMap(extensionsOf);

test('no extension belongs to two languages', () => {
  expect(EXTENSIONS.filter((extension, index) => EXTENSIONS.indexOf(extension) !== index)).toEqual([]);
});

test('the rules and the pinned tree agree about what source is, for every extension', () => {
  const isPinnedSource = (path: string) => describeBase([path], new Map()).sourceFolders.size > 0;
  // A .bats file is a test.
  const paths = [...EXTENSIONS, 'vala', 'md'].filter((each) => each !== 'bats').map((extension) => `lib/cart.${extension}`);
  expect(paths.filter((path) => isPinnedSource(path) !== isSource({ path }))).toEqual([]);
});

describe('the example of a rule about source triggers it in every language', () => {
  /** Files of these names have a meaning for one tool only, and the kinds of formatting depend on the tokens. */
  const OTHERS = new Set(['runner_hooked', 'modules_shadowed', 'formatting_only']);
  const examples = INTEGRITY_RULES.flatMap(({ id, docs: { example } }) =>
    typeof example === 'string' || OTHERS.has(id) || !Object.keys(example).some(isSourceFile) ? [] : [{ id, example }],
  );
  const testLiterals = literalsOfTests('assert parse("1h30m") == 5400\nassert parse("2m10s") == 130');
  // A .bats file is a test; in Visual Basic, an apostrophe starts a comment.
  const isElsewhere = (id: string, extension: string) => extension === 'bats' || (id === 'forged_results' && extension === 'vb');

  test.each(examples)('$id', ({ id, example }) => {
    const silent = EXTENSIONS.filter((extension) => {
      if (familyOf(`a.${extension}`) === null || isElsewhere(id, extension)) return false;
      const renamed = (path: string) => (isSourceFile(path) ? path.replace(/[^./]+$/, extension) : path);
      const change = Object.fromEntries(Object.entries(example).map(([path, lines]) => [renamed(path), lines]));
      const found = alarms(evidenceOf(change, { testLiterals, ...othersWith({}) }));
      return !found.some((alarm) => alarm.split(' ')[1] === id);
    });
    expect(silent).toEqual([]);
  });
});

/** The formats of tools' output name files of the languages that the tool supports. */
const FORMATS = /^src\/(?:languages|parse|tools)\//;
const MAX_FAMILIES = 2;

test('no other file has a list of extensions', () => {
  const files = ['src', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const sources = files.filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path) && !FORMATS.test(path));
  const found = sources.flatMap((path) => {
    const text = readFileSync(path, 'utf8').replace(/\[cm\]\?\[jt\]sx?\??/g, 'js');
    const lists = [...text.matchAll(/\\\.\(\?:([^()\n]*)\)|(['"]\.\w+['"](?:,\s*['"]\.\w+['"])+)/g)].map(
      ([, one, other]) => one ?? other ?? '',
    );
    const families = (list: string) =>
      new Set((list.match(/[\w+]+/g) ?? []).map((each) => familyOf(`a.${each}`)).filter(Boolean));
    return lists.filter((list) => families(list).size > MAX_FAMILIES).map((list) => `${path}: ${list}`);
  });
  expect(found).toEqual([]);
});
