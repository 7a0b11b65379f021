// Finds working commands by trying the proposals on the base, one checkout per round, until each check has one.
import { performance } from 'node:perf_hooks';
import { HydraError, type HydraEvent, SETUP_CHECK } from '../contract/index.ts';
import { listFiles } from '../git/index.ts';
import { isBetter, type KeptCommand, mayBeImproved, whyPassedOver } from './better-command.ts';
import { firstErrorLine, NETWORK_FAILURE, outputOf } from './first-error.ts';
import { missingProgram, missingTool } from './installed-tools.ts';
import { BEST_GRADE, judgeAttempt, type Verdict } from './judge-attempt.ts';
import { PROPOSED_CHECKS, type ProjectProposals, type Proposal, type ProposedCheck, type SetupProposal } from './proposal.ts';
import { type TrialArea, type TrialResult, tryChecks } from './try-checks.ts';

/** For all attempts together. */
export const MAX_SEARCH_SECONDS = 1800;
const MAX_ATTEMPTS_PER_CHECK = 12;

export interface FailedCommand {
  command: string;
  why: string;
}

/** `network`: where a connection failed, in the package manager or in an install script of a package. */
interface FailedSetup extends FailedCommand {
  network: 'manager' | 'script' | null;
}

export interface FoundCommands {
  project: ProjectProposals;
  /** How the dependencies were installed. */
  setup: SetupProposal;
  isSetUp: boolean;
  kept: Record<ProposedCheck, KeptCommand | null>;
  /** Failed attempts and skipped proposals, in order. */
  failed: Record<ProposedCheck, FailedCommand[]>;
  /** Commands that work and were not chosen, with the reason. */
  passedOver: Record<ProposedCheck, FailedCommand[]>;
  failedSetups: FailedCommand[];
}

export interface SearchProgress {
  /** Before the commands of a checkout run. */
  trying(commands: Readonly<Partial<Record<string, string | null>>>): void;
  /** While commands run. */
  show(event: HydraEvent): void;
  /** `next` is the next command to try for this check; null for none. */
  finished(check: ProposedCheck | typeof SETUP_CHECK, command: string, verdict: Verdict, next: string | null): void;
}

/** The best result of all ecosystems of the repository; null if there is nothing to try. */
export async function findCommands(
  area: TrialArea,
  projects: readonly ProjectProposals[],
  { signal, progress }: { signal: AbortSignal; progress: SearchProgress },
): Promise<{ found: FoundCommands | null; isCutShort: boolean }> {
  const endsAt = performance.now() + MAX_SEARCH_SECONDS * 1000;
  let best: FoundCommands | null = null;
  try {
    for (const project of projects) {
      for await (const found of searchProject({ area, project, signal, progress, endsAt })) {
        best = best === null ? found : better(best, found);
      }
      if (best !== null && best.kept.test !== null) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return { found: best, isCutShort: true };
  }
  return { found: best, isCutShort: false };
}

class OutOfTime extends Error {}

interface Search {
  area: TrialArea;
  project: ProjectProposals;
  signal: AbortSignal;
  progress: SearchProgress;
  endsAt: number;
}

/** One result for each way to install the dependencies, until one is complete. */
async function* searchProject(search: Search): AsyncGenerator<FoundCommands> {
  const { project } = search;
  const failedSetups: FailedSetup[] = [];
  for (const setup of project.withoutInstall) {
    const found = await searchWith(search, setup, failedSetups);
    yield found;
    if (isClean(found)) return;
  }
  for (const setup of project.installs) {
    if (!mayInstall(setup, failedSetups)) continue;
    const found = await searchWith(search, setup, failedSetups);
    yield found;
    // The others are fallbacks for a failing installation.
    if (found.isSetUp) return;
  }
}

/** Without a network no variant installs anything; without the network for a script, only those that skip scripts. */
function mayInstall({ command, skipsScripts = false }: SetupProposal, failedSetups: readonly FailedSetup[]): boolean {
  if (command === null) return true;
  return failedSetups.every(({ network }) => network === null || (network === 'script' && skipsScripts));
}

/** Every test has a name, and none fails because of a missing dependency. */
function isClean({ kept, project }: FoundCommands): boolean {
  if (project.checks.test.length === 0) return kept.build !== null || project.checks.build.length === 0;
  return kept.test !== null && kept.test.verdict.grade === BEST_GRADE && kept.test.verdict.failed === 0;
}

function better(one: FoundCommands, other: FoundCommands): FoundCommands {
  const values = ({ kept, isSetUp }: FoundCommands) => [
    isSetUp ? 1 : 0,
    gradeOfTests(kept.test),
    kept.test?.verdict.passed ?? 0,
    kept.build === null ? 0 : 1,
    kept.lint === null ? 0 : 1,
  ];
  const theirs = values(other);
  const difference =
    values(one)
      .map((value, index) => value - (theirs[index] ?? 0))
      .find((value) => value !== 0) ?? 0;
  const [winner, loser] = difference < 0 ? [other, one] : [one, other];
  // The results of the other attempt still help if nothing works.
  const failed = Object.fromEntries(
    PROPOSED_CHECKS.map((check) => [check, winner.failed[check].length > 0 ? winner.failed[check] : loser.failed[check]]),
  ) as FoundCommands['failed'];
  const setups = winner.failedSetups.length >= loser.failedSetups.length ? winner.failedSetups : loser.failedSetups;
  return { ...winner, failed, failedSetups: setups };
}

/** Tests that fail under a command that is not the project's own may fail because of the command. */
function gradeOfTests(kept: KeptCommand | null): number {
  if (kept === null) return 0;
  return kept.verdict.failed > 0 && kept.isOwn !== true ? kept.verdict.grade / (BEST_GRADE + 1) : kept.verdict.grade;
}

interface CheckSearch {
  queue: Proposal[];
  kept: KeptCommand | null;
  /** Working commands that were not kept. */
  others: KeptCommand[];
  failed: FailedCommand[];
  attempts: number;
}

async function searchWith(search: Search, setup: SetupProposal, failedSetups: FailedSetup[]): Promise<FoundCommands> {
  const { project, area } = search;
  const isMissing = await programsMissing(area, project, setup);
  const checks = Object.fromEntries(
    PROPOSED_CHECKS.map((check) => [check, openCheck(project.checks[check], isMissing)]),
  ) as Record<ProposedCheck, CheckSearch>;
  const missing = setup.command === null ? null : missingTool(setup.command);
  if (missing !== null) failedSetups.push({ command: setup.command ?? '', why: `${missing} is not installed`, network: null });
  let isSetUp = missing === null;
  while (isSetUp && PROPOSED_CHECKS.some((check) => isOpen(checks[check]))) {
    isSetUp = await searchRound(search, setup, checks, failedSetups);
  }
  if (!isSetUp) for (const check of PROPOSED_CHECKS) giveUp(checks[check], setup);
  const each = <Value>(value: (state: CheckSearch) => Value) =>
    Object.fromEntries(PROPOSED_CHECKS.map((check) => [check, value(checks[check])])) as Record<ProposedCheck, Value>;
  return {
    project,
    setup,
    isSetUp,
    kept: each(({ kept }) => kept),
    failed: each(({ failed }) => failed),
    passedOver: each(({ kept, others }) =>
      others.flatMap((other) => {
        const why = kept === null ? null : whyPassedOver(other, kept);
        return why === null ? [] : [{ command: other.command, why }];
      }),
    ),
    failedSetups: failedSetups.map(({ command, why }) => ({ command, why })),
  };
}

/** Without its dependencies no command is tried. */
function giveUp({ queue, failed }: CheckSearch, { command }: SetupProposal): void {
  const [next] = queue;
  if (next !== undefined) failed.push({ command: next.command, why: `not tried, because the set-up \`${command}\` failed` });
}

/** The program of a proposal that is not there after the set-up; null if it may be. */
type MissingProgram = (proposal: Proposal) => string | null;

/** `npx` asks the registry for a program that it does not find, for more than a minute without a network. */
async function programsMissing(area: TrialArea, project: ProjectProposals, setup: SetupProposal): Promise<MissingProgram> {
  const tracked = new Set((await listFiles(area.objects, area.base.tree)).filter((path) => path.startsWith(BINARIES)));
  const isTracked = (program: string) => tracked.has(`${BINARIES}${program}`);
  return ({ command, provider }) => {
    const isInstalled = setup.command !== null && (provider === undefined || (project.provides?.(provider) ?? true));
    return isInstalled ? missingTool(command) : missingProgram(command, isTracked);
  };
}

const BINARIES = 'node_modules/.bin/';

/** Commands whose program is not installed are not tried. */
function openCheck(proposals: readonly Proposal[], isMissing: MissingProgram): CheckSearch {
  const queue: Proposal[] = [];
  const failed: FailedCommand[] = [];
  for (const proposal of proposals) {
    const missing = isMissing(proposal);
    if (missing === null) queue.push(proposal);
    else failed.push({ command: proposal.command, why: `${missing} is not installed` });
  }
  return { queue, kept: null, others: [], failed, attempts: 0 };
}

function isOpen({ queue, kept, attempts }: CheckSearch): boolean {
  return queue.length > 0 && attempts < MAX_ATTEMPTS_PER_CHECK && (kept === null || mayBeImproved(kept, queue));
}

/**
 * One checkout with the next proposal of every open check. False if the set-up failed. Tests and lint that ran after a failed
 * build do not count: what it left behind is not in the checkouts of `hydra score`, which has no such build.
 */
async function searchRound(
  { area, signal, progress, endsAt }: Search,
  setup: SetupProposal,
  checks: Record<ProposedCheck, CheckSearch>,
  failedSetups: FailedSetup[],
): Promise<boolean> {
  const { build, test, lint } = checks;
  const next = (state: CheckSearch) => (isOpen(state) ? (state.queue[0] ?? null) : null);
  const nextBuild = next(build);
  // After a failed build, the next one is tried alone.
  const isBuildAlone = nextBuild !== null && build.attempts > 0;
  const tried: Record<ProposedCheck, Proposal | null> = {
    build: nextBuild,
    test: isBuildAlone ? null : next(test),
    lint: isBuildAlone ? null : next(lint),
  };
  const commands = {
    // Tests often need the build output.
    build: tried.build?.command ?? build.kept?.command ?? null,
    test: tried.test?.command ?? null,
    lint: tried.lint?.command ?? null,
  };
  progress.trying({ ...commands, [SETUP_CHECK]: setup.command });
  const trial = await tryInTime(area, { commands, setup, progress, signal, endsAt });
  if (trial.setupFailure !== null) {
    const output = outputOf(trial.folderOf(SETUP_CHECK));
    const why = firstErrorLine(output) ?? trial.setupFailure;
    failedSetups.push({ command: setup.command ?? '', why, network: networkFailureIn(output) });
    progress.finished(SETUP_CHECK, setup.command ?? '', { works: false, why }, null);
    return false;
  }
  if (tried.build !== null && !conclude('build', build, tried.build, trial, progress)) return true;
  if (tried.test !== null) conclude('test', test, tried.test, trial, progress);
  if (tried.lint !== null) conclude('lint', lint, tried.lint, trial, progress);
  return true;
}

/** npm names the command of a script that failed. */
function networkFailureIn(output: string): FailedSetup['network'] {
  if (!NETWORK_FAILURE.test(output)) return null;
  return /^npm (?:ERR!|error) command |\bELIFECYCLE\b/m.test(output) ? 'script' : 'manager';
}

/** Whether the command works. */
function conclude(
  check: ProposedCheck,
  state: CheckSearch,
  proposal: Proposal,
  trial: TrialResult,
  progress: SearchProgress,
): boolean {
  const verdict = judgeAttempt(check, trial, proposal);
  state.attempts += 1;
  state.queue.shift();
  if (verdict.works) {
    keepBetter(state, { ...proposal, verdict });
  } else {
    state.failed.push({ command: proposal.command, why: verdict.why });
    state.queue.unshift(...repairsFor(check, proposal, trial));
  }
  progress.finished(check, proposal.command, verdict, isOpen(state) ? (state.queue[0]?.command ?? null) : null);
  return verdict.works;
}

function keepBetter(state: CheckSearch, found: KeptCommand): void {
  const { kept, queue } = state;
  if (kept !== null && !isBetter(found, kept)) {
    state.others.push(found);
    return;
  }
  if (kept !== null) state.others.push(kept);
  state.kept = found;
  const { whole } = found;
  if (whole === undefined || found.verdict.failed === 0) return;
  const others = queue.filter(({ command }) => command !== whole.command);
  if (others.length < queue.length) state.queue = [whole, ...others];
}

function repairsFor(check: ProposedCheck, { repair }: Proposal, trial: TrialResult): Proposal[] {
  const reading = trial[check];
  if (repair === undefined || reading.state !== 'read') return [];
  return repair({ exitCode: reading.reading.capture.exit_code, output: outputOf(trial.folderOf(check)) });
}

interface TimedTrial extends Pick<Search, 'signal' | 'progress' | 'endsAt'> {
  commands: Record<ProposedCheck, string | null>;
  setup: SetupProposal;
}

/** The whole search has a time limit; the checks have their own. */
async function tryInTime(area: TrialArea, { commands, setup, progress, signal, endsAt }: TimedTrial): Promise<TrialResult> {
  const left = endsAt - performance.now();
  if (left <= 0) throw new OutOfTime();
  const deadline = AbortSignal.timeout(Math.ceil(left));
  try {
    return await tryChecks(area, {
      commands,
      setup: setup.setup,
      link: setup.link,
      signal: AbortSignal.any([signal, deadline]),
      watch: (event) => progress.show(event),
    });
  } catch (error) {
    if (deadline.aborted && !signal.aborted && !(error instanceof HydraError)) throw new OutOfTime();
    throw error;
  }
}
