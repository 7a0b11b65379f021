// Sample facts: a careful fix, one that also rewrites half the
// project, one that breaks passing tests, and one that deletes failing tests.
import type { CandidateFacts, ChangedFile, Facts } from '../src/contract/index.ts';

const FAILING_AT_BASE = ['cart.test.ts > applies a discount once', 'cart.test.ts > keeps the discount when an item is removed'];

const BROKEN_BY_HASTY = [
  'checkout.test.ts > adds shipping to the total',
  'checkout.test.ts > charges a member the reduced price',
  'checkout.test.ts > rounds to cents',
  'invoice.test.ts > lists every discount',
  'invoice.test.ts > prints the total',
  'invoice.test.ts > prints the total of an empty cart',
  'refund.test.ts > gives back what was paid',
  'refund.test.ts > gives back what was paid for one item',
];

const REWRITTEN_BY_SPRAWLING = ['cart', 'checkout', 'invoice', 'refund', 'shipping', 'stock'].flatMap((area) =>
  ['format', 'index', 'items', 'price', 'total'].map((name) => modified(`src/${area}/${name}.ts`, 27, 19)),
);

export const SAMPLE_FACTS: Facts = {
  schema_version: 1,
  run_id: 'demo',
  baseline: {
    build: { state: 'measured', passed: true, targets: [] },
    tests: { state: 'measured', precision: 'exact', passed: 46, failed: 2, skipped: 0 },
    lint: { state: 'measured', precision: 'exact', errors: 0, warnings: 4 },
    security: { state: 'not_configured' },
  },
  sandbox: { kind: 'bubblewrap', reason: null, needs_network: [] },
  candidates: [
    {
      name: 'hasty',
      agent: { ended: 'exited', ending: { kind: 'finished', cause: null }, exit_code: 0, duration_ms: 131_000, cost_usd: null },
      build: { state: 'measured', passed: true, targets: [] },
      tests: {
        ...testFacts({ passed: 40, failed: 8 }),
        regressed: BROKEN_BY_HASTY,
        fixed: FAILING_AT_BASE,
      },
      lint: lintFacts([]),
      security: { state: 'not_configured' },
      diff: { files: [modified('src/cart.ts', 4, 31)] },
      change: 'code',
      integrity: [],
    },
    {
      name: 'sly',
      agent: { ended: 'exited', ending: { kind: 'finished', cause: null }, exit_code: 0, duration_ms: 240_000, cost_usd: null },
      build: { state: 'measured', passed: true, targets: [] },
      tests: { ...testFacts({ passed: 46, failed: 0 }), dropped: FAILING_AT_BASE },
      lint: lintFacts([]),
      security: { state: 'not_configured' },
      diff: { files: [modified('src/cart.ts', 6, 2), modified('test/cart.test.ts', 0, 27)] },
      change: 'code',
      integrity: [
        {
          id: 'tests_deleted',
          severity: 'error',
          message: 'The diff deletes 2 tests that fail on the base.',
          place: { path: 'test/cart.test.ts', start_line: null, end_line: null },
          how_to_allow: 'name the file in tests_deleted under [scoring.integrity.allow].',
        },
      ],
    },
    {
      name: 'sprawling',
      agent: { ended: 'exited', ending: { kind: 'finished', cause: null }, exit_code: 0, duration_ms: 385_000, cost_usd: 1.12 },
      build: { state: 'measured', passed: true, targets: [] },
      tests: {
        ...testFacts({ passed: 49, failed: 0 }),
        fixed: FAILING_AT_BASE,
        added: ['cart.test.ts > applies two different discounts'],
      },
      lint: lintFacts(['src/cart/items.ts', 'src/cart/price.ts', 'src/checkout/total.ts']),
      security: { state: 'not_configured' },
      diff: { files: REWRITTEN_BY_SPRAWLING },
      change: 'code',
      integrity: [],
    },
    {
      name: 'steady',
      agent: { ended: 'exited', ending: { kind: 'finished', cause: null }, exit_code: 0, duration_ms: 214_000, cost_usd: 0.46 },
      build: { state: 'measured', passed: true, targets: [] },
      tests: {
        ...testFacts({ passed: 50, failed: 0 }),
        fixed: FAILING_AT_BASE,
        added: ['cart.test.ts > applies two different discounts', 'cart.test.ts > forgets the discount of an empty cart'],
      },
      lint: lintFacts([]),
      security: { state: 'not_configured' },
      diff: { files: [modified('src/cart.ts', 19, 8), modified('src/discount.ts', 7, 1), modified('test/cart.test.ts', 34, 0)] },
      change: 'code',
      integrity: [],
    },
  ],
};

type MeasuredTests = Extract<CandidateFacts['tests'], { state: 'measured' }>;
type MeasuredLint = Extract<CandidateFacts['lint'], { state: 'measured' }>;

function testFacts(counts: { passed: number; failed: number }): MeasuredTests {
  const nothing = { regressed: [], fixed: [], dropped: [], added: [], contested: [], flaky: [] };
  return { state: 'measured', precision: 'exact', compared_by: 'identity', ...counts, skipped: 0, ...nothing };
}

/** The warnings of the base, and one more in each of the files. */
function lintFacts(newWarningsIn: readonly string[]): MeasuredLint {
  const added = newWarningsIn.map((path) => ({
    path,
    line: 12,
    rule: 'no-unused-vars',
    severity: 'warning' as const,
    message: '`discount` is assigned a value but never used.',
  }));
  const counts = { errors: 0, warnings: 4 + added.length };
  return { state: 'measured', precision: 'exact', compared_by: 'identity', ...counts, added, resolved: [] };
}

function modified(path: string, added: number, removed: number): ChangedFile {
  const counts = { added, removed, added_normalized: added, removed_normalized: removed };
  return { path, old_path: null, status: 'modified', class: 'source', ...counts };
}
