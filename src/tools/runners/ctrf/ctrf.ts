// The Common Test Report Format (CTRF), which many tools can write.
import type { TestStatus } from '../../../contract/index.ts';
import { stripColors } from '../../../parse/engine/input/strip-decorations.ts';
import type { JsonParser, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import {
  countMember,
  isRecord,
  numberMember,
  recordMember,
  recordsMember,
  textMember,
} from '../../../parse/shared/json-access.ts';
import { failureDetails } from '../shared/failure-text.ts';

const STATUSES: Readonly<Record<string, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  // Such as a test that was cancelled.
  other: 'failed',
};
/** The tool's own words for tests that CTRF has no status for. */
const SKIPPED_BY_TOOL = new Set(['todo', 'skipped', 'pending', 'disabled']);

type Node = Readonly<Record<string, unknown>>;

export const ctrf: JsonParser<TestSection> = {
  id: 'ctrf',
  form: 'json',
  isOfManyTools: true,
  commands: [],
  contains: ['tests'],
  accepts: (document) =>
    isRecord(document) &&
    isRecord(document.results) &&
    isRecord(document.results.tool) &&
    isRecord(document.results.summary) &&
    Array.isArray(document.results.tests),
  read: (document, results) => {
    if (isRecord(document) && isRecord(document.results)) readReport(document.results, results);
  },
};

function readReport(report: Node, results: Results<TestSection>): void {
  const run = results.beginRun({ hasHeader: true, hasFooter: true });
  const tests = recordsMember(report, 'tests');
  for (const test of tests) run.test(idOf(test), statusOf(test), detailsOf(test));
  run.problems = contradictions(tests, recordMember(report, 'summary'));
}

function idOf(test: Node): string {
  const groups = suiteOf(test);
  const place = groups.length > 0 ? groups : [textMember(test, 'filePath') ?? ''];
  return stripColors([...place, textMember(test, 'name') ?? ''].filter((part) => part !== '').join(' > '));
}

function detailsOf(test: Node) {
  const stack = failureDetails(textMember(test, 'trace'));
  const place = { file: textMember(test, 'filePath'), line: countMember(test, 'line') };
  return {
    ...place,
    ...stack,
    message: textMember(test, 'message') ?? stack.message,
    duration_ms: numberMember(test, 'duration'),
  };
}

/** A list of names, or one name. */
function suiteOf({ suite }: Node): string[] {
  const names = Array.isArray(suite) ? suite : [suite];
  return names.filter((name): name is string => typeof name === 'string' && name !== '');
}

function statusOf(test: Node): TestStatus {
  const word = textMember(test, 'status') ?? '';
  if (word === 'other' && SKIPPED_BY_TOOL.has(textMember(test, 'rawStatus') ?? '')) return 'skipped';
  return STATUSES[word] ?? 'failed';
}

/** The summary has a number for every status. */
function contradictions(tests: readonly Node[], summary: Node): string[] {
  const counts = new Map<string, number>();
  for (const test of tests) counts.set(textMember(test, 'status') ?? '', (counts.get(textMember(test, 'status') ?? '') ?? 0) + 1);
  const unknown = [...counts.keys()].filter((word) => !(word in STATUSES));
  const different = Object.keys(STATUSES).filter((word) => (countMember(summary, word) ?? 0) !== (counts.get(word) ?? 0));
  return [
    ...unknown.map((word) => `a test has the unknown status "${word}"`),
    ...different.map(
      (word) => `the report states ${countMember(summary, word) ?? 0} ${word} tests, but contains ${counts.get(word) ?? 0}`,
    ),
  ];
}
