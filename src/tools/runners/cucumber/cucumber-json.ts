// The JSON report of Cucumber (Ruby, JVM, JavaScript and compatible tools): features, scenarios and steps.
// The report has no totals. A scenario has the worst status of its steps and hooks.
import type { TestStatus } from '../../../contract/index.ts';
import type { JsonParser } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { countMember, isRecord, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import { failureDetails } from '../shared/failure-text.ts';

/** Any other status except passed (undefined, pending, unknown) means that the scenario was not completed: skipped. */
const FAILED = new Set(['failed', 'ambiguous']);

type Node = Readonly<Record<string, unknown>>;

export const cucumberJson: JsonParser<TestSection> = {
  id: 'cucumber-json',
  form: 'json',
  commands: ['cucumber', 'cucumber-js', 'behave'],
  contains: ['elements'],
  accepts: (document) => Array.isArray(document) && document.length > 0 && document.every(isFeature),
  read: (document, results) => {
    const run = results.beginRun({ hasHeader: true, hasFooter: true });
    for (const feature of (Array.isArray(document) ? document : []).filter(isRecord)) readFeature(feature, run);
  },
};

function isFeature(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value.elements) && typeof value.uri === 'string' && typeof value.keyword === 'string';
}

function readFeature(feature: Node, run: TestRun): void {
  let background: unknown[] = [];
  for (const element of recordsMember(feature, 'elements')) {
    if (element.type === 'background') {
      background = resultsOf(element);
      continue;
    }
    const id = [textMember(feature, 'name') ?? '', textMember(element, 'name') ?? ''].filter(Boolean).join(' > ');
    const errors = [...background, ...resultsOf(element)].map((result) => textMember(result, 'error_message') ?? '');
    const details = { file: textMember(feature, 'uri'), line: countMember(element, 'line') };
    const message = failureDetails(errors.find((text) => text !== ''));
    run.test(id, worstOf([...background, ...resultsOf(element)].map(statusOf)), { ...details, ...message });
    background = [];
  }
}

function resultsOf(element: Node): unknown[] {
  const parts = [...recordsMember(element, 'before'), ...recordsMember(element, 'steps'), ...recordsMember(element, 'after')];
  return parts
    .flatMap((part) => [part, ...recordsMember(part, 'before'), ...recordsMember(part, 'after')])
    .map(({ result }) => result);
}

function statusOf(result: unknown): string {
  return isRecord(result) ? (textMember(result, 'status') ?? '').toLowerCase() : 'unknown';
}

function worstOf(statuses: readonly string[]): TestStatus {
  if (statuses.some((status) => FAILED.has(status))) return 'failed';
  return statuses.length > 0 && statuses.every((status) => status === 'passed') ? 'passed' : 'skipped';
}
