// Runs commands on the base as `hydra score` would: same checkout, set-up, environment, capture and parsers, in a
// temporary run folder. For `hydra init` and `hydra doctor`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openEventLog, planBaseline } from '../../capture/index.ts';
import { firstTestRun, type MaybeReading } from '../../compare/index.ts';
import { resolvePolicy } from '../../config/index.ts';
import {
  HydraError,
  type HydraEvent,
  type LintSummary,
  type Policy,
  type SETUP_CHECK,
  type TestSummary,
} from '../../contract/index.ts';
import {
  createObjectStore,
  type ObjectStore,
  type Repository,
  type ResolvedCommit,
  refuseMissingObjects,
} from '../../git/index.ts';
import { BASELINE, captureFolder, openStore, type RunFolder, runFile, type Store } from '../../store/index.ts';
import { createWorkArea, removeFolder, removeStaleWorkAreas } from '../../workspace/index.ts';
import { readBaseline } from '../read-run.ts';
import { openCapturerFor } from '../score.ts';
import type { ProposedCheck } from './proposal.ts';

/** Where trials happen: made once, for any number of them. */
export interface TrialArea {
  repository: Repository;
  store: Store;
  objects: ObjectStore;
  base: ResolvedCommit;
  /** Folder outside the repository. */
  area: string;
  /** How many trials there have been. */
  trials: number;
}

export interface TrialRequest {
  /** Null or missing: the check does not run. */
  commands: Partial<Record<ProposedCheck, string | null>>;
  /** As `[workspace] setup` and `link` of hydra.toml. */
  setup: string | null;
  link: readonly string[];
  /** inherited: the user's whole environment; clean, unless given: as checks get it. */
  environment?: 'inherited' | 'clean';
  /** True, unless given: as `hydra score` does. */
  asksForReport?: boolean;
  signal: AbortSignal;
  watch?(event: HydraEvent): void;
}

export interface TrialResult {
  /** Null when the set-up succeeded or there was none; then no check ran. */
  setupFailure: string | null;
  build: MaybeReading<null>;
  test: MaybeReading<TestSummary>;
  lint: MaybeReading<LintSummary>;
  /** The capture of a check, for its logs; there until the trial area is closed. */
  folderOf(check: ProposedCheck | typeof SETUP_CHECK): string;
}

/** The area is removed afterwards, however the work ends. */
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

/** Runs the commands once on the base, in a checkout of its own. Throws when the signal is aborted. */
export async function tryChecks(area: TrialArea, request: TrialRequest): Promise<TrialResult> {
  const { signal, environment = 'clean', asksForReport = true, watch = () => {} } = request;
  area.trials += 1;
  const id = `trial-${area.trials}`;
  const folder: RunFolder = { id, path: join(area.area, id) };
  mkdirSync(folder.path, { recursive: true });
  const events = openEventLog(runFile(folder, 'events.jsonl'), watch);
  // Known results are not taken: a tool that was missing may have been installed since.
  const options = { cwd: area.repository.root, jobs: 1, useCache: false, signal, watch };
  const policy = trialPolicy(request);
  const place = { ...area, area: join(area.area, `${id}-checkout`), folder };
  const capturer = await openCapturerFor(place, policy, options, events, environment);
  capturer.add([{ subject: BASELINE, own: area.base, pinned: null }]);
  if (!asksForReport) capturer.withdrawReports();
  let setupFailure: string | null = null;
  try {
    await capturer.capture(planBaseline(policy));
  } catch (error) {
    if (!(error instanceof HydraError) || error.code !== 'setup_failed') throw error;
    setupFailure = error.message;
  } finally {
    await capturer.close();
  }
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
