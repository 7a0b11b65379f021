// Builds parsed check results. The default is a simple case: the command exited with 0.

import type {
  Advisory,
  Capture,
  LintFinding,
  LintSummary,
  Precision,
  SecuritySummary,
  Summary,
  TestStatus,
  TestSummary,
} from '../src/contract/index.ts';
import type { CandidateReading, TreeReading } from '../src/judge/compare-run.ts';
import type { MaybeReading } from '../src/judge/measure.ts';
import type { SubjectReading, TestRun } from '../src/judge/run-reading.ts';

const NO_FILE = { path: 'x', bytes: 0, sha256: '0'.repeat(64) };

export function capture(changes: Partial<Capture> = {}): Capture {
  return {
    schema_version: 1,
    key: '0'.repeat(64),
    check: 'test',
    tree: 't',
    command: 'make test',
    workdir: '/w',
    environment_hash: 'e',
    ended: 'exited',
    exit_code: 0,
    signal: null,
    duration_ms: 1,
    timeout_seconds: 60,
    left_behind: 0,
    strays: [],
    stdout: NO_FILE,
    stderr: NO_FILE,
    reports: [],
    from_cache: false,
    ...changes,
  };
}

export function read<Read extends Summary | null>(
  summary: Read,
  changes: Partial<Capture> = {},
  absentTool: string | null = null,
): MaybeReading<Read> {
  return { state: 'read', reading: { capture: capture(changes), summary, absentTool } };
}

const READ = { schema_version: 1 as const, parser: 'x', notes: [] };

export function tests(byId: Record<string, TestStatus>, precision: Precision = 'exact', notes: string[] = []): TestSummary {
  const list = Object.entries(byId).map(([id, status]) => ({ id, status }));
  const count = (wanted: TestStatus) => list.filter(({ status }) => status === wanted).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), total: list.length };
  return { ...READ, notes, precision, kind: 'test', ...counts, tests: list };
}

export function finding(message: string, changes: Partial<LintFinding> = {}): LintFinding {
  return { rule: 'r', severity: 'error', path: 'a.ts', line: 1, message, ...changes };
}

export function lint(findings: LintFinding[], precision: Precision = 'exact', errors?: number): LintSummary {
  const listed = findings.filter(({ severity }) => severity === 'error').length;
  return { ...READ, precision, kind: 'lint', errors: errors ?? listed, warnings: findings.length - listed, findings };
}

export function advisories(ids: string[], precision: Precision = 'exact'): SecuritySummary {
  const list = ids.map((id): Advisory => ({ id, package: 'p', version: '1', severity: 'high', title: id }));
  return { ...READ, precision, kind: 'security', total: list.length, advisories: list };
}

export const notConfigured = { state: 'not_configured' } as const;

export function tree(changes: Partial<TreeReading> = {}): TreeReading {
  return {
    build: notConfigured,
    buildTargets: [],
    test: notConfigured,
    testAgain: [],
    testSelected: [],
    lint: notConfigured,
    security: notConfigured,
    ...changes,
  };
}

export function candidate(changes: Partial<CandidateReading> = {}): CandidateReading {
  const diff = { schema_version: 1 as const, base_tree: 'b', tree: 't', files: [] };
  return { ...tree(), name: 'a', pinnedTest: null, newTestsAgain: [], diff, patch: '', agent: null, integrity: [], ...changes };
}

/** A tree with these runs of its tests, and no other check. */
export function subjectWith(testRuns: readonly TestRun[]): SubjectReading {
  const none = { state: 'not_configured' } as const;
  const checks = { build: none, onlineBuild: null, buildTargets: [], lint: none, security: none, answers: [] };
  return { ...checks, metrics: [], notCaptured: none, captures: [], testRuns };
}
