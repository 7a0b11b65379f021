// The Common Test Report Format (CTRF), which many tools can write.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import { stripColors } from '../engine/input/strip-decorations.ts';
import type { JsonParser } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { countMember, isRecord, textMember } from '../shared/json-access.ts';

const ID = 'ctrf';

const STATUSES: Readonly<Record<string, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  // For what no other word fits, such as a test that was cancelled: nothing that passed.
  other: 'failed',
};
/** What the tool itself calls tests that have no word of their own here. */
const SKIPPED_BY_TOOL = new Set(['todo', 'skipped', 'pending', 'disabled']);

type Node = Readonly<Record<string, unknown>>;

export const ctrf: JsonParser<TestSection> = {
  id: ID,
  form: 'json',
  commands: [],
  contains: ['tests'],
  accepts: (document) =>
    isRecord(document) &&
    isRecord(document.results) &&
    isRecord(document.results.tool) &&
    isRecord(document.results.summary) &&
    Array.isArray(document.results.tests),
  readOld: (document, firstLine, lastLine) =>
    isRecord(document) && isRecord(document.results) ? [readResults(document.results, firstLine, lastLine)] : [],
};

function readResults(results: Node, firstLine: number, lastLine: number): TestSection {
  const section: TestSection = { ...emptyTestSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
  const tests = (results.tests as unknown[]).filter(isRecord);
  section.tests = tests.map((test) => ({ id: idOf(test), status: statusOf(test) }));
  section.problems = contradictions(tests, isRecord(results.summary) ? results.summary : {});
  return section;
}

function idOf(test: Node): string {
  const groups = suiteOf(test);
  const place = groups.length > 0 ? groups : [textMember(test, 'filePath') ?? ''];
  return stripColors([...place, textMember(test, 'name') ?? ''].filter((part) => part !== '').join(' > '));
}

/** A list of names, or one name. */
function suiteOf({ suite }: Node): string[] {
  const names = Array.isArray(suite) ? suite : [suite];
  return names.filter((name): name is string => typeof name === 'string' && name !== '');
}

function statusOf(test: Node): TestResult['status'] {
  const word = textMember(test, 'status') ?? '';
  if (word === 'other' && SKIPPED_BY_TOOL.has(textMember(test, 'rawStatus') ?? '')) return 'skipped';
  return STATUSES[word] ?? 'failed';
}

/** Every status has its own number in the summary. */
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
