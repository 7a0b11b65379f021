// Runs planned checks in isolation and in parallel and stores the captures in the run folder. Later stages are pure.
import { join } from 'node:path';
import {
  CANARY_CHECK,
  type Capture,
  HydraError,
  hashOf,
  type PlannedCapture,
  type Policy,
  planBuilds,
  planChecks,
  planMetricChecks,
  type SubjectTrees,
} from '../contract/index.ts';
import { cleanEnvironment, inheritedEnvironment } from '../exec/index.ts';
import { listTopFiles, type ObjectStore, type ResolvedCommit } from '../git/index.ts';
import { BASELINE, CaptureSeals, captureFolder, type RunFolder, readStoredIfPresent, type Subject } from '../store/index.ts';
import { fingerprintCopied, type Manifests, readManifests } from '../workspace/index.ts';
import { Checkout, type CheckoutContext, type CheckoutPurpose, preparationOf } from './checkout.ts';
import { Installations } from './installations.ts';
import { createMasker } from './mask-secrets.ts';
import { nextTurn } from './next-turn.ts';
import { openScheduler, type Task } from './schedule.ts';
import type { CaptureStage } from './stage.ts';

/** Checkouts that stay open between the stages of a run; each needs disk space for its dependencies. */
const MAX_OPEN_CHECKOUTS = 16;

export interface Capturer {
  /** Registers trees that planned captures refer to. */
  add(trees: readonly SubjectTrees[]): void;
  /** Captures in the order of each checkout; checkouts stay open for the next call. Calls may overlap. */
  capture(planned: readonly PlannedCapture[]): Promise<void>;
  /** From now on, requests no reports from runners. */
  withdrawReports(): void;
  /** Throws if a capture was changed after it was taken. */
  verify(): void;
  /** Called between two units of a long computation. Throws if the run was interrupted. */
  pause(): Promise<void>;
  close(): Promise<void>;
}

export function openCapturer(stage: CaptureStage, firstIndex = 0): Capturer {
  const common = {
    env:
      stage.environment === 'clean'
        ? cleanEnvironment(process.env, stage.policy.scoring.environment?.variables)
        : inheritedEnvironment(process.env),
    mask: createMasker(process.env),
    copied: stage.copied ?? fingerprintCopied(stage.repository.root, stage.policy.workspace),
    installations: stage.installations ?? new Installations(),
    unshared: new Set<string>(),
    seals: new CaptureSeals(),
  };
  const known = new Map<string, SubjectTrees>();
  const checkouts = new Map<string, Checkout>();
  let isWithdrawn = false;
  let created = 0;
  const scheduler = openScheduler(stage.jobs);
  const failure = new AbortController();
  const signal = AbortSignal.any([stage.signal, failure.signal]);

  const openCheckouts = async (planned: ReadonlyMap<string, readonly PlannedCapture[]>) => {
    const unknown = [...planned].filter(([key, captures]) => !checkouts.has(key) && captures.length > 0);
    const firsts = unknown.flatMap(([, captures]) => captures.slice(0, 1));
    for (const [position, context] of (await describeCheckouts(stage, known, firsts)).entries()) {
      const key = unknown[position]?.[0] ?? '';
      checkouts.set(key, new Checkout({ ...stage, signal }, { ...common, ...context, index: firstIndex + created }));
      created += 1;
    }
  };

  const captureRound = async (planned: readonly PlannedCapture[], isLast: boolean) => {
    const byCheckout = new Map<string, PlannedCapture[]>();
    for (const wanted of planned) {
      const capture = { ...wanted, asksForReport: wanted.asksForReport && !isWithdrawn };
      const key = checkoutKey(known, capture);
      byCheckout.set(key, [...(byCheckout.get(key) ?? []), capture]);
    }
    await openCheckouts(byCheckout);
    const order = [...checkouts.keys()];
    const plans = [...byCheckout].map(([key, captures]) => {
      const isTemporary = order.indexOf(key) >= MAX_OPEN_CHECKOUTS || captures.some(isMetric);
      return checkouts.get(key)?.plan(captures, isTemporary && isLast);
    });
    const tasks = (await Promise.all(plans)).flatMap((plan) => plan ?? []);
    await scheduler.run(tasks.map((task) => stoppingOthers(task, failure)));
    stage.signal.throwIfAborted();
    // Metrics are measured once: their closed checkouts do not count as open ones.
    for (const [key, captures] of byCheckout) if (isLast && captures.some(isMetric)) checkouts.delete(key);
  };

  return {
    add(trees) {
      for (const entry of trees) known.set(keyOf(entry.subject), entry);
    },
    async capture(planned) {
      const rounds = inRounds(planned);
      for (const [index, round] of rounds.entries()) await captureRound(round, index === rounds.length - 1);
    },
    withdrawReports() {
      isWithdrawn = true;
      common.seals.forgetRemoved();
    },
    verify() {
      common.seals.verify();
    },
    async pause() {
      await nextTurn();
      stage.signal.throwIfAborted();
    },
    async close() {
      await Promise.all([...checkouts.values()].map((checkout) => checkout.close()));
    },
  };
}

type CheckoutDescription = Pick<
  CheckoutContext,
  'subject' | 'trees' | 'commits' | 'builds' | 'manifests' | 'installsFrom' | 'purpose'
>;

/** The checkouts for these captures, each the first of its checkout. */
async function describeCheckouts(
  { objects, policy }: CaptureStage,
  known: ReadonlyMap<string, SubjectTrees>,
  firsts: readonly PlannedCapture[],
): Promise<CheckoutDescription[]> {
  const base = known.get(keyOf(BASELINE))?.own ?? null;
  const commits = firsts.map((first) => commitsIn(known, first));
  const installed = firsts.map((first, position) => installedTree(first, base, commits[position]));
  const manifests = await listManifests(objects, [...installed, base?.tree ?? '']);
  const ofBase = hashOf(manifests.pop()?.files ?? null);
  return manifests.flatMap((files, position) => {
    const [first, own = {}] = [firsts[position], commits[position]];
    if (first === undefined) return [];
    const builds = buildsFor(policy, first, own.own === undefined ? 'pinned' : 'own');
    const installsFrom = hashOf(files.files) === ofBase ? base : null;
    const trees = [BASELINE, first.subject].flatMap((subject) => known.get(keyOf(subject)) ?? []);
    const { subject } = first;
    return [{ subject, trees, commits: own, builds, manifests: files, installsFrom, purpose: purposeOf(first) }];
  });
}

/** The tree whose manifests decide what is installed: the base's for an independent run, unless the candidate changes them. */
function installedTree(first: PlannedCapture, base: ResolvedCommit | null, commits: Commits = {}): string {
  const ofBase = first.independent?.dependencies === 'base' ? base : null;
  return (ofBase ?? commits.own ?? commits.pinned)?.tree ?? '';
}

/** The capture of a build in another checkout does not replace that of the usual one. */
function buildsFor(policy: Policy, first: PlannedCapture, tree: 'own' | 'pinned'): PlannedCapture[] {
  const purpose = purposeOf(first);
  const { subject, independent } = first;
  return planBuilds(policy, subject, tree).map((build) => {
    const { tree, attempt } = build.run;
    return { ...build, run: { ...preparationOf(purpose, build.run), tree, attempt }, independent };
  });
}

function purposeOf(capture: PlannedCapture): CheckoutPurpose {
  if (capture.independent !== null) return 'independent';
  return isMetric(capture) ? 'metrics' : 'checks';
}

/** The trees take turns in repeated measurements: if the machine gets slower, it does so for all of them. */
function inRounds(planned: readonly PlannedCapture[]): PlannedCapture[][] {
  const roundOf = (capture: PlannedCapture) => (isMetric(capture) ? (capture.run.attempt?.round ?? 0) : 0);
  const last = planned.reduce((most, capture) => Math.max(most, roundOf(capture)), 0);
  return Array.from({ length: last + 1 }, (_, round) => planned.filter((capture) => roundOf(capture) === round));
}

function isMetric({ kind }: PlannedCapture): boolean {
  return kind === 'metric';
}

/** In the order of the trees. An empty name is a tree without files. */
async function listManifests(objects: ObjectStore, trees: readonly string[]): Promise<Manifests[]> {
  const named = trees.filter((tree) => tree !== '');
  const topFiles = await listTopFiles(objects, named);
  const filesOf = new Map(named.map((tree, position) => [tree, topFiles[position] ?? new Map<string, string>()]));
  return Promise.all(trees.map((tree) => readManifests(objects, tree, filesOf.get(tree) ?? new Map())));
}

function keyOf(subject: Subject): string {
  return subject.kind === 'baseline' ? '' : subject.name;
}

/**
 * A pinned tree that differs in more than tests has its own checkout. So have metrics: what tests leave behind must not change
 * a value, nor the other way round.
 */
function checkoutKey(known: ReadonlyMap<string, SubjectTrees>, capture: PlannedCapture): string {
  const { subject, run } = capture;
  const purpose = purposeOf(capture);
  if (purpose !== 'checks') return JSON.stringify([keyOf(subject), purpose]);
  const isSeparate = known.get(keyOf(subject))?.pinned?.mode === 'separate' && run.tree === 'pinned';
  return JSON.stringify([keyOf(subject), isSeparate]);
}

type Commits = { own?: ResolvedCommit; pinned?: ResolvedCommit };

function commitsIn(known: ReadonlyMap<string, SubjectTrees>, capture: PlannedCapture): Commits {
  const trees = known.get(keyOf(capture.subject));
  if (trees === undefined) throw new Error('a capture was planned for an unknown tree');
  const { own, pinned } = trees;
  if (capture.independent !== null && capture.commit !== null) return { [capture.run.tree]: capture.commit };
  if (pinned === null || isMetric(capture)) return { own };
  if (pinned.mode !== 'separate') return { own, pinned: pinned.commit };
  return capture.run.tree === 'pinned' ? { pinned: pinned.commit } : { own };
}

/** Stops the running checks of a run that cannot be finished. */
function stoppingOthers(task: Task, failure: AbortController): Task {
  const run = () =>
    task.run().catch((error: unknown) => {
      failure.abort();
      throw error;
    });
  return { ...task, run };
}

/** The duration of each check on the baseline of an earlier run. */
export function knownDurations(run: RunFolder | null, policy: Policy): Map<string, number> {
  if (run === null) return new Map();
  const ids = [...[...planChecks(policy), ...planMetricChecks(policy)].map(({ id }) => id), CANARY_CHECK];
  const captures = ids.map((id) => readIfSound(join(captureFolder(run, BASELINE, id), 'capture.json')));
  return new Map(captures.flatMap((capture) => (capture === null ? [] : [[capture.check, capture.duration_ms]])));
}

/** A damaged earlier run must not stop this one. */
function readIfSound(file: string): Capture | null {
  try {
    return readStoredIfPresent('capture', file);
  } catch (error) {
    if (error instanceof HydraError) return null;
    throw error;
  }
}
