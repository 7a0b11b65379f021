// The trick behind a finding, in plain words. Several rules may see the same trick; a reader wants to know it once.
import type { IntegrityFinding } from '../contract/index.ts';

const CAUSES: Readonly<Record<string, readonly string[]>> = {
  'changes the tests': [
    ...[
      'tests_skipped',
      'failing_tests_hidden',
      'trivial_tests',
      'assertions_removed',
      'passes_only_after_edit',
      'tests_focused',
    ],
    ...['tests_unregistered', 'snapshots_rewritten', 'tests_vanished', 'tests_given_up', 'fewer_tests_run'],
  ],
  'changes how the checks run': [
    ...['checks_loosened', 'check_scripts_changed', 'runner_hooked', 'retries_raised', 'suppressions_added', 'early_exit'],
    ...['hydra_settings_changed', 'metric_scripts_changed', 'check_rewrites_files', 'run_misbehaved'],
  ],
  'recognizes its tests': ['tests_known', 'recognises_tests', 'callers_inspected', 'differs_in_independent_run'],
  'contains the answers': ['test_answers_in_code', 'special_cases', 'differs_on_changed_input'],
  'forges results': [
    ...['forged_results', 'canary_silenced', 'assertions_ineffective', 'equality_overridden', 'process_patched'],
    ...['modules_shadowed', 'passes_without_source'],
  ],
  'writes into your repository': ['repository_written'],
  'ran while your repository changed': ['repository_changed'],
  'changes no code': ['no_source_change', 'formatting_only'],
  'changes dependencies': ['dependencies_redirected', 'suspicious_dependencies'],
  'hides code or data': [
    ...['code_hidden', 'files_marked_generated', 'secrets_added', 'credential_written', 'artefacts_added', 'link_leaves_tree'],
    ...['git_hooks', 'errors_swallowed'],
  ],
};

const CAUSE_OF = new Map(Object.entries(CAUSES).flatMap(([cause, ids]) => ids.map((id) => [id, cause])));

/** Findings that say what happened to the tests, the plainest first. */
const PLAIN_CAUSES: readonly (readonly [id: string, cause: string])[] = [
  ['failing_tests_hidden', 'hides failing tests'],
  ['passes_only_after_edit', 'rewrites failing tests'],
];

export interface FoldedFindings {
  cause: string;
  /** The worst first. */
  findings: IntegrityFinding[];
}

const ORDER = { error: 0, warning: 1, info: 2 } as const;

/** Findings by their cause, the worst cause first; those without a common cause alone. */
export function foldFindings(findings: readonly IntegrityFinding[]): FoldedFindings[] {
  const byCause = new Map<string, IntegrityFinding[]>();
  for (const finding of findings) {
    const cause = causeOf(finding);
    byCause.set(cause, [...(byCause.get(cause) ?? []), finding]);
  }
  const worst = (group: readonly IntegrityFinding[]) => Math.min(...group.map(({ severity }) => ORDER[severity]));
  return [...byCause]
    .map(([cause, group]) => ({
      cause: plainCause(group) ?? cause,
      findings: group.toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity]),
    }))
    .sort((a, b) => worst(a.findings) - worst(b.findings));
}

function plainCause(findings: readonly IntegrityFinding[]): string | null {
  const isError = (wanted: string) => findings.some(({ id, severity }) => id === wanted && severity === 'error');
  return PLAIN_CAUSES.find(([id]) => isError(id))?.[1] ?? null;
}

export function causeOf({ id }: Pick<IntegrityFinding, 'id'>): string {
  return CAUSE_OF.get(id) ?? id.replaceAll('_', ' ');
}
