import { describe, expect, test } from 'vitest';
import { emptyLintSection, emptySecuritySection, emptyTestSection, type TestSection } from '../section.ts';
import { summarizeLint, summarizeSecurity, summarizeTests } from './summarize.ts';

const KNOWN = { exitCode: null, oversized: false };

function run(ids: string[], more: Partial<TestSection> = {}): TestSection {
  const tests = ids.map((id) => ({ id, status: 'passed' as const }));
  return { ...emptyTestSection('x', 1), hasFooter: true, tests, ...more };
}

describe('tests', () => {
  test('adds up sections and prefixes ids with package and scope', () => {
    const placed = [
      { stream: '', section: run(['a', 'a']) },
      { stream: 'web', section: run(['a'], { parser: 'y' }) },
      { stream: 'web', section: run(['a'], { scope: 'src/lib.rs' }) },
    ];
    expect(summarizeTests(placed, KNOWN)).toMatchObject({
      parser: 'x+y',
      precision: 'exact',
      total: 4,
      tests: [{ id: 'a' }, { id: 'a #2' }, { id: 'web > a' }, { id: 'web > src/lib.rs > a' }],
    });
  });

  test('deduplicates and limits notes', () => {
    const cut = (parser: string) => ({ stream: '', section: run([], { parser, hasFooter: false }) });
    const notes = (placed: ReturnType<typeof cut>[]) => summarizeTests(placed, KNOWN).notes;
    expect(notes([cut('x'), cut('x')])).toEqual(['x ended before its own closing line']);
    const many = notes(Array.from({ length: 30 }, (_, index) => cut(`x${index}`)));
    expect(many.length).toBe(21);
    expect(many.at(-1)).toBe('and 10 more');
  });

  test('uses the weakest precision of all sections', () => {
    const totals = run([], { totals: { passed: 3, failed: 0, skipped: 0 } });
    const cut = run(['a'], { hasFooter: false });
    const place = (section: TestSection) => ({ stream: '', section });
    expect(summarizeTests([run(['a']), totals].map(place), KNOWN)).toMatchObject({ precision: 'totals', passed: 4 });
    expect(summarizeTests([run(['a']), totals, cut].map(place), KNOWN).precision).toBe('inconsistent');
  });

  test.each([
    [0, [] as string[], 'exit-code', 1, 0],
    [3, [], 'exit-code', 0, 1],
    [null, [], 'none', 0, 0],
    [0, ['a'], 'exact', 1, 0],
    [1, ['a'], 'inconsistent', 1, 0],
  ])('exit code %s with tests %j -> %s', (exitCode, ids, precision, passed, failed) => {
    const placed = ids.length === 0 ? [] : [{ stream: '', section: run(ids) }];
    expect(summarizeTests(placed, { exitCode, oversized: false })).toMatchObject({ precision, passed, failed });
  });

  test('is inconsistent if a test failed with exit code 0', () => {
    const section = run([], { tests: [{ id: 'a', status: 'failed' }] });
    expect(summarizeTests([{ stream: '', section }], { exitCode: 0, oversized: false })).toMatchObject({
      precision: 'inconsistent',
      notes: ['the command exited with 0 although 1 tests failed'],
    });
  });

  test('never passes if the output was too large', () => {
    expect(summarizeTests([], { exitCode: 0, oversized: true })).toMatchObject({ precision: 'exit-code', failed: 1 });
    expect(summarizeTests([{ stream: '', section: run(['a']) }], { exitCode: 0, oversized: true }).precision).toBe(
      'inconsistent',
    );
  });
});

test('lint: is inconsistent or exit-code if the command failed without a finding', () => {
  const clean = { ...emptyLintSection('x', 1), hasFooter: true };
  expect(summarizeLint([{ stream: '', section: clean }], { exitCode: 0, oversized: false }).precision).toBe('exact');
  expect(summarizeLint([{ stream: '', section: clean }], { exitCode: 2, oversized: false }).precision).toBe('inconsistent');
  expect(summarizeLint([], { exitCode: 2, oversized: false })).toMatchObject({ precision: 'exit-code', errors: 1 });
  expect(summarizeLint([], { exitCode: 0, oversized: false })).toMatchObject({ precision: 'exit-code', errors: 0 });
  expect(summarizeLint([], KNOWN)).toMatchObject({ precision: 'none', errors: 0 });
});

test('security: is inconsistent if the command failed without an advisory', () => {
  const clean = { ...emptySecuritySection('x', 1), hasFooter: true };
  const read = (exitCode: number) => summarizeSecurity([{ stream: '', section: clean }], { exitCode, oversized: false });
  expect(read(0)).toMatchObject({ precision: 'exact', total: 0, notes: [] });
  expect(read(1)).toMatchObject({ precision: 'inconsistent', notes: ['the command exited with 1 although nothing was found'] });
});

test('security: falls back to the exit code', () => {
  const clean = { ...emptySecuritySection('x', 1), hasFooter: true };
  expect(summarizeSecurity([{ stream: '', section: clean }], KNOWN)).toMatchObject({ precision: 'exact', total: 0 });
  expect(summarizeSecurity([], { exitCode: 1, oversized: false })).toMatchObject({ precision: 'exit-code', total: 1 });
});

test('names the tool of a generic format', () => {
  const shared = { ...emptyLintSection('sarif', 1), hasFooter: true, tool: 'Pond Scanner (R)' };
  const unnamed = { ...emptyLintSection('sarif', 9), hasFooter: true };
  const placed = [shared, unnamed].map((section) => ({ stream: '', section }));
  expect(summarizeLint(placed, { exitCode: 0, oversized: false }).parser).toBe('pond-scanner-r+sarif');
});
