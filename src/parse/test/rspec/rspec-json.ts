// The report of RSpec's JSON formatter.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';

const ID = 'rspec-json';
/** So many errors outside of examples get an entry each; the totals have all of them. */
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
  id: ID,
  form: 'json',
  commands: ['rspec'],
  consoles: ['rspec'],
  contains: ['example_count'],
  accepts: isReport,
  readOld: (document, firstLine, lastLine) => (isReport(document) ? [readReport(document, firstLine, lastLine)] : []),
};

function isReport(document: unknown): document is Report {
  if (typeof document !== 'object' || document === null) return false;
  const { examples, summary } = document as { examples?: unknown; summary?: unknown };
  if (!Array.isArray(examples) || typeof summary !== 'object' || summary === null) return false;
  return ['example_count', 'failure_count', 'pending_count'].every(
    (name) => typeof (summary as Record<string, unknown>)[name] === 'number',
  );
}

function readReport({ examples, summary }: Report, firstLine: number, lastLine: number): TestSection {
  const outside = summary.errors_outside_of_examples_count ?? 0;
  const length = Math.min(Math.max(0, outside), MAX_OUTSIDE);
  const failedOutside = Array.from({ length }, (): TestResult => ({ id: 'outside of examples', status: 'failed' }));
  return {
    ...emptyTestSection(ID, firstLine),
    hasHeader: true,
    hasFooter: true,
    lastLine,
    tests: [...examples.map(readExample), ...failedOutside],
    totals: {
      passed: summary.example_count - summary.failure_count - summary.pending_count,
      failed: summary.failure_count + outside,
      skipped: summary.pending_count,
    },
  };
}

function readExample({ full_description, description, status }: Example): TestResult {
  const id = String(full_description ?? description ?? '').replace(/[\r\n\t]/g, ' ');
  return { id, status: STATUSES[String(status)] ?? 'failed' };
}
