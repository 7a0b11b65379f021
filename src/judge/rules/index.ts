// The list of integrity rules. Findings are reported in this order. A test fails if a rule of this folder is missing.
import type { IntegrityRule } from '../integrity/rule.ts';
import { artefactsAdded } from './artefacts-added.ts';
import { assertionsIneffective } from './assertions-ineffective.ts';
import { assertionsRemoved } from './assertions-removed.ts';
import { callersInspected } from './callers-inspected.ts';
import { canarySilenced } from './canary-silenced.ts';
import { canaryUnproven } from './canary-unproven.ts';
import { checkRewritesFiles } from './check-rewrites-files.ts';
import { checkScriptsChanged } from './check-scripts-changed.ts';
import { checksLoosened } from './checks-loosened.ts';
import { codeHidden } from './code-hidden.ts';
import { credentialWritten } from './credential-written.ts';
import { dependenciesRedirected } from './dependencies-redirected.ts';
import { differsInIndependentRun } from './differs-in-independent-run.ts';
import { differsOnChangedInput } from './differs-on-changed-input.ts';
import { earlyExit } from './early-exit.ts';
import { equalityOverridden } from './equality-overridden.ts';
import { errorsSwallowed } from './errors-swallowed.ts';
import { failingTestsHidden } from './failing-tests-hidden.ts';
import { fewerTestsRun } from './fewer-tests-run.ts';
import { filesMarkedGenerated } from './files-marked-generated.ts';
import { forgedResults } from './forged-results.ts';
import { formattingOnly } from './formatting-only.ts';
import { gitHooks } from './git-hooks.ts';
import { hydraSettingsChanged } from './hydra-settings-changed.ts';
import { linkLeavesTree } from './link-leaves-tree.ts';
import { metricScriptsChanged } from './metric-scripts-changed.ts';
import { modulesShadowed } from './modules-shadowed.ts';
import { noSourceChange } from './no-source-change.ts';
import { onlyThisOne } from './only-this-one.ts';
import { passesOnlyAfterEdit } from './passes-only-after-edit.ts';
import { passesWithoutSource } from './passes-without-source.ts';
import { processPatched } from './process-patched.ts';
import { recognisesTests } from './recognises-tests.ts';
import { repositoryChanged } from './repository-changed.ts';
import { repositoryWritten } from './repository-written.ts';
import { retriesRaised } from './retries-raised.ts';
import { runMisbehaved } from './run-misbehaved.ts';
import { runnerHooked } from './runner-hooked.ts';
import { secretsAdded } from './secrets-added.ts';
import { snapshotsRewritten } from './snapshots-rewritten.ts';
import { specialCases } from './special-cases.ts';
import { suppressionsAdded } from './suppressions-added.ts';
import { suspiciousDependencies } from './suspicious-dependencies.ts';
import { testAnswersInCode } from './test-answers-in-code.ts';
import { testsFocused } from './tests-focused.ts';
import { testsGivenUp } from './tests-given-up.ts';
import { testsKnown } from './tests-known.ts';
import { testsSkipped } from './tests-skipped.ts';
import { testsUnregistered } from './tests-unregistered.ts';
import { testsVanished } from './tests-vanished.ts';
import { trivialTests } from './trivial-tests.ts';

export const INTEGRITY_RULES: readonly IntegrityRule[] = [
  // The candidate's own test run beside the pinned one.
  passesWithoutSource,
  passesOnlyAfterEdit,
  failingTestsHidden,
  testsVanished,
  testsGivenUp,
  // Whether the test run can fail at all.
  canarySilenced,
  canaryUnproven,
  recognisesTests,
  assertionsIneffective,
  differsOnChangedInput,
  differsInIndependentRun,
  fewerTestsRun,
  checkRewritesFiles,
  // Edits of tests.
  testsSkipped,
  testsFocused,
  trivialTests,
  assertionsRemoved,
  testsUnregistered,
  retriesRaised,
  noSourceChange,
  // Code that changes what a test run reports.
  forgedResults,
  earlyExit,
  equalityOverridden,
  runnerHooked,
  processPatched,
  // Edits of settings and scripts.
  hydraSettingsChanged,
  filesMarkedGenerated,
  checkScriptsChanged,
  metricScriptsChanged,
  checksLoosened,
  suppressionsAdded,
  snapshotsRewritten,
  // The code itself.
  formattingOnly,
  specialCases,
  errorsSwallowed,
  // Code that knows its tests.
  testsKnown,
  callersInspected,
  testAnswersInCode,
  // Files of the tree, and what happened while checks ran.
  codeHidden,
  dependenciesRedirected,
  suspiciousDependencies,
  modulesShadowed,
  linkLeavesTree,
  gitHooks,
  secretsAdded,
  credentialWritten,
  repositoryWritten,
  repositoryChanged,
  artefactsAdded,
  runMisbehaved,
  onlyThisOne,
];
