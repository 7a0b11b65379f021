// Compares two candidates of a run.

import type { ChangedFile, LintFinding, TestStatus } from '../contract/index.ts';
import { type CandidateCaptures, ownTests, statusesOf, type TestStatuses } from '../judge/index.ts';
import { readResult } from '../runs/index.ts';
import type { RunFolder } from '../store/index.ts';
import { readRun } from './read-run.ts';

export interface CandidateDifference {
  names: [string, string];
  /** Paths that both change, that only the first changes, that only the second changes. */
  files: { both: string[]; first: string[]; second: string[] };
  /** Tests with different results; null if a candidate does not have the test. */
  tests: { id: string; first: TestStatus | null; second: TestStatus | null }[];
  lint: { first: LintFinding[]; second: LintFinding[] };
}

export function diffCandidates(folder: RunFolder, first: string, second: string): CandidateDifference {
  const { facts, run } = readResult(folder);
  const { candidates } = readRun(folder, run);
  const [one, other] = [first, second].map((wanted) => candidates.find(({ entry }) => entry.name === wanted));
  const pathsOf = (name: string) =>
    (facts.candidates.find((candidate) => candidate.name === name)?.diff.files ?? []).map(({ path }: ChangedFile) => path);
  const [a, b] = [pathsOf(first), pathsOf(second)];
  return {
    names: [first, second],
    files: {
      both: a.filter((path) => b.includes(path)),
      first: a.filter((path) => !b.includes(path)),
      second: b.filter((path) => !a.includes(path)),
    },
    tests: compareStatuses(ownStatuses(one), ownStatuses(other)),
    lint: lintBetween(one, other),
  };
}

function ownStatuses(candidate: CandidateCaptures | undefined): TestStatuses {
  return statusesOf(candidate === undefined ? null : ownTests(candidate));
}

function compareStatuses(first: TestStatuses, second: TestStatuses): CandidateDifference['tests'] {
  const ids = [...new Set([...first.keys(), ...second.keys()])].sort();
  return ids
    .map((id) => ({ id, first: first.get(id) ?? null, second: second.get(id) ?? null }))
    .filter((test) => test.first !== test.second);
}

function lintBetween(first: CandidateCaptures | undefined, second: CandidateCaptures | undefined): CandidateDifference['lint'] {
  const findings = (candidate: CandidateCaptures | undefined) =>
    candidate?.lint.state === 'read' ? candidate.lint.reading.summary.findings : [];
  const key = ({ path, rule, message }: LintFinding) => JSON.stringify([path, rule, message]);
  const [a, b] = [findings(first), findings(second)];
  const [inA, inB] = [new Set(a.map(key)), new Set(b.map(key))];
  return { first: a.filter((finding) => !inB.has(key(finding))), second: b.filter((finding) => !inA.has(key(finding))) };
}
