import { expect, test } from 'vitest';
import type { LintFinding } from '../../contract/index.ts';
import { emptyLintSection, type LintSection } from '../section.ts';
import { dropDuplicateAnnotations } from './deduplicate.ts';

const RESTATING = new Set(['annotations']);

function finding(path: string, line: number): LintFinding {
  return { path, line, rule: null, severity: 'error', message: 'm' };
}

function section(parser: string, findings: LintFinding[], totals: LintSection['totals'] = null): LintSection {
  return { ...emptyLintSection(parser, 1), hasFooter: true, findings, totals };
}

function left(...sections: LintSection[]): string[] {
  return dropDuplicateAnnotations(sections, RESTATING).map(({ parser }) => parser);
}

test('drops annotations of findings that a report contains', () => {
  const report = section('tool', [finding('src/a.js', 1), finding('src/a.js', 2)]);
  expect(left(report, section('annotations', [finding('/project/src/a.js', 2), finding('/project/src/a.js', 1)]))).toEqual([
    'tool',
  ]);
});

test('keeps annotations of another tool', () => {
  const report = section('tool', [finding('src/a.js', 1)]);
  expect(left(report, section('annotations', [finding('src/a.js', 1), finding('src/b.py', 1)]))).toEqual(['tool', 'annotations']);
  expect(left(report, section('annotations', [finding('src/a.js', 1), finding('src/a.js', 1)]))).toEqual(['tool', 'annotations']);
});

test('recognizes a partial report by its totals', () => {
  const report = section('tool', [finding('a.js', 1)], { errors: 3, warnings: 0, total: null });
  const three = [finding('a.js', 1), finding('a.js', 2), finding('a.js', 3)];
  expect(left(report, section('annotations', three))).toEqual(['tool']);
  expect(left(report, section('annotations', three.slice(0, 2)))).toEqual(['tool', 'annotations']);
});

test('keeps annotations in two formats', () => {
  expect(left(section('annotations', [finding('a.js', 1)]))).toEqual(['annotations']);
});
