// Builds facts and policies. The default is a simple case: everything passes, one small change.
// All of them are validated by the schemas, so that no test uses impossible facts.
import {
  type AgentFacts,
  type AnswerProbe,
  type AuthoredTests,
  type BuildFacts,
  type CandidateFacts,
  type ChangeCoverage,
  type ChangedFile,
  type CrossTests,
  DEFAULT_POLICY,
  type DimensionState,
  type Facts,
  factsSchema,
  type IntegrityFinding,
  type Metric,
  type MetricFacts,
  medianOf,
  metricSchema,
  type Policy,
  plainEnding,
  policySchema,
  SCHEMA_VERSION,
  TASK_AUTHOR,
  type TaskTest,
} from '../src/contract/index.ts';
import type { Dimension } from '../src/scoring/index.ts';

type Measured<Measurement> = Extract<Measurement, { state: 'measured' }>;
type Severity = 'error' | 'warning';
type AdvisorySeverity = Measured<CandidateFacts['security']>['added'][number]['severity'];

/** A metric whose command printed these values, one per run. */
export function measuredMetric(...runs: number[]): MetricFacts {
  return { state: 'measured', value: medianOf(runs) ?? 0, runs };
}

export function makeMetric(changes: Partial<Metric> = {}): Metric {
  return metricSchema.parse({ command: 'make size', read: 'last number', better: 'lower', weight: 10, ...changes });
}

export const notConfigured = { state: 'not_configured' } as const;
export const unavailable = (why: string) => ({ state: 'unavailable', why }) as const;
export const broken = (why: string) => ({ state: 'broken', why }) as const;

export function built(passed: boolean, targets: Record<string, boolean> = {}): BuildFacts {
  return { state: 'measured', passed, targets: Object.entries(targets).map(([name, ok]) => ({ name, passed: ok })) };
}

interface BaseTestCounts {
  passed: number;
  failed?: number;
  skipped?: number;
}

export function baseTests({ passed, failed = 0, skipped = 0 }: BaseTestCounts): Facts['baseline']['tests'] {
  return { state: 'measured', precision: 'exact', passed, failed, skipped };
}

/** Tests by name; a number generates that many names. */
interface TestLists {
  regressed?: number | string[];
  fixed?: number | string[];
  dropped?: number | string[];
  added?: number | string[];
  added_failed?: string[];
  /** Name to test file. */
  contested?: Record<string, string>;
  /** The candidate's own results of its contested tests. */
  own?: 'passed' | 'skipped' | 'missing';
  accepted?: string[];
  rejected?: string[];
  flaky?: string[];
}

export function ranTests(counts: BaseTestCounts & TestLists): CandidateFacts['tests'] {
  return {
    ...(baseTests(counts) as Measured<Facts['baseline']['tests']>),
    compared_by: 'identity',
    regressed: names('regressed', counts.regressed),
    fixed: names('fixed', counts.fixed),
    dropped: names('dropped', counts.dropped),
    added: names('added', counts.added),
    ...(counts.added_failed === undefined ? {} : { added_failed: counts.added_failed }),
    contested: Object.entries(counts.contested ?? {}).map(([id, path]) => ({ id, path, own: counts.own ?? 'missing' })),
    ...(counts.accepted === undefined ? {} : { accepted: counts.accepted }),
    ...(counts.rejected === undefined ? {} : { rejected: counts.rejected }),
    flaky: counts.flaky ?? [],
  };
}

export function countedTests(counts: BaseTestCounts): CandidateFacts['tests'] {
  return { ...(ranTests(counts) as Measured<CandidateFacts['tests']>), precision: 'totals', compared_by: 'count' };
}

function names(prefix: string, wanted: number | string[] = []): string[] {
  return typeof wanted === 'number' ? Array.from({ length: wanted }, (_, index) => `${prefix} ${index + 1}`) : wanted;
}

interface LintCounts {
  errors?: number;
  warnings?: number;
}

export function baseLint({ errors = 0, warnings = 0 }: LintCounts): Facts['baseline']['lint'] {
  return { state: 'measured', precision: 'exact', errors, warnings };
}

/** `added`: the severities of the findings that the base lacks. */
export function linted(counts: LintCounts & { added?: Severity[]; path?: string }): CandidateFacts['lint'] {
  const added = (counts.added ?? []).map((severity, index) => ({
    path: counts.path ?? 'src/main.ts',
    line: index + 1,
    rule: 'rule',
    severity,
    message: `finding ${index + 1}`,
  }));
  return {
    ...(baseLint(counts) as Measured<Facts['baseline']['lint']>),
    compared_by: 'identity',
    added,
    resolved: [],
  };
}

export function countedLint(counts: LintCounts): CandidateFacts['lint'] {
  return { ...(linted(counts) as Measured<CandidateFacts['lint']>), precision: 'totals', compared_by: 'count' };
}

export function baseSecurity(total = 0): Facts['baseline']['security'] {
  return { state: 'measured', precision: 'exact', total };
}

/** `added`: the severities of the advisories that the base lacks. */
export function audited(added: AdvisorySeverity[] = []): CandidateFacts['security'] {
  const advisories = added.map((severity, index) => ({
    id: `ADVISORY-${index + 1}`,
    package: 'left-pad',
    version: '1.0.0',
    severity,
    title: 'a hole',
  }));
  return { state: 'measured', precision: 'exact', total: added.length, added: advisories, resolved: [] };
}

/** `lines` are added lines; give the four counts to be more exact. */
export function changed(path: string, { lines = 10, ...rest }: { lines?: number } & Partial<ChangedFile> = {}): ChangedFile {
  const added = rest.added ?? lines;
  const removed = rest.removed ?? 0;
  return {
    path,
    old_path: null,
    status: 'modified',
    class: 'source',
    added,
    removed,
    added_normalized: added,
    removed_normalized: removed,
    ...rest,
  };
}

export function finding(id: string, severity: IntegrityFinding['severity'], path: string | null = null): IntegrityFinding {
  const place = path === null ? null : { path, start_line: 1, end_line: 1 };
  return { id, severity, message: `${id} was found`, place, how_to_allow: null };
}

interface CandidateParts extends Partial<Omit<CandidateFacts, 'agent' | 'diff'>> {
  agent?: Partial<NonNullable<CandidateFacts['agent']>> | null;
  files?: ChangedFile[];
}

/** Without an ending, that of a process that ended so. */
export function makeAgent(parts: Partial<AgentFacts> = {}): AgentFacts {
  const { ended = 'exited', exit_code = 0, said_it_failed: hasFailed = false } = parts;
  const ending = plainEnding({ ended, exit_code, stopped: null, signal: null, hasFailed, failure: null });
  return { ended, ending, exit_code, duration_ms: 60_000, cost_usd: 0.1, ...parts };
}

/** Nothing about it needs a note. */
export const SANDBOXED: Facts['sandbox'] = { kind: 'bubblewrap', reason: null, needs_network: [] };

/** Tests execute every changed line. */
const EXECUTED: ChangeCoverage = { changed_lines: 10, executed_lines: 10, files: [] };

/** Ten of ten tests pass, no lint findings, ten lines in one file, an agent that took a minute and cost 10 cents. */
export function makeCandidate({ agent = {}, files = [changed('src/main.ts')], ...parts }: CandidateParts = {}): CandidateFacts {
  return {
    name: 'codex',
    agent: agent && makeAgent(agent),
    build: built(true),
    tests: ranTests({ passed: 10 }),
    lint: linted({}),
    security: notConfigured,
    diff: { files },
    change: 'code',
    coverage: EXECUTED,
    integrity: [],
    ...parts,
  };
}

/** Fails on the base and passes with its author; `others` are the outcomes on the other candidates. */
export function taskTest(id: string, others: TaskTest['others'], changes: Partial<TaskTest> = {}): TaskTest {
  return { id, path: 'test/new.test.ts', base: 'fail', author: 'pass', others, failures: {}, ...changes };
}

/** The tests of one candidate, or of a test author. */
export function authored(author: string, tests: TaskTest[], changes: Partial<AuthoredTests> = {}): AuthoredTests {
  return { author, kind: 'candidate', tests, incomplete: null, ...changes };
}

export function testAuthor(author: string, tests: TaskTest[]): AuthoredTests {
  return authored(
    author,
    tests.map((test) => ({ ...test, author: null })),
    { kind: 'test_author' },
  );
}

/** Examples in the task's text. */
export function taskExamples(...tests: TaskTest[]): AuthoredTests {
  return authored(
    TASK_AUTHOR,
    tests.map((test) => ({ ...test, author: null })),
    { kind: 'task' },
  );
}

/** A call with the answers of the base and of candidates; its id is the call. */
export function probe(
  call: string,
  base: string | null,
  answers: AnswerProbe['answers'],
  changes: Partial<AnswerProbe> = {},
): AnswerProbe {
  return {
    ...{ id: call, call, language: 'javascript', path: 'src/main.ts', source: 'base_test', is_changed: true },
    ...{ base, answers },
    ...changes,
  };
}

interface FactsParts {
  baseline?: Partial<Facts['baseline']>;
  candidates?: CandidateFacts[];
  /** The outcomes of acceptance tests; `incomplete` says why there are none. */
  acceptance?: Partial<NonNullable<Facts['acceptance']>>;
  authors?: AuthoredTests[];
  equalTrees?: CrossTests['equal_trees'];
  equalSources?: Facts['equal_sources'];
  nearEqual?: Facts['near_equal'];
  probes?: AnswerProbe[];
}

/** A base without problems and, by default, one candidate without problems. */
export function makeFacts({
  baseline = {},
  candidates = [makeCandidate()],
  acceptance,
  authors,
  equalTrees = [],
  equalSources,
  nearEqual,
  probes,
}: FactsParts = {}): Facts {
  return factsSchema.parse({
    schema_version: SCHEMA_VERSION,
    run_id: 'run-1',
    baseline: { build: built(true), tests: baseTests({ passed: 10 }), lint: baseLint({}), security: notConfigured, ...baseline },
    candidates,
    sandbox: SANDBOXED,
    ...(acceptance && { acceptance: { tests: [], incomplete: null, ...acceptance } }),
    ...(authors && { cross_tests: { authors, equal_trees: equalTrees } }),
    ...(equalSources && { equal_sources: equalSources }),
    ...(nearEqual && { near_equal: nearEqual }),
    ...(probes && { answers: { probes, unstable: 0 } }),
  });
}

type Sections = Omit<Policy['scoring'], 'profile' | 'accept_likely'>;
export type PolicyParts = { [Section in keyof Sections]?: Partial<Sections[Section]> };

/** The default policy with some keys of some sections of [scoring] changed. */
export function makePolicy(parts: PolicyParts = {}): Policy {
  const scoring: Record<string, unknown> = { ...DEFAULT_POLICY.scoring };
  for (const [section, keys] of Object.entries(parts)) {
    scoring[section] = { ...DEFAULT_POLICY.scoring[section as keyof Sections], ...keys };
  }
  return policySchema.parse({ ...DEFAULT_POLICY, scoring });
}

/** The result of a dimension for the first candidate, or the given one. All candidates are taken for mergeable. */
export function assess(dimension: Dimension, facts: Facts, policy: Policy = makePolicy(), name?: string): DimensionState {
  const candidate = name === undefined ? facts.candidates[0] : facts.candidates.find((each) => each.name === name);
  if (candidate === undefined) throw new Error('there is no such candidate in these facts');
  const assessment = dimension.assess(facts, policy, new Set(facts.candidates.map((each) => each.name)));
  return assessment.state === 'applies' ? assessment.score(candidate) : assessment;
}

/** The score alone; fails the test if there is none. */
export function scoreBy(dimension: Dimension, facts: Facts, policy?: Policy, name?: string): number {
  const result = assess(dimension, facts, policy, name);
  if (result.state !== 'scored') throw new Error(`expected a score, got ${JSON.stringify(result)}`);
  return result.score;
}
