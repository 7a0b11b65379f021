import { describe, expect, test } from 'vitest';
import { emptyTestSection, type TestSection } from '../section.ts';
import { mergeDuplicateRuns } from './deduplicate.ts';

const PARSERS = { consolesOf: new Map([['tool-json', ['tool']]]), generic: ['junit', 'ctrf'] };

function section(parser: string, passed: number): TestSection {
  return { ...emptyTestSection(parser, 1), hasFooter: true, totals: { passed, failed: 0, skipped: 0 } };
}

test('merges a report that agrees with the console', () => {
  expect(mergeDuplicateRuns([section('tool', 2), section('tool', 1), section('tool-json', 3)], PARSERS)).toEqual([
    section('tool-json', 3),
  ]);
});

test('marks a report that disagrees with the console', () => {
  const [console, report] = mergeDuplicateRuns([section('tool', 2), section('tool-json', 99)], PARSERS);
  expect(console).toEqual(section('tool', 2));
  expect(report?.problems).toEqual(['the report read by tool-json and the console lines disagree']);
});

test('keeps another tool beside a report', () => {
  const both = [section('other', 3), section('tool-json', 3)];
  expect(mergeDuplicateRuns(both, PARSERS)).toEqual(both);
});

describe('a report in a generic format', () => {
  const named = (parser: string, ...ids: string[]): TestSection => ({
    ...emptyTestSection(parser, 1),
    hasFooter: true,
    tests: ids.map((id) => ({ id, status: 'passed' })),
  });

  test('is dropped after console lines that name all of the same tests', () => {
    const report = named('junit', 'test_sea.TestShip > test_sails[a b]', 'test_sea > test_waves');
    const console = named('pytest', 'test_sea.py::TestShip::test_sails[a b]', 'test_sea.py::test_waves');
    expect(mergeDuplicateRuns([console, report], PARSERS)).toEqual([console]);
    const unittest = named('unittest', 'test_sails (sea.Ship)', 'test_waves (sea.Sea)');
    const unittestReport = named('junit', 'sea.Ship > test_sails', 'sea.Sea > test_waves');
    expect(mergeDuplicateRuns([unittest, unittestReport], PARSERS)).toEqual([unittest]);
    const go = named('gotestsum', 'sea TestWaves/high', 'sea TestFoam');
    const goReport = named('junit', 'example.org/sea TestWaves/high', 'example.org/sea TestFoam');
    expect(mergeDuplicateRuns([go, goReport], PARSERS)).toEqual([go]);
  });

  test('replaces console lines that name only some of the same tests', () => {
    const report = named('junit', 'sea > waves', 'sea > foam');
    const console = { ...named('pytest', 'sea.py::waves'), totals: { passed: 2, failed: 0, skipped: 0 } };
    expect(mergeDuplicateRuns([console, report], PARSERS)).toEqual([report]);
  });

  test('is marked if another of the same tests failed', () => {
    const failing = (parser: string, id: string) => {
      const both = named(parser, 'sea > waves', 'sea > foam');
      return { ...both, tests: both.tests.map((entry) => (entry.id === id ? { id, status: 'failed' as const } : entry)) };
    };
    const [, doubted] = mergeDuplicateRuns([failing('jest', 'sea > waves'), failing('junit', 'sea > foam')], PARSERS);
    expect(doubted?.problems).toEqual(['the report read by junit and the console lines disagree']);
  });

  test('is marked after console lines that state equal totals without names', () => {
    const report = named('junit', 'sea > waves', 'sea > foam');
    const [, doubted] = mergeDuplicateRuns([section('vitest', 2), report], PARSERS);
    expect(doubted?.problems).toEqual(['the report read by junit and the console lines disagree']);
    const both = [section('vitest', 3), report];
    expect(mergeDuplicateRuns(both, PARSERS)).toEqual(both);
  });

  test('is marked if it has different results of the same tests', () => {
    const report = named('junit', 'sea > waves', 'sea > foam', 'sea > salt');
    const [, doubted] = mergeDuplicateRuns([named('ctest', 'waves', 'foam'), report], PARSERS);
    expect(doubted?.problems).toEqual(['the report read by junit and the console lines disagree']);
  });

  test("is another run's where it has other tests, though as many", () => {
    const both = [named('bats', 'the bridge stands', 'water flows'), named('junit', 'sea > waves', 'sea > foam')];
    expect(mergeDuplicateRuns(both, PARSERS)).toEqual(both);
  });
});
