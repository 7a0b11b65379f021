// Checks for one repository that Hydra does not change test results: runs the test command on the base in the user's
// environment and as `hydra score` does, and compares.
import { HydraError, type Policy, SETUP_CHECK } from '../contract/index.ts';
import { findRepository, resolveCommit } from '../git/index.ts';
import { compareResults, mayBeCausedByReport, reportDifference, TESTS_OF_BASE } from './compare-results.ts';
import { detectProjects } from './detect-project.ts';
import type { DiagnosisOptions, Diagnostic } from './diagnostic.ts';
import { firstErrorLine, outputOf } from './first-error.ts';
import { judgeAttempt, type Verdict } from './judge-attempt.ts';
import type { Proposal } from './proposal.ts';
import { inTrialArea, type TrialArea, type TrialRequest, type TrialResult, tryChecks } from './try-checks.ts';
import { readWorkingSettings } from './working-settings.ts';

/** Empty when there is nothing to compare: no repository, no commit, no test command. */
export async function compareByHand(cwd: string, options: DiagnosisOptions): Promise<Diagnostic[]> {
  try {
    const repository = await findRepository(cwd);
    const base = await resolveCommit(repository, 'HEAD');
    const policy = readWorkingSettings(repository);
    if (base === null || policy.scoring.commands.test === null) return [];
    const [project] = await detectProjects(repository.root);
    const own = project?.checks.test.find(({ command, isOwn }) => isOwn === true && command !== policy.scoring.commands.test);
    return await inTrialArea(repository, base, (area) => compareTrials(area, policy, own ?? null, options));
  } catch (error) {
    // The other diagnostics report problems of the repository or the settings.
    if (error instanceof HydraError) return [];
    throw error;
  }
}

/** `own`: another test command that the project runs itself; null for none. */
async function compareTrials(
  area: TrialArea,
  policy: Policy,
  own: Proposal | null,
  { signal, watch }: DiagnosisOptions,
): Promise<Diagnostic[]> {
  const { build, test } = policy.scoring.commands;
  const { setup, link } = policy.workspace;
  // All of them are runs of the base: the reason distinguishes them in the progress output.
  const tryAs = (reason: string, how: Pick<TrialRequest, 'environment' | 'asksForReport'>, command = test) =>
    tryChecks(area, {
      ...{ commands: { build, test: command }, setup, link, signal, ...how },
      watch: (event) => watch(event.type === 'check_started' ? { ...event, reason } : event),
    });
  const byHand = await tryAs('in your environment', { environment: 'inherited', asksForReport: false });
  if (byHand.setupFailure !== null) return [describeSetupFailure(byHand, byHand.setupFailure)];
  const underHydra = await tryAs('under Hydra', {});
  if (underHydra.setupFailure !== null) return [describeSetupFailure(underHydra, underHydra.setupFailure)];
  const verdict = judgeAttempt('test', underHydra, {});
  if (own !== null && (!verdict.works || verdict.failed > 0)) {
    const ofProject = judgeAttempt('test', await tryAs(`with ${own.command}`, {}, own.command), own);
    if (ofProject.works && ofProject.failed === 0) return [describeWrongCommand(test ?? '', verdict, own)];
  }
  const compared = compareResults(byHand.test, underHydra.test);
  if (compared.state === 'ok' || !mayBeCausedByReport(byHand.test, underHydra.test)) return [compared];
  // `hydra score` withdraws a request for a report that makes tests fail.
  const withoutReport = await tryAs('under Hydra, without a report', { asksForReport: false });
  const isSameWithout = compareResults(byHand.test, withoutReport.test).state === 'ok';
  return [isSameWithout ? reportDifference(byHand.test, underHydra.test) : compared];
}

/** Failures that the project does not have with its own command are not failures of the base. */
function describeWrongCommand(test: string, verdict: Verdict, own: Proposal): Diagnostic {
  const result = verdict.works ? verdict.figures : verdict.why;
  const text = `with \`${test}\`: ${result}; the project's own \`${own.command}\` passes (${own.because})`;
  const next = `Set test = ${JSON.stringify(own.command)} under [scoring.commands] in hydra.toml, or run \`hydra init --force\`.`;
  return { state: 'fault', subject: TESTS_OF_BASE, text, next };
}

function describeSetupFailure(trial: TrialResult, failure: string): Diagnostic {
  const line = firstErrorLine(outputOf(trial.folderOf(SETUP_CHECK)));
  const text = line === null ? failure : `${failure} ${line}`;
  const next = 'Correct `setup` under [workspace] in hydra.toml, or run `hydra init --force` to find a command that works.';
  return { state: 'fault', subject: TESTS_OF_BASE, text, next };
}
