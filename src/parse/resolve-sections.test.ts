import { expect, test } from 'vitest';
import { resolveSections } from './resolve-sections.ts';
import { emptyLintSection, emptyTestSection, type LintSection, type TestSection } from './section.ts';

const NO_RANKS = { hinted: new Set<string>(), fallbacks: new Set<string>(), restating: new Set<string>() };

function section(parser: string, firstLine: number, lastLine: number, more: Partial<TestSection> = {}): TestSection {
  const exact = { closed: true, tests: [{ id: 'a', status: 'passed' as const }], totals: { passed: 1, failed: 0, skipped: 0 } };
  return { ...emptyTestSection(parser, firstLine), lastLine, ...exact, ...more };
}

function names(sections: TestSection[], ranks = NO_RANKS): string[] {
  return resolveSections(sections, ranks).map(({ parser, firstLine }) => `${parser}@${firstLine}`);
}

test('one after the other, both count, in order', () => {
  expect(names([section('b', 10, 20), section('a', 1, 5)])).toEqual(['a@1', 'b@10']);
});

test('what stands inside an opened run is quoted by it', () => {
  expect(names([section('outer', 1, 20, { opened: true }), section('inner', 5, 8, { opened: true })])).toEqual(['outer@1']);
});

test('a run that was opened and cut off still quotes: the inner totals are not the answer', () => {
  expect(names([section('outer', 1, 20, { opened: true, closed: false }), section('inner', 5, 8)])).toEqual(['outer@1']);
});

test('of two readings of the same lines the reconciled one is believed', () => {
  const loose = section('loose', 1, 20, { totals: null, closed: false });
  expect(names([loose, section('strict', 2, 20)])).toEqual(['strict@2']);
});

test('between equal readings the command decides, then the order of parsers', () => {
  const both = [section('first', 1, 20), section('second', 1, 20)];
  expect(names(both)).toEqual(['first@1']);
  expect(names(both, { ...NO_RANKS, hinted: new Set(['second']) })).toEqual(['second@1']);
});

test('a fallback holds only where nobody else has found anything', () => {
  const ranks = { ...NO_RANKS, fallbacks: new Set(['generic']) };
  expect(names([section('generic', 1, 2), section('tool', 10, 20)], ranks)).toEqual(['tool@10']);
  expect(names([section('generic', 1, 2)], ranks)).toEqual(['generic@1']);
});

test('a fallback for findings stands beside a linter, and yields where both read the same lines', () => {
  const ranks = { ...NO_RANKS, fallbacks: new Set(['generic']) };
  const lint = (parser: string, firstLine: number, lastLine: number, closed = true) => ({
    ...emptyLintSection(parser, firstLine),
    lastLine,
    closed,
  });
  const read = (sections: LintSection[]) =>
    resolveSections(sections, ranks).map(({ parser, firstLine }) => `${parser}@${firstLine}`);
  expect(read([lint('generic', 1, 2), lint('tool', 10, 20)])).toEqual(['generic@1', 'tool@10']);
  expect(read([lint('generic', 1, 12), lint('tool', 10, 20, false)])).toEqual(['tool@10']);
});

test('stray look-alike lines beside a complete run are not results', () => {
  const stray = section('stray', 30, 30, { closed: false, totals: null });
  expect(names([section('tool', 1, 20), stray])).toEqual(['tool@1']);
  expect(names([stray])).toEqual(['stray@30']);
});
