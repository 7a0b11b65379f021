import { expect, test } from 'vitest';
import { emptyLintSection, emptyTestSection, type Section } from '../section.ts';
import { flagPrefixedSections } from './prefixed-sections.ts';

function run(stream: string, firstLine: number, lastLine: number, changes: Partial<Section> = {}) {
  const section = { ...emptyTestSection('vitest', firstLine), lastLine, hasHeader: true, hasFooter: true, ...changes } as Section;
  return { stream, section };
}

test('accepts prefixed runs alone and unprefixed runs alone', () => {
  const named = [run('web:test', 1, 9), run('api:test', 3, 12)];
  const unnamed = [run('', 1, 9), run('', 10, 12)];
  expect(flagPrefixedSections(named)).toEqual(named);
  expect(flagPrefixedSections(unnamed)).toEqual(unnamed);
});

test('drops a prefixed run inside another run', () => {
  const real = run('', 1, 20);
  expect(flagPrefixedSections([real, run('web:test', 3, 12)])).toEqual([real]);
});

test('marks a prefixed run beside an unprefixed one', () => {
  const [real, doubted] = flagPrefixedSections([run('', 13, 20), run('web:test', 3, 12)]);
  expect(real?.section.problems).toEqual([]);
  expect(doubted?.section.problems).toEqual(['vitest has results behind the name web:test, and other results have no name']);
});

test('ignores unfinished runs and linters', () => {
  const named = run('web:test', 3, 12);
  const broken = run('', 1, 20, { hasFooter: false });
  const lint = {
    stream: '',
    section: { ...emptyLintSection('eslint-stylish', 1), lastLine: 20, hasHeader: true, hasFooter: true },
  };
  expect(flagPrefixedSections([broken, lint, named])).toEqual([broken, lint, named]);
});
