// The report of RSpec's JSON formatter.
import type { TestStatus } from '../../../contract/index.ts';
import type { JsonParser, Results } from '../../../parse/parser.ts';
import type { RawDetails, TestSection } from '../../../parse/section.ts';
import { countMember, numberMember, textMember } from '../../../parse/shared/json-access.ts';

/** Further errors outside of examples are only counted in the totals. */
const MAX_OUTSIDE = 1000;
const STATUSES: Record<string, TestStatus> = { passed: 'passed', pending: 'skipped' };

interface Report {
  examples: Example[];
  summary: {
    example_count: number;
    failure_count: number;
    pending_count: number;
    errors_outside_of_examples_count?: number;
  };
}

interface Example {
  full_description?: unknown;
  description?: unknown;
  status?: unknown;
}

export const rspecJson: JsonParser<TestSection> = {
  id: 'rspec-json',
  form: 'json',
  commands: ['rspec'],
  consoles: ['rspec'],
  contains: ['example_count'],
  accepts: isReport,
  read: (document, results) => {
    if (isReport(document)) readReport(document, results);
  },
};

function isReport(document: unknown): document is Report {
  if (typeof document !== 'object' || document === null) return false;
  const { examples, summary } = document as { examples?: unknown; summary?: unknown };
  if (!Array.isArray(examples) || typeof summary !== 'object' || summary === null) return false;
  return ['example_count', 'failure_count', 'pending_count'].every(
    (name) => typeof (summary as Record<string, unknown>)[name] === 'number',
  );
}

function detailsOf(example: Example): RawDetails {
  return {
    file: textMember(example, 'file_path'),
    line: countMember(example, 'line_number'),
    duration_ms: (numberMember(example, 'run_time') ?? Number.NaN) * 1000,
    message: textMember(example, 'exception.message'),
  };
}

function readReport({ examples, summary }: Report, results: Results<TestSection>): void {
  const run = results.beginRun({ hasHeader: true });
  for (const example of examples) {
    const { full_description, description, status } = example;
    const id = String(full_description ?? description ?? '').replace(/[\r\n\t]/g, ' ');
    run.test(id, STATUSES[String(status)] ?? 'failed', detailsOf(example));
  }
  const outside = summary.errors_outside_of_examples_count ?? 0;
  for (let count = 0; count < Math.min(outside, MAX_OUTSIDE); count += 1) run.test('outside of examples', 'failed');
  run.close({
    passed: summary.example_count - summary.failure_count - summary.pending_count,
    failed: summary.failure_count + outside,
    skipped: summary.pending_count,
  });
}
