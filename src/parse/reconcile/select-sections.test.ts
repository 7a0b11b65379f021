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

test('keeps consecutive sections in order', () => {
  expect(names([section('b', 10, 20), section('a', 1, 5)])).toEqual(['a@1', 'b@10']);
});

test('drops a section inside a run with a header', () => {
  expect(names([section('outer', 1, 20, { hasHeader: true }), section('inner', 5, 8, { hasHeader: true })])).toEqual(['outer@1']);
});

test('drops a section inside a truncated run with a header', () => {
  expect(names([section('outer', 1, 20, { hasHeader: true, hasFooter: false }), section('inner', 5, 8)])).toEqual(['outer@1']);
});

test('keeps a section inside a rejected one', () => {
  const endless = section('endless', 5, 40, { hasHeader: true, hasFooter: false });
  expect(names([section('strict', 1, 10, { hasHeader: true }), endless, section('next', 20, 30)])).toEqual([
    'strict@1',
    'next@20',
  ]);
});

test('prefers the consistent one of two sections with the same lines', () => {
  const loose = section('loose', 1, 20, { totals: null, hasFooter: false });
  expect(names([loose, section('strict', 2, 20)])).toEqual(['strict@2']);
});

test('breaks ties by the command, then by the order of parsers', () => {
  const both = [section('first', 1, 20), section('second', 1, 20)];
  expect(names(both)).toEqual(['first@1']);
  expect(names(both, { ...NO_RANKS, hinted: new Set(['second']) })).toEqual(['second@1']);
});

test('uses a fallback only if no other parser found anything', () => {
  const ranks = { ...NO_RANKS, fallbacks: new Set(['generic']) };
  expect(names([section('generic', 1, 2), section('tool', 10, 20)], ranks)).toEqual(['tool@10']);
  expect(names([section('generic', 1, 2)], ranks)).toEqual(['generic@1']);
});

test('keeps a lint fallback beside a linter, except in the same lines', () => {
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

test('keeps fallback findings before and after another tool', () => {
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

test('keeps a linter inside a section that is no run', () => {
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

test('drops single look-alike lines beside a complete run', () => {
  const stray = section('stray', 30, 30, { hasFooter: false, totals: null });
  expect(names([section('tool', 1, 20), stray])).toEqual(['tool@1']);
  expect(names([stray])).toEqual(['stray@30']);
});

test('marks a section that overlaps another complete run', () => {
  const across = section('across', 15, 30, { totals: { passed: 3, failed: 0, skipped: 0 } });
  const [kept, ...others] = resolveSections([section('strong', 1, 20), across], NO_RANKS);
  expect(kept).toMatchObject({ parser: 'strong', problems: ['across seems to have printed some of the lines of strong'] });
  expect(others).toEqual([]);
});

test('does not mark sections because of an inconsistent or second parse', () => {
  const inside = section('inside', 5, 20, { totals: { passed: 3, failed: 0, skipped: 0 } });
  const confused = section('confused', 10, 40, { totals: { passed: 0, failed: 0, skipped: 0 } });
  const kept = resolveSections([section('strong', 1, 20), inside, section('next', 30, 40), confused], NO_RANKS);
  expect(kept.map(({ parser, problems }) => [parser, problems])).toEqual([
    ['strong', []],
    ['next', []],
  ]);
});

test('drops nothing inside a header without results and footer', () => {
  const begun = section('begun', 1, 50, { hasHeader: true, hasFooter: false, tests: [], totals: null });
  expect(names([begun, section('run', 10, 20, { hasHeader: true })])).toEqual(['run@10']);
});

test('handles many sections in less than quadratic time', () => {
  const sections = Array.from({ length: 100_000 }, (_, index) => section(index % 3 ? 'a' : 'b', index * 4, index * 4 + 5));
  expect(resolveSections(sections, NO_RANKS).length).toBeGreaterThan(30_000);
});
