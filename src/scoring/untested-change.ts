// Whether any test executes a candidate's change. Passing tests prove little about code that no test executes.
import { type CandidateFacts, type Facts, type IntegrityFinding, type Severity, showsChange } from '../contract/index.ts';
import { answersAsAsked, knownAnswers } from './known-answers.ts';
import { summarizeList } from './summarize-list.ts';

export const CHANGE_NOT_TESTED = 'change_not_tested';

/** A test that fails on the base and passes with the candidate executes the change, whatever the coverage says. */
export function passesTestOfChange(facts: Facts, { name, tests }: CandidateFacts): boolean {
  const { baseline, acceptance, cross_tests: crossTests } = facts;
  if (tests.state === 'measured' && tests.fixed.length > 0) return true;
  if (
    tests.state === 'measured' &&
    tests.compared_by === 'count' &&
    baseline.tests.state === 'measured' &&
    tests.failed < baseline.tests.failed
  )
    return true;
  if (acceptance?.tests.some((test) => showsChange(test, name, false))) return true;
  if (facts.answers !== undefined && answersAsAsked(name, knownAnswers(facts))) return true;
  return (crossTests?.authors ?? []).some(({ author, kind, tests: written }) =>
    written.some((test) => showsChange(test, name, kind === 'candidate' && author === name)),
  );
}

/** The change was measured, and consists of deleted lines, declarations and the like: tests that pass say nothing about it. */
export function changesNoExecutableLine(facts: Facts, candidate: CandidateFacts): boolean {
  return candidate.coverage?.changed_lines === 0 && !passesTestOfChange(facts, candidate);
}

/** Lines were measured, and no test executes any of them. */
export function isUntested(facts: Facts, candidate: CandidateFacts): boolean {
  const { coverage } = candidate;
  if (coverage === undefined || coverage.only_task_tests) return false;
  return coverage.changed_lines > 0 && coverage.executed_lines === 0 && !passesTestOfChange(facts, candidate);
}

/** Whether coverage of the change is known. */
export function isExecutionKnown(facts: Facts, candidate: CandidateFacts): boolean {
  return candidate.coverage !== undefined || passesTestOfChange(facts, candidate);
}

export function untestedFinding({ coverage }: CandidateFacts, severity: Severity): IntegrityFinding {
  const { changed_lines: lines = 0, files = [] } = coverage ?? {};
  const paths = files.map(({ path }) => path);
  return {
    id: CHANGE_NOT_TESTED,
    severity,
    message: `no test executes any of ${lines} changed ${lines === 1 ? 'line' : 'lines'}: ${summarizeList(paths)}`,
    place: null,
    how_to_allow: 'set change_not_tested = "info" under [scoring.integrity.severity]',
  };
}
