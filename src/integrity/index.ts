// The integrity rules, and the findings of one candidate.
import type { IntegrityFinding } from '../contract/index.ts';
import type { CandidateEvidence, IntegrityRule } from './evidence.ts';
import { LIVENESS_RULES } from './liveness-rules.ts';
import { SETTINGS_RULES } from './settings-rules.ts';
import { SOURCE_RULES } from './source-rules.ts';
import { TAMPER_RULES } from './tamper-rules.ts';
import { TEST_AWARE_RULES } from './test-aware-rules.ts';
import { TEST_EDIT_RULES } from './test-edit-rules.ts';
import { TREE_RULES } from './tree-rules.ts';
import { VERDICT_RULES } from './verdict-rules.ts';

export const INTEGRITY_RULES: readonly IntegrityRule[] = [
  ...VERDICT_RULES,
  ...LIVENESS_RULES,
  ...TEST_EDIT_RULES,
  ...TAMPER_RULES,
  ...SETTINGS_RULES,
  ...SOURCE_RULES,
  ...TEST_AWARE_RULES,
  ...TREE_RULES,
];

export function findIntegrity(evidence: CandidateEvidence): IntegrityFinding[] {
  return INTEGRITY_RULES.flatMap((rule) =>
    rule.find(evidence).map((found) => ({ id: rule.id, ...found, how_to_allow: howToAllow(rule.id, found.place?.path ?? null) })),
  );
}

function howToAllow(id: string, path: string | null): string {
  if (path === null) return `set ${id} = "info" under [scoring.integrity.severity]`;
  return `add the path to ${id} under [scoring.integrity.allow]`;
}

export { endOfString } from './code-lines.ts';
export type { CanaryVerdict, CandidateEvidence, CaptureFacts, TestView } from './evidence.ts';
export { type PatchFile, type PatchHunk, parsePatch } from './patch.ts';
export { isSource } from './source-files.ts';
export { literalsOfTests } from './test-answers.ts';
export { mixedFile, supportRole } from './test-support.ts';
