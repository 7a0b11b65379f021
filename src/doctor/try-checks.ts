// Runs commands on the base as `hydra score` would: same checkout, set-up, environment, capture and parsers, in a
// temporary run folder. For `hydra init` and `hydra doctor`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Capturer, type EventLog, openEventLog, openMachine } from '../capture/index.ts';
import { resolvePolicy } from '../config/index.ts';
import {
  HydraError,
  type HydraEvent,
  type LintSummary,
  type Policy,
  type SETUP_CHECK,
  type TestSummary,
} from '../contract/index.ts';
import { createObjectStore, type ObjectStore, type Repository, type ResolvedCommit, refuseMissingObjects } from '../git/index.ts';
import { firstTestRun, type MaybeReading } from '../judge/index.ts';
import { openCapturerFor, type RunPlace, readBaseline, type ScoreOptions } from '../pipeline/index.ts';
import { planBaseline } from '../plan/index.ts';
import { BASELINE, captureFolder, openStore, type RunFolder, runFile, type Store } from '../store/index.ts';
import { createWorkArea, removeFolder, removeStaleWorkAreas } from '../workspace/index.ts';
import type { ProposedCheck } from './proposal.ts';

/** The location of trials: created once, for any number of them. */
export interface TrialArea {
  repository: Repository;
  store: Store;
  objects: ObjectStore;
  base: ResolvedCommit;
  /** Folder outside the repository. */
  area: string;
  /** The number of trials so far. */
  trials: number;
}

export interface TrialRequest {
  /** Null or missing: the check does not run. */
  commands: Partial<Record<ProposedCheck, string | null>>;
  /** As `[workspace] setup` and `link` of hydra.toml. */
  setup: string | null;
  link: readonly string[];
  /** inherited: the user's whole environment. clean (the default): the environment of checks. */
  environment?: 'inherited' | 'clean';
  /** Default: true, as in `hydra score`. */
  asksForReport?: boolean;
  signal: AbortSignal;
  watch?(event: HydraEvent): void;
}

export interface TrialResult {
  /** Null if the set-up succeeded or there was none; otherwise no check ran. */
  setupFailure: string | null;
  build: MaybeReading<null>;
  test: MaybeReading<TestSummary>;
  lint: MaybeReading<LintSummary>;
  /** The capture of a check, for its logs; available until the trial area is closed. */
  folderOf(check: ProposedCheck | typeof SETUP_CHECK): string;
}

/** Always removes the area afterwards. */
export async function inTrialArea<Result>(
  repository: Repository,
  base: ResolvedCommit,
  work: (area: TrialArea) => Promise<Result>,
): Promise<Result> {
  await refuseMissingObjects(repository, [base]);
  await removeStaleWorkAreas();
  const area = createWorkArea(`try-${base.commit.slice(0, 10)}-${process.pid}`);
  try {
    const store = openStore(repository.root, repository.commonDir);
    const objects = await createObjectStore(repository, join(area, 'objects'));
    return await work({ repository, store, objects, base, area, trials: 0 });
  } finally {
    await removeFolder(area);
  }
}

export interface Trial {
  place: RunPlace;
  events: EventLog;
  capturer: Capturer;
}

export interface TrialOptions extends Pick<ScoreOptions, 'jobs' | 'useCache' | 'signal' | 'watch'> {
  policy: Policy;
  environment?: TrialRequest['environment'];
}

/** Provides a run folder in the trial area; its checkouts are closed afterwards, its captures stay until the area is removed. */
export async function inTrial<Result>(
  area: TrialArea,
  { policy, environment = 'clean', ...options }: TrialOptions,
  work: (trial: Trial) => Promise<Result>,
): Promise<Result> {
  area.trials += 1;
  const id = `trial-${area.trials}`;
  const folder: RunFolder = { id, path: join(area.area, id) };
  mkdirSync(folder.path, { recursive: true });
  const machine = await openMachine(policy, area.repository.root);
  const place = { ...area, area: join(area.area, `${id}-checkout`), folder, ...machine };
  const events = openEventLog(runFile(folder, 'events.jsonl'), options.watch);
  const capturer = await openCapturerFor(place, policy, { cwd: area.repository.root, ...options }, events, environment);
  try {
    return await work({ place, events, capturer });
  } finally {
    await capturer.close();
  }
}

/** Runs the commands once on the base, in a new checkout. Throws when the signal is aborted. */
export async function tryChecks(area: TrialArea, request: TrialRequest): Promise<TrialResult> {
  const { signal, environment = 'clean', asksForReport = true, watch = () => {} } = request;
  const policy = trialPolicy(request);
  // Without cached results: a missing tool may have been installed since.
  const options = { policy, environment, jobs: 1, useCache: false, signal, watch };
  return inTrial(area, options, async ({ place, capturer }) => {
    capturer.add([{ subject: BASELINE, own: area.base, pinned: null }]);
    if (!asksForReport) capturer.withdrawReports();
    const setupFailure = await captureBase(capturer, policy);
    return readTrial(place.folder, policy, setupFailure);
  });
}

/** The message of a failed set-up; null if the checks ran. */
async function captureBase(capturer: Capturer, policy: Policy): Promise<string | null> {
  try {
    await capturer.capture(planBaseline(policy));
    return null;
  } catch (error) {
    if (!(error instanceof HydraError) || error.code !== 'setup_failed') throw error;
    return error.message;
  }
}

function readTrial(folder: RunFolder, policy: Policy, setupFailure: string | null): TrialResult {
  const reading = readBaseline(folder, policy);
  return {
    setupFailure,
    build: reading.build,
    test: firstTestRun(reading, { check: 'test', tree: 'own' }) ?? reading.notCaptured,
    lint: reading.lint,
    folderOf: (check) => captureFolder(folder, BASELINE, check),
  };
}

function trialPolicy({ commands, setup, link }: TrialRequest): Policy {
  const { policy } = resolvePolicy({ fileText: null, fileName: 'hydra.toml', overrides: {} });
  const { build = null, test = null, lint = null } = commands;
  return {
    ...policy,
    scoring: { ...policy.scoring, commands: { build, test, lint, security: null } },
    workspace: { ...policy.workspace, setup, link: [...link] },
  };
}
