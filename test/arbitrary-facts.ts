// Random facts for property tests. Tests and lint findings are generated one by one and compared
// here, independently of the code under test, so that counts and lists never contradict each other.

import {
  type Acceptance,
  type AgentFacts,
  type AuthoredTests,
  type BuildFacts,
  type CandidateFacts,
  type ChangeCoverage,
  type ChangedFile,
  type ChangeKind,
  type CrossTests,
  DIMENSION_IDS,
  type Facts,
  type MetricFacts,
  type Policy,
  type TaskTest,
  TEST_OUTCOMES,
  type TestOutcome,
  type Weights,
} from '../src/contract/index.ts';
import {
  audited,
  baseLint,
  baseTests,
  broken,
  built,
  changed,
  finding,
  linted,
  makeAgent,
  makeCandidate,
  makeFacts,
  makePolicy,
  notConfigured,
  ranTests,
  SANDBOXED,
  unavailable,
} from './facts-builder.ts';
import fc from './seeded-properties.ts';

type Integrity = Policy['scoring']['integrity'];
type Status = 'passed' | 'failed' | 'skipped' | 'absent';

export interface TestModel {
  /** The status of each base test, on the base and on the candidate. */
  kept: { before: Exclude<Status, 'absent'>; after: Status; contested: boolean }[];
  /** The status of each test that the base lacks. */
  fresh: Exclude<Status, 'absent'>[];
}

export interface LintModel {
  /** How often each finding occurs, on the base and on the candidate. */
  occurrences: { severity: 'error' | 'warning'; before: number; after: number }[];
}

const often = <Value>(usual: fc.Arbitrary<Value>, ...rare: fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight: 6, arbitrary: usual }, ...rare.map((arbitrary) => ({ weight: 1, arbitrary })));

const ran = fc.constantFrom('passed' as const, 'failed' as const);
const known = fc.constantFrom('passed' as const, 'passed' as const, 'failed' as const, 'skipped' as const);
const after = fc.constantFrom<Status>('passed', 'passed', 'passed', 'failed', 'skipped', 'absent');

export const testModels: fc.Arbitrary<TestModel> = fc.record({
  kept: fc.array(fc.record({ before: known, after, contested: fc.constant(false) }), { maxLength: 30 }),
  fresh: fc.array(known, { maxLength: 25 }),
});

/** Nothing dropped, renamed or skipped: the case in which the founding formula applies exactly. */
export const plainTestModels: fc.Arbitrary<TestModel> = fc.record({
  kept: fc.array(fc.record({ before: ran, after: ran, contested: fc.constant(false) }), { maxLength: 30 }),
  fresh: fc.array(ran, { maxLength: 25 }),
});

export const lintModels: fc.Arbitrary<LintModel> = fc.record({
  occurrences: fc.array(
    fc.record({ severity: fc.constantFrom('error' as const, 'warning' as const), before: fc.nat(4), after: fc.nat(4) }),
    { maxLength: 8 },
  ),
});

/** The candidate's own result of a contested test: a test that fails there is not contested. */
const OWN_STATUS = { passed: 'passed', failed: 'passed', skipped: 'skipped', absent: 'missing' } as const;

const count = <Item>(items: readonly Item[], wanted: (item: Item) => boolean) => items.filter(wanted).length;

export function baselineTestsOf({ kept }: TestModel): Facts['baseline']['tests'] {
  return baseTests({
    passed: count(kept, ({ before }) => before === 'passed'),
    failed: count(kept, ({ before }) => before === 'failed'),
    skipped: count(kept, ({ before }) => before === 'skipped'),
  });
}

export function candidateTestsOf(
  { kept, fresh }: TestModel,
  comparedBy: 'identity' | 'count' = 'identity',
): CandidateFacts['tests'] {
  const statuses: Status[] = [...kept.map((test) => test.after), ...fresh];
  const named = kept.map((test, index) => ({ ...test, id: `base ${index}` }));
  const idsWhere = (wanted: (test: TestModel['kept'][number]) => boolean) => named.filter(wanted).map(({ id }) => id);
  const contested = named.filter((test) => test.contested && test.before === 'passed' && test.after !== 'passed');
  return {
    state: 'measured',
    precision: comparedBy === 'identity' ? 'exact' : 'totals',
    passed: count(statuses, (status) => status === 'passed'),
    failed: count(statuses, (status) => status === 'failed'),
    skipped: count(statuses, (status) => status === 'skipped'),
    compared_by: comparedBy,
    regressed: idsWhere((test) => test.before === 'passed' && test.after !== 'passed'),
    fixed: idsWhere((test) => test.before === 'failed' && test.after === 'passed'),
    dropped: idsWhere((test) => test.before !== 'skipped' && (test.after === 'skipped' || test.after === 'absent')),
    added: fresh.flatMap((status, index) => (status === 'skipped' ? [] : [`fresh ${index}`])),
    contested: contested.map(({ id, after }) => ({ id, path: `test/${id}.ts`, own: OWN_STATUS[after] })),
    flaky: [],
  };
}

export function baselineLintOf({ occurrences }: LintModel): Facts['baseline']['lint'] {
  const total = (wanted: string) =>
    occurrences.reduce((sum, { severity, before }) => sum + (severity === wanted ? before : 0), 0);
  return baseLint({ errors: total('error'), warnings: total('warning') });
}

export function candidateLintOf(
  { occurrences }: LintModel,
  comparedBy: 'identity' | 'count' = 'identity',
): CandidateFacts['lint'] {
  const total = (wanted: string) => occurrences.reduce((sum, each) => sum + (each.severity === wanted ? each.after : 0), 0);
  const findings = (from: 'before' | 'after', to: 'before' | 'after') =>
    occurrences.flatMap((each, index) =>
      Array.from({ length: Math.max(0, each[to] - each[from]) }, () => ({
        path: `src/${index}.ts`,
        line: null,
        rule: `rule-${index}`,
        severity: each.severity,
        message: 'found',
      })),
    );
  return {
    state: 'measured',
    precision: comparedBy === 'identity' ? 'exact' : 'totals',
    errors: total('error'),
    warnings: total('warning'),
    compared_by: comparedBy,
    added: findings('before', 'after'),
    resolved: findings('after', 'before'),
  };
}

const unmeasured = fc.constantFrom(broken('crashed'), unavailable('tool missing'), notConfigured);
const comparedBy = often(fc.constant('identity' as const), fc.constant('count' as const));

const agents: fc.Arbitrary<AgentFacts | null> = often<AgentFacts | null>(
  fc
    .record({
      ended: often(fc.constant('exited' as const), fc.constant('timed_out' as const)),
      exit_code: often<number | null>(fc.constant(0), fc.constant(1), fc.constant(null)),
      duration_ms: fc.oneof(fc.integer({ min: 0, max: 900_000 }), fc.double({ min: 0, max: 1e6, noNaN: true })),
      cost_usd: fc.oneof(fc.double({ min: 0, max: 5, noNaN: true }), fc.constant(0.25)),
    })
    .map(makeAgent),
  fc.constant(null),
);

export const files: fc.Arbitrary<ChangedFile[]> = fc
  .array(
    fc.record({
      folder: fc.constantFrom('src', 'docs', 'infra', 'test'),
      from: often<string | null>(fc.constant(null), fc.constantFrom('infra/old.ts', 'src/old.ts')),
      status: fc.constantFrom('renamed' as const, 'copied' as const),
      class: often<ChangedFile['class']>(fc.constant('source'), fc.constantFrom('lockfile', 'generated', 'binary')),
      added: fc.nat(900),
      removed: fc.nat(300),
      spaces: fc.nat(100),
      moved: fc.option(fc.nat(100), { nil: undefined }),
    }),
    { maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ folder, from, status, spaces, moved, ...rest }, index) =>
      changed(`${folder}/file-${index}.ts`, {
        ...rest,
        old_path: from,
        status: from === null ? 'modified' : status,
        added_normalized: Math.max(0, rest.added - spaces),
        removed_normalized: Math.max(0, rest.removed - spaces),
        ...(moved === undefined ? {} : { syntax: { added: rest.added, removed: rest.removed + moved, moved } }),
      }),
    ),
  );

const builds: fc.Arbitrary<BuildFacts> = fc
  .record({ passed: often(fc.constant(true), fc.constant(false)), targets: fc.array(fc.boolean(), { maxLength: 4 }) })
  .map(({ passed, targets }) => built(passed, Object.fromEntries(targets.map((ok, index) => [`target-${index}`, ok]))));

const findings = fc.array(
  fc.record({
    id: fc.constantFrom('test_weakened', 'ci_changed', 'grader_read'),
    severity: fc.constantFrom('info' as const, 'warning' as const, 'error' as const),
    path: fc.constantFrom(null, 'test/a.ts', 'src/b.ts'),
  }),
  { maxLength: 3 },
);

const advisories = fc.array(
  fc.constantFrom('critical' as const, 'high' as const, 'moderate' as const, 'low' as const, 'unknown' as const),
  {
    maxLength: 4,
  },
);

/** One candidate with the given base tests and lint findings. */
function candidatesFor(base: { tests: TestModel['kept']; lint: LintModel['occurrences'] }, contested: fc.Arbitrary<boolean>) {
  const tests = fc
    .record({
      changes: fc.tuple(...base.tests.map(() => fc.record({ after, contested }))),
      fresh: fc.array(known, { maxLength: 6 }),
      comparedBy,
    })
    .map(({ changes, fresh, ...rest }) =>
      candidateTestsOf(
        {
          kept: base.tests.map(({ before }, index) => ({ before, after: 'passed', contested: false, ...changes[index] })),
          fresh,
        },
        rest.comparedBy,
      ),
    );
  const lint = fc
    .record({ counts: fc.tuple(...base.lint.map(() => fc.nat(4))), comparedBy })
    .map(({ counts, ...rest }) =>
      candidateLintOf({ occurrences: base.lint.map((each, index) => ({ ...each, after: counts[index] ?? 0 })) }, rest.comparedBy),
    );
  return fc.record({
    name: fc.stringMatching(/^[a-z]{1,6}$/),
    agent: agents,
    build: often<CandidateFacts['build']>(builds, unmeasured),
    tests: often<CandidateFacts['tests']>(tests, unmeasured),
    lint: often<CandidateFacts['lint']>(lint, unmeasured),
    security: often<CandidateFacts['security']>(advisories.map(audited), unmeasured),
    diff: fc.record({ files }),
    change: often<ChangeKind>(fc.constant('code'), fc.constantFrom('tests', 'comments', 'documentation', 'formatting')),
    integrity: findings.map((drawn) => drawn.map(({ id, severity, path }) => finding(id, severity, path))),
  });
}

const outcome = fc.constantFrom(...TEST_OUTCOMES, 'pass' as const, 'fail' as const);
/** Most tests about the task fail on the base and pass with their author. */
const onBase = often<TestOutcome>(fc.constant('fail'), outcome);
const withAuthor = often<TestOutcome>(fc.constant('pass'), outcome);
/** Two of them are paths in integrity findings. */
const testPath = fc.constantFrom('test/a.ts', 'src/b.ts', 'test/c.ts', null);
const whyIncomplete = often<string | null>(fc.constant(null), fc.constant('10 minutes were spent'));

/** Tests by their author's tree, with outcomes by tree: equal trees have equal outcomes. */
interface TreeTests {
  tree: number;
  tests: { path: string | null; base: TestOutcome; author: TestOutcome; outcomes: (TestOutcome | null)[] }[];
}

const treeTests: fc.Arbitrary<TreeTests> = fc.record({
  tree: fc.nat(4),
  tests: fc.array(
    fc.record({
      path: testPath,
      base: onBase,
      author: withAuthor,
      outcomes: fc.array(often<TestOutcome | null>(outcome, fc.constant(null)), { minLength: 5, maxLength: 5 }),
    }),
    { maxLength: 4 },
  ),
});

/** `trees`: the tree of each candidate, in the order of `names`. */
export function arbitraryCrossTests(names: readonly string[]): fc.Arbitrary<CrossTests> {
  const drawn = fc.record({
    trees: fc.tuple(...names.map((_, index) => often(fc.constant(index), fc.nat(names.length - 1)))),
    byTree: fc.uniqueArray(treeTests, { selector: ({ tree }) => tree, maxLength: 4 }),
    asked: often<TreeTests | null>(fc.constant(null), treeTests),
    askedName: fc.constantFrom('Author', ...names.slice(0, 1)),
    incomplete: whyIncomplete,
  });
  return drawn.map(({ trees, byTree, asked, askedName, incomplete }) => {
    const toTest = ({ outcomes, ...test }: TreeTests['tests'][number], index: number, author: string | null): TaskTest => ({
      ...test,
      id: `t${index}`,
      author: author === null ? null : test.author,
      others: Object.fromEntries(
        names.flatMap((name, at) => {
          const tree = trees[at] ?? at;
          const own = author !== null && tree === trees[names.indexOf(author)];
          const seen = own ? test.author : (outcomes[tree] ?? null);
          return name === author || seen === null ? [] : [[name, seen]];
        }),
      ),
      failures: {},
    });
    const authors = byTree.flatMap(({ tree, tests }): AuthoredTests[] =>
      names
        .filter((_, at) => trees[at] === tree)
        .map((author) => ({
          ...{ author, kind: 'candidate', incomplete },
          tests: tests.map((test, index) => toTest(test, index, author)),
        })),
    );
    const asker: AuthoredTests[] =
      asked === null
        ? []
        : [
            {
              ...{ author: askedName, kind: 'test_author', incomplete: null },
              tests: asked.tests.map((test, index) => toTest(test, index, null)),
            },
          ];
    const groups = names.map((_, tree) => names.filter((__, at) => trees[at] === tree));
    return { authors: [...authors, ...asker], equal_trees: groups.filter(({ length }) => length > 1) };
  });
}

function arbitraryAcceptance(names: readonly string[]): fc.Arbitrary<Acceptance> {
  const test = fc
    .record({
      path: testPath,
      base: onBase,
      outcomes: fc.tuple(...names.map(() => often(fc.constant('pass' as const), outcome))),
    })
    .map(({ outcomes, ...rest }) => ({
      ...{ ...rest, author: null, failures: {} },
      others: Object.fromEntries(names.map((name, index) => [name, outcomes[index] ?? 'pass'])),
    }));
  return fc.record({
    tests: fc.array(test, { maxLength: 4 }).map((tests) => tests.map((each, index) => ({ ...each, id: `accept ${index}` }))),
    incomplete: whyIncomplete,
  });
}

const coverages: fc.Arbitrary<ChangeCoverage> = fc
  .record({ changed_lines: fc.nat(20), percent: fc.nat(100) })
  .map(({ changed_lines, percent }) => {
    const executed_lines = Math.floor((changed_lines * percent) / 100);
    return { changed_lines, executed_lines, files: [{ path: 'src/b.ts', changed_lines, executed_lines }] };
  });

/** Metrics that random policies may have. */
export const METRICS = ['size', 'time_ms'] as const;

const metricValues = fc.oneof(fc.integer({ min: -20, max: 200 }), fc.double({ min: -1e15, max: 1e15, noNaN: true }));
const metricFacts: fc.Arbitrary<MetricFacts> = often<MetricFacts>(
  metricValues.map((drawn) => ({ state: 'measured', value: drawn === 0 ? 0 : drawn, runs: [drawn === 0 ? 0 : drawn] })),
  unmeasured,
);
const metricsOfTree = fc.record({ size: metricFacts, time_ms: metricFacts });

/** Adds tests about the task, coverage and metrics to a run, each with a probability above one half. */
function withEvidence(facts: Facts): fc.Arbitrary<Facts> {
  const names = facts.candidates.map(({ name }) => name);
  const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null, freq: 3 });
  return fc
    .record({
      acceptance: maybe(arbitraryAcceptance(names)),
      crossTests: names.length === 0 ? fc.constant(null) : maybe(arbitraryCrossTests(names)),
      coverage: maybe(fc.tuple(...names.map(() => fc.option(coverages, { nil: null, freq: 9 })))),
      baseMetrics: maybe(metricsOfTree),
      metrics: fc.tuple(...names.map(() => metricsOfTree)),
    })
    .map(({ acceptance, crossTests, coverage, baseMetrics, metrics }) => ({
      ...facts,
      baseline: { ...facts.baseline, ...(baseMetrics && { metrics: baseMetrics }) },
      candidates: facts.candidates.map((each, index) => {
        const measured = metrics[index];
        const candidate = baseMetrics && measured ? { ...each, metrics: measured } : each;
        const known = coverage?.[index] ?? null;
        if (coverage !== null && known === null) return { ...candidate, coverage_unknown: 'its tests do not run to the end' };
        return known === null ? candidate : { ...candidate, coverage: known };
      }),
      ...(acceptance && { acceptance }),
      ...(crossTests && { cross_tests: crossTests }),
    }));
}

/** The same run without acceptance tests, cross-tests and coverage. */
export function withoutEvidence({ acceptance: _, cross_tests: __, candidates, ...facts }: Facts): Facts {
  return { ...facts, candidates: candidates.map(({ coverage: ___, coverage_unknown: ____, ...candidate }) => candidate) };
}

/** Whole runs. Without contested tests no candidate affects the excused tests of another. */
export function arbitraryFacts({ contested = true, minCandidates = 0 } = {}): fc.Arbitrary<Facts> {
  return arbitraryChecks({ contested, minCandidates }).chain(withEvidence);
}

function arbitraryChecks({ contested, minCandidates }: { contested: boolean; minCandidates: number }): fc.Arbitrary<Facts> {
  const models = fc.record({ tests: testModels, lint: lintModels });
  return models.chain(({ tests, lint }) => {
    const candidate = candidatesFor({ tests: tests.kept, lint: lint.occurrences }, contested ? fc.boolean() : fc.constant(false));
    return fc.record({
      schema_version: fc.constant(1 as const),
      run_id: fc.constant('run-1'),
      baseline: fc.record({
        build: often<BuildFacts>(builds, unmeasured),
        tests: often<Facts['baseline']['tests']>(fc.constant(baselineTestsOf(tests)), unmeasured),
        lint: often<Facts['baseline']['lint']>(fc.constant(baselineLintOf(lint)), unmeasured),
        security: often<Facts['baseline']['security']>(
          fc.constant({ state: 'measured', precision: 'exact', total: 2 }),
          unmeasured,
        ),
      }),
      sandbox: fc.constant(SANDBOXED),
      candidates: fc.uniqueArray(candidate, { selector: ({ name }) => name, minLength: minCandidates, maxLength: 5 }),
    });
  });
}

/** A candidate that passes all ten passing tests of its base, and may fix the two failing ones. */
const closeCandidates = fc
  .record({
    name: fc.stringMatching(/^[a-z]{1,6}$/),
    fixed: fc.subarray(['x', 'y']),
    added: fc.nat(3),
    warnings: fc.constantFrom(0, 0, 1, 10),
    lines: fc.constantFrom(10, 20, 300, 900),
    duration_ms: fc.constantFrom(60_000, 60_000, 66_000, 120_000),
    integrity: often(
      findings.map((drawn) => drawn.slice(0, 0)),
      findings,
    ),
    contests: often(fc.constant(false), fc.constant(true)),
  })
  .map(({ name, fixed, added, warnings, lines, duration_ms, integrity, contests }) => {
    const lost = contests ? 1 : 0;
    const counts = { passed: 10 + fixed.length + added - lost, failed: 2 - fixed.length + lost };
    const contested = contests ? { regressed: ['p'], contested: { p: 'test/p.ts' }, own: 'passed' as const } : {};
    return makeCandidate({
      ...{ name, agent: { duration_ms } },
      tests: ranTests({ ...counts, fixed, added, ...contested }),
      lint: linted({ warnings, added: Array.from({ length: warnings }, () => 'warning' as const) }),
      files: [changed('src/main.ts', { lines })],
      integrity: integrity.map(({ id, severity, path }) => finding(id, severity, path)),
    });
  });

/** Runs in which most candidates are mergeable and differ mainly in tests about the task. */
export const closeRuns: fc.Arbitrary<Facts> = fc
  .uniqueArray(closeCandidates, { selector: ({ name }) => name, minLength: 2, maxLength: 4 })
  .map((candidates) => makeFacts({ baseline: { tests: baseTests({ passed: 10, failed: 2 }) }, candidates }))
  .chain(withEvidence);

const weight = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0.1, max: 40, noNaN: true }));

/** At most seven above 0: sensitivity tries 3 to the power of their number settings. */
const weights: fc.Arbitrary<Weights> = fc
  .record({
    counted: fc.subarray([...DIMENSION_IDS], { maxLength: 7 }),
    drawn: fc.array(weight, { minLength: DIMENSION_IDS.length, maxLength: DIMENSION_IDS.length }),
  })
  .map(
    ({ counted, drawn }) =>
      Object.fromEntries(DIMENSION_IDS.map((id, index) => [id, counted.includes(id) ? (drawn[index] ?? 0) : 0])) as Weights,
  );

const metric = fc.record({
  command: fc.constant('make size'),
  read: fc.constant('last number'),
  better: fc.constantFrom('lower' as const, 'higher' as const),
  weight,
  tolerance_percent: fc.constantFrom(0, 1, 5, 100),
  unit: fc.constantFrom('', 'kB'),
  repeat: fc.constantFrom(1, 3),
});

export const arbitraryPolicy: fc.Arbitrary<Policy> = fc
  .record({
    weights,
    gates: fc.record({ require_build_pass: fc.boolean(), max_test_regression_percent: fc.constantFrom(0, 10, 33.3, 100) }),
    build: fc.record({ mode: fc.constantFrom('binary' as const, 'gradient' as const) }),
    tests: fc.record({
      regression_by: comparedBy,
      dropped: often(fc.constant('count_as_failed' as const), fc.constant('ignore' as const)),
      fail_on_drop_percent: often<number | null>(fc.constant(null), fc.integer({ min: 0, max: 100 })),
      may_change: often<string[]>(fc.constant([]), fc.constant(['test/base 1.ts'])),
    }),
    diff_scope: fc.record({
      max_files_soft: fc.integer({ min: 1, max: 30 }),
      max_churn_soft: fc.integer({ min: 1, max: 2000 }),
      protected_paths: fc.constantFrom<string[]>([], ['infra/']),
      allowed_paths: fc.constantFrom<string[]>([], ['src/', 'test/']),
      normalize: fc.constantFrom('whitespace' as const, 'syntax' as const, 'none' as const),
    }),
    speed: fc.record({ count_failed: fc.boolean() }),
    cross_tests: fc.record({ enabled: often(fc.constant(true), fc.constant(false)) }),
    ranking: fc.record({ mergeable_first: fc.boolean() }),
    metrics: fc.record({ size: metric, time_ms: metric }, { requiredKeys: [] }),
    integrity: fc.record({
      enabled: often(fc.constant(true), fc.constant(false)),
      severity: fc.constantFrom<Integrity['severity']>({}, { ci_changed: 'off', grader_read: 'warning' }),
      allow: fc.constantFrom<Integrity['allow']>({}, { test_weakened: ['test/'] }),
    }),
  })
  .map(makePolicy);
