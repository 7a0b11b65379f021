// The integrity rules, and the findings of one candidate.
import type { DiffPlace, IntegrityFinding } from '../../contract/index.ts';
import { INTEGRITY_RULES } from '../rules/index.ts';
import type { CandidateEvidence } from './evidence.ts';
import { placesOfRestored, placesOfTests } from './finding-places.ts';
import { differInPinnedRun } from './test-results.ts';

export function findIntegrity(evidence: CandidateEvidence): IntegrityFinding[] {
  return INTEGRITY_RULES.flatMap(({ id, scope, find }) =>
    find(evidence).map((found) => ({ id, ...found, ...aboutTests(found, evidence), how_to_allow: howToAllow(id, scope) })),
  );
}

/** A finding may be about every test of a large suite. */
const MAX_TESTS = 100;

function aboutTests(found: Partial<IntegrityFinding>, evidence: CandidateEvidence): Pick<IntegrityFinding, 'tests' | 'places'> {
  const { tests = [] } = found;
  if (tests.length === 0) return {};
  const places = found.places ?? placesOfLostTests(tests, evidence);
  return { tests: tests.slice(0, MAX_TESTS), ...(places.length === 0 ? {} : { places }) };
}

function placesOfLostTests(tests: readonly string[], evidence: CandidateEvidence): DiffPlace[] {
  const named = placesOfTests(evidence.patch, tests);
  if (named.length > 0) return named;
  return differInPinnedRun(evidence, tests) ? placesOfRestored(evidence.patch, evidence.restored) : [];
}

function howToAllow(id: string, scope: 'file' | 'run'): string {
  return scope === 'run'
    ? `set ${id} = "info" under [scoring.integrity.severity]`
    : `add the path to ${id} under [scoring.integrity.allow]`;
}

export { INTEGRITY_RULES } from '../rules/index.ts';
export { addedCode } from './code-lines.ts';
export type {
  CanaryVerdict,
  CandidateEvidence,
  CaptureFacts,
  IndependentVerdict,
  TestView,
  VariedAnswer,
  VariedDifference,
  VariedVerdict,
} from './evidence.ts';
export { classByName, codeInExcludedFiles } from './file-content.ts';
export { isSource } from './file-kinds.ts';
export { nearEqualGroups, nearEqualNames } from './near-equal-diffs.ts';
export { type PatchFile, type PatchHunk, parsePatch } from './patch.ts';
export type { ExampleChange, IntegrityRule } from './rule.ts';
export { literalsOfAddedTests, literalsOfTests } from './test-answers.ts';
export { importsOfTests } from './test-imports.ts';
