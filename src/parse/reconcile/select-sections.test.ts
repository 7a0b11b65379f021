import { expect, test } from 'vitest';
import { emptyLintSection, emptyTestSection, type LintSection, type TestSection } from '../section.ts';
import { resolveSections } from './select-sections.ts';

const NO_RANKS = { hinted: new Set<string>(), fallbacks: new Set<string>(), annotating: new Set<string>() };

function section(parser: string, firstLine: number, lastLine: number, more: Partial<TestSection> = {}): TestSection {
  const exact = {
    hasFooter: true,
    tests: [{ id: 'a', status: 'passed' as const }],
    totals: { passed: 1, failed: 0, skipped: 0 },
  };
  return { ...emptyTestSection(parser, firstLine), lastLine, ...exact, ...more };
}

function names(sections: TestSection[], ranks = NO_RANKS): string[] {
  return resolveSections(sections, ranks).map(({ parser, firstLine }) => `${parser}@${firstLine}`);
}

test('one after the other, both count, in order', () => {
  expect(names([section('b', 10, 20), section('a', 1, 5)])).toEqual(['a@1', 'b@10']);
});

test('what stands inside an opened run is quoted by it', () => {
  expect(names([section('outer', 1, 20, { hasHeader: true }), section('inner', 5, 8, { hasHeader: true })])).toEqual(['outer@1']);
});

test('a run that was opened and cut off still quotes: the inner totals are not the answer', () => {
  expect(names([section('outer', 1, 20, { hasHeader: true, hasFooter: false }), section('inner', 5, 8)])).toEqual(['outer@1']);
});

test('what stands inside a reading that does not hold is not quoted by it', () => {
  const endless = section('endless', 5, 40, { hasHeader: true, hasFooter: false });
  expect(names([section('strict', 1, 10, { hasHeader: true }), endless, section('next', 20, 30)])).toEqual([
    'strict@1',
    'next@20',
  ]);
});

test('of two readings of the same lines the reconciled one is believed', () => {
  const loose = section('loose', 1, 20, { totals: null, hasFooter: false });
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
  const lint = (parser: string, firstLine: number, lastLine: number, hasFooter = true) => ({
    ...emptyLintSection(parser, firstLine),
    lastLine,
    hasFooter,
  });
  const read = (sections: LintSection[]) =>
    resolveSections(sections, ranks).map(({ parser, firstLine }) => `${parser}@${firstLine}`);
  expect(read([lint('generic', 1, 2), lint('tool', 10, 20)])).toEqual(['generic@1', 'tool@10']);
  expect(read([lint('generic', 1, 12), lint('tool', 10, 20, false)])).toEqual(['tool@10']);
});

test('a fallback keeps the findings that stand before and behind another tool', () => {
  const ranks = { ...NO_RANKS, fallbacks: new Set(['generic']) };
  const finding = (path: string) => ({ path, line: 1, rule: null, severity: 'error' as const, message: 'x' });
  const generic: LintSection = {
    ...emptyLintSection('generic', 1),
    lastLine: 9,
    hasFooter: true,
    findings: ['a', 'b', 'c', 'd'].map(finding),
    findingLines: [1, 3, 7, 9],
  };
  const tool = { ...emptyLintSection('tool', 2), lastLine: 8, hasFooter: true, findings: [finding('b')] };
  const resolved = resolveSections([generic, tool], ranks) as LintSection[];
  expect(resolved.map(({ parser, firstLine, lastLine, findings }) => [parser, firstLine, lastLine, findings.length])).toEqual([
    ['generic', 1, 9, 2],
    ['tool', 2, 8, 1],
  ]);
  expect(resolved[0]?.findings.map(({ path }) => path)).toEqual(['a', 'd']);
  const whole = { ...tool, firstLine: 1, lastLine: 9 };
  expect(resolveSections([generic, whole], ranks).map(({ parser }) => parser)).toEqual(['tool']);
});

test('a linter inside something that was no run after all counts', () => {
  const finding = { path: 'a', line: 1, rule: null, severity: 'error' as const, message: 'x' };
  const lint = (parser: string, firstLine: number, lastLine: number, more: Partial<LintSection>) => ({
    ...emptyLintSection(parser, firstLine),
    lastLine,
    hasFooter: true,
    findings: [finding],
    ...more,
  });
  const mistaken = lint('mistaken', 1, 20, { hasHeader: true, problems: ['x'] });
  const sections = [mistaken, lint('inner', 2, 5, {}), lint('stronger', 10, 30, { hasHeader: true })];
  expect(resolveSections(sections, NO_RANKS).map(({ parser }) => parser)).toEqual(['inner', 'stronger']);
});

test('stray look-alike lines beside a complete run are not results', () => {
  const stray = section('stray', 30, 30, { hasFooter: false, totals: null });
  expect(names([section('tool', 1, 20), stray])).toEqual(['tool@1']);
  expect(names([stray])).toEqual(['stray@30']);
});

test('a run that shares lines with a stronger one and has others of its own makes it doubtful', () => {
  const across = section('across', 15, 30, { totals: { passed: 3, failed: 0, skipped: 0 } });
  const [kept, ...others] = resolveSections([section('strong', 1, 20), across], NO_RANKS);
  expect(kept).toMatchObject({ parser: 'strong', problems: ['across seems to have printed some of the lines of strong'] });
  expect(others).toEqual([]);
});

test('another reading of the same lines, or one that does not agree with itself, makes nothing doubtful', () => {
  const inside = section('inside', 5, 20, { totals: { passed: 3, failed: 0, skipped: 0 } });
  const confused = section('confused', 10, 40, { totals: { passed: 0, failed: 0, skipped: 0 } });
  const kept = resolveSections([section('strong', 1, 20), inside, section('next', 30, 40), confused], NO_RANKS);
  expect(kept.map(({ parser, problems }) => [parser, problems])).toEqual([
    ['strong', []],
    ['next', []],
  ]);
});

test('a beginning without results and without an end quotes nothing', () => {
  const begun = section('begun', 1, 50, { hasHeader: true, hasFooter: false, tests: [], totals: null });
  expect(names([begun, section('run', 10, 20, { hasHeader: true })])).toEqual(['run@10']);
});

test('the time does not grow with the square of the sections', () => {
  const sections = Array.from({ length: 100_000 }, (_, index) => section(index % 3 ? 'a' : 'b', index * 4, index * 4 + 5));
  expect(resolveSections(sections, NO_RANKS).length).toBeGreaterThan(30_000);
});
