// Plans the runs that leave parts of a change out: they show which changed files make a test pass.

import { ATTRIBUTION_CHECK, type CheckRun, type PlannedCapture, type ResolvedCommit } from '../contract/index.ts';
import {
  attributionRuns,
  type CandidateCaptures,
  decidingTree,
  fixedTests,
  productUnits,
  restoredParts,
  testsWithoutSource,
} from '../judge/index.ts';
import { decidingCommit, ownCommit, type Planning, planned, subjectOf } from './planning.ts';

/** Each part costs a run of the tests in question. */
const [MAX_PARTS, MAX_RESTORED_PARTS] = [3, 2];
/** Of all leaders together. */
const MAX_PRODUCT_RUNS = 4;
const MAX_TESTS = 200;

/**
 * For the leader and those level with it, which product files the fixed tests need. For every candidate whose tests pass
 * only with files that are the base's in the pinned tree, which of those files.
 */
export async function planAttribution(planning: Planning): Promise<PlannedCapture[]> {
  const next = await planLeaders(planning);
  for (const candidate of planning.reading.candidates) next.push(...(await planRestored(planning, candidate)));
  return next;
}

/** The leader first; candidates that are level with it as far as the budget of the ranking allows. */
async function planLeaders(planning: Planning): Promise<PlannedCapture[]> {
  const { reading, standing } = planning;
  const made = reading.candidates.map((each) => attributionRuns(each, decidingTree(each)).length);
  let budget = MAX_PRODUCT_RUNS - made.reduce((sum, runs) => sum + runs, 0);
  const isLeader = ({ entry }: CandidateCaptures) => entry.name === standing.leader;
  const leaders = reading.candidates.filter(({ entry }) => standing.leaders.has(entry.name));
  const next: PlannedCapture[] = [];
  for (const candidate of [...leaders.filter(isLeader), ...leaders.filter((each) => !isLeader(each))]) {
    const runs = budget > 0 ? await planProduct(planning, candidate) : [];
    if (runs.length > budget) continue;
    budget -= runs.length;
    next.push(...runs);
  }
  return next;
}

async function planProduct(planning: Planning, candidate: CandidateCaptures): Promise<PlannedCapture[]> {
  const tree = decidingTree(candidate);
  const units = productUnits(candidate);
  const ids = fixedTests(planning.reading, candidate);
  if (units.length < 2 || ids.length === 0 || attributionRuns(candidate, tree).length > 0) return [];
  const { commit, tree: baseTree } = planning.reading.run.base;
  const from = { commit, tree: baseTree };
  const parts = split(units, MAX_PARTS).map((part) => ({ from, paths: part.flatMap(({ paths }) => paths) }));
  return planParts(planning, candidate, {
    tree,
    onto: decidingCommit(candidate),
    ids,
    parts,
    reason: 'which changed files do the fixed tests need?',
  });
}

async function planRestored(planning: Planning, candidate: CandidateCaptures): Promise<PlannedCapture[]> {
  const { tests, others } = restoredParts(candidate);
  const ids = testsWithoutSource(candidate);
  const { pinned } = candidate.entry;
  const isKnown = others.length === 0 || (others.length === 1 && tests.length === 0);
  if (isKnown || pinned === null || ids.length === 0 || attributionRuns(candidate, 'own').length > 0) return [];
  const pathsOf = (files: readonly { path: string }[]) => files.map(({ path }) => path);
  const edits = tests.length === 0 ? [] : [pathsOf(tests)];
  const some = others.length < 2 ? [] : split(others, MAX_RESTORED_PARTS).map((part) => [...pathsOf(tests), ...pathsOf(part)]);
  const parts = [...edits, ...some].map((paths) => ({ from: pinned, paths }));
  return planParts(planning, candidate, {
    tree: 'own',
    onto: ownCommit(candidate),
    ids,
    parts,
    reason: 'which files besides product source do its tests need?',
  });
}

interface Parts {
  tree: CheckRun['tree'];
  onto: ResolvedCommit;
  ids: readonly string[];
  parts: readonly { from: ResolvedCommit; paths: string[] }[];
  reason: string;
}

/** Nothing if the tests need a build, or the runner cannot run them alone. */
async function planParts(
  planning: Planning,
  candidate: CandidateCaptures,
  { tree, onto, ids, parts, reason }: Parts,
): Promise<PlannedCapture[]> {
  const { selector } = planning;
  if (selector.needsBuild(productUnits(candidate).map(({ path }) => path))) return [];
  const next: PlannedCapture[] = [];
  for (const [index, { from, paths }] of parts.entries()) {
    const commit = await selector.leaveOut(onto, from, paths);
    const command = await selector.tests(commit, [...ids].sort().slice(0, MAX_TESTS), null);
    if (command === null) return [];
    const run: CheckRun = { check: ATTRIBUTION_CHECK, tree, attempt: { kind: 'selected', round: index + 1 } };
    next.push(planned(planning, subjectOf(candidate), run, reason, { command, commit, leftOut: [...paths].sort() }));
  }
  return next;
}

/** Neighbors stay together: files of one folder often need each other. */
function split<Item>(items: readonly Item[], most: number): Item[][] {
  const count = Math.min(most, items.length);
  return Array.from({ length: count }, (_, index) =>
    items.slice(Math.floor((index * items.length) / count), Math.floor(((index + 1) * items.length) / count)),
  );
}
