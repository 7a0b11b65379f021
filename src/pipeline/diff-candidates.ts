// Room pipeline: two candidates of a run against each other.
import type { ChangedFile, LintFinding, TestStatus } from '../contract/index.ts';
import type { RunFolder, Subject } from '../store/index.ts';
import { readLint, readTests } from './2-parse.ts';
import { readResult } from './runs.ts';

export interface CandidateDifference {
  names: [string, string];
  /** Paths that both change, that only the first changes, that only the second changes. */
  files: { both: string[]; first: string[]; second: string[] };
  /** Tests with another result; null where a candidate does not have the test. */
  tests: { id: string; first: TestStatus | null; second: TestStatus | null }[];
  lint: { first: LintFinding[]; second: LintFinding[] };
}

export function diffCandidates(folder: RunFolder, first: string, second: string): CandidateDifference {
  const { facts } = readResult(folder);
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
    tests: compareStatuses(statusesOf(folder, first), statusesOf(folder, second)),
    lint: lintBetween(folder, first, second),
  };
}

function subjectOf(name: string): Subject {
  return { kind: 'candidate', name };
}

function statusesOf(folder: RunFolder, name: string): Map<string, TestStatus> {
  const read = readTests(folder, subjectOf(name));
  return new Map(read.state === 'read' ? read.reading.summary.tests.map(({ id, status }) => [id, status]) : []);
}

function compareStatuses(
  first: ReadonlyMap<string, TestStatus>,
  second: ReadonlyMap<string, TestStatus>,
): CandidateDifference['tests'] {
  const ids = [...new Set([...first.keys(), ...second.keys()])].sort();
  return ids
    .map((id) => ({ id, first: first.get(id) ?? null, second: second.get(id) ?? null }))
    .filter((test) => test.first !== test.second);
}

function lintBetween(folder: RunFolder, first: string, second: string): CandidateDifference['lint'] {
  const findings = (name: string) => {
    const read = readLint(folder, subjectOf(name));
    return read.state === 'read' ? read.reading.summary.findings : [];
  };
  const key = ({ path, rule, message }: LintFinding) => JSON.stringify([path, rule, message]);
  const [a, b] = [findings(first), findings(second)];
  const [inA, inB] = [new Set(a.map(key)), new Set(b.map(key))];
  return { first: a.filter((finding) => !inB.has(key(finding))), second: b.filter((finding) => !inA.has(key(finding))) };
}
