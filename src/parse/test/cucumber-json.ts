// The JSON report of the cucumbers (ruby, jvm, js and their kin): features, their scenarios, and their steps.
// The report has no totals; a scenario is what the worst of its steps and hooks is.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import type { JsonParser } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { isRecord, textMember } from '../shared/json-access.ts';

const ID = 'cucumber-json';

/** Every status that is not listed here, such as undefined, pending or unknown, means that the scenario did not run to its end. */
const FAILED = new Set(['failed', 'ambiguous']);

type Node = Readonly<Record<string, unknown>>;

export const cucumberJson: JsonParser<TestSection> = {
  id: ID,
  form: 'json',
  commands: ['cucumber', 'cucumber-js', 'behave'],
  contains: ['elements'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isFeature),
  readOld: (document, firstLine, lastLine) => {
    const features = (Array.isArray(document) ? document : []).filter(isRecord);
    const tests = features.flatMap(readFeature);
    return [{ ...emptyTestSection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, tests }];
  },
};

function isFeature(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value.elements) && typeof value.uri === 'string' && typeof value.keyword === 'string';
}

function readFeature(feature: Node): TestResult[] {
  const tests: TestResult[] = [];
  let background: string[] = [];
  for (const element of nodesIn(feature, 'elements')) {
    if (element.type === 'background') {
      background = statusesOf(element);
      continue;
    }
    const id = [textMember(feature, 'name') ?? '', textMember(element, 'name') ?? ''].filter(Boolean).join(' > ');
    tests.push({ id, status: worstOf([...background, ...statusesOf(element)]) });
    background = [];
  }
  return tests;
}

function statusesOf(element: Node): string[] {
  const parts = [...nodesIn(element, 'before'), ...nodesIn(element, 'steps'), ...nodesIn(element, 'after')];
  return parts
    .flatMap((part) => [part, ...nodesIn(part, 'before'), ...nodesIn(part, 'after')])
    .map(({ result }) => (isRecord(result) ? (textMember(result, 'status') ?? '').toLowerCase() : 'unknown'));
}

function worstOf(statuses: readonly string[]): TestStatus {
  if (statuses.some((status) => FAILED.has(status))) return 'failed';
  return statuses.length > 0 && statuses.every((status) => status === 'passed') ? 'passed' : 'skipped';
}

function nodesIn(parent: Node, name: string): Node[] {
  const list = parent[name];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
