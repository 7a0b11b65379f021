import { expect, test } from 'vitest';
import { emptyTestSection, type TestSection } from './section.ts';
import { tellOnce } from './told-twice.ts';

const CONSOLES_OF = new Map([['tool-json', ['tool']]]);

function section(parser: string, passed: number): TestSection {
  return { ...emptyTestSection(parser, 1), closed: true, totals: { passed, failed: 0, skipped: 0 } };
}

test('a report that agrees with the console stands for both', () => {
  expect(tellOnce([section('tool', 2), section('tool', 1), section('tool-json', 3)], CONSOLES_OF)).toEqual([
    section('tool-json', 3),
  ]);
});

test('a report that disagrees makes the answer unsure', () => {
  const [console, report] = tellOnce([section('tool', 2), section('tool-json', 99)], CONSOLES_OF);
  expect(console).toEqual(section('tool', 2));
  expect(report?.problems).toEqual(['the report read by tool-json and the console lines disagree']);
});

test('another tool beside the report is another run', () => {
  const both = [section('other', 3), section('tool-json', 3)];
  expect(tellOnce(both, CONSOLES_OF)).toEqual(both);
});
