// Decided runs of a simulated user with known weights, for tests of `hydra tune`. The same seed gives the same runs.
import { type Decision, DIMENSION_IDS, type MergeDecision, SCHEMA_VERSION, type Weights } from '../src/contract/index.ts';
import type { RunRecord } from '../src/tune/index.ts';
import { sampleRanking, sampleScorecard } from './sample-scorecard.ts';

export type RandomNumber = () => number;

/** Numbers from 0 up to 1 (mulberry32). */
export function seededNumbers(seed: number): RandomNumber {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NO_WEIGHTS = Object.fromEntries(DIMENSION_IDS.map((id) => [id, 0])) as Weights;

export function weightsOf(weights: Partial<Weights>): Weights {
  return { ...NO_WEIGHTS, ...weights } as Weights;
}

/** The defaults of the founding document. */
export const IN_FORCE = weightsOf({ build: 30, tests: 30, lint: 15, diff_scope: 15, speed: 10 });

export interface SimulatedUser {
  /** What the user wants; null for a user who chooses at random. */
  wants: Weights | null;
  /** How much chance there is in a choice, in points of the total. */
  noise: number;
  /** The share of the choices in which the user takes the candidate shown first. */
  follows: number;
  blind: boolean;
}

const CONTENT: SimulatedUser = { wants: IN_FORCE, noise: 2, follows: 0, blind: false };

export type Scores = Record<'build' | 'tests' | 'lint' | 'diff_scope' | 'speed', number>;

export function drawScores(random: RandomNumber): Scores {
  return {
    // A candidate whose build fails is not mergeable.
    build: 100,
    tests: random() < 0.5 ? 100 : 80 + 20 * random(),
    lint: random() < 0.4 ? 100 : 40 + 60 * random(),
    diff_scope: 20 + 80 * random(),
    speed: 20 + 80 * random(),
  };
}

export function drawCandidates(random: RandomNumber): Scores[] {
  return Array.from({ length: 2 + Math.floor(3 * random()) }, () => drawScores(random));
}

export function totalUnder(weights: Weights, scores: Scores): number {
  const ids = DIMENSION_IDS.filter((id): id is keyof Scores => id in scores);
  return ids.reduce((sum, id) => sum + weights[id] * scores[id], 0) / ids.reduce((sum, id) => sum + weights[id], 0);
}

export function bestOf(candidates: readonly Scores[], utility: (scores: Scores) => number): number {
  const utilities = candidates.map(utility);
  return utilities.indexOf(Math.max(...utilities));
}

/** Runs that are ranked by the weights in force, each with a merge of this user. */
export function simulateRuns(count: number, seed: number, user: Partial<SimulatedUser>): RunRecord[] {
  const random = seededNumbers(seed);
  const { wants, noise, follows, blind } = { ...CONTENT, ...user };
  return Array.from({ length: count }, (_, index) => {
    const drawn = drawCandidates(random);
    const ranked = drawn.sort((a, b) => totalUnder(IN_FORCE, b) - totalUnder(IN_FORCE, a));
    // Gumbel noise: choices by the highest utility then follow a conditional logit model.
    const gumbel = () => -Math.log(-Math.log(random() + 1e-12));
    const wanted = bestOf(ranked, (scores) => (wants === null ? 0 : totalUnder(wants, scores)) + noise * gumbel());
    const isFollowing = !blind && random() < follows;
    return toRecord(index, ranked, isFollowing ? 0 : wanted, blind);
  });
}

function toRecord(index: number, ranked: readonly Scores[], merged: number, blind: boolean): RunRecord {
  const runId = `run-${String(index).padStart(4, '0')}`;
  const rankings = ranked.map((scores, place) => sampleRanking(`candidate-${place}`, scores));
  const scorecard = sampleScorecard(rankings, { run_id: runId });
  // Neither the ranking nor its reverse.
  const blindOrder = rankings.map((_, place) => `candidate-${(place + index) % rankings.length}`);
  const order = blind ? blindOrder : rankings.map(({ agent }) => agent);
  const decision = mergeOf(runId, index, `candidate-${merged}`, { order, scores: [], blind });
  return { runId, scorecard, scorecardSha256: 'ab', decisions: [decision as Decision] };
}

export function mergeOf(runId: string, minute: number, candidate: string, shown: Partial<MergeDecision['shown']>): MergeDecision {
  return {
    schema_version: SCHEMA_VERSION,
    kind: 'merge',
    run_id: runId,
    number: 1,
    previous: null,
    candidate,
    shown: {
      rank: 1,
      of: 2,
      total: 90,
      winner: null,
      mergeable: true,
      scorecard_sha256: 'ab',
      order: [],
      scores: [],
      blind: false,
      ...shown,
    },
    forced: null,
    picked: [],
    strategy: 'squash',
    target: { branch: 'main', from: 'a', to: 'b' },
    checked_in: null,
    by: null,
    at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  };
}

/** How often the weights choose the same candidate as the wanted ones, in runs that were not learned from. */
export function agreement(weights: Weights, wanted: Weights): number {
  const random = seededNumbers(4711);
  const runs = 1000;
  let same = 0;
  for (let run = 0; run < runs; run += 1) {
    const candidates = drawCandidates(random);
    const chosen = bestOf(candidates, (scores) => totalUnder(weights, scores));
    if (chosen === bestOf(candidates, (scores) => totalUnder(wanted, scores))) same += 1;
  }
  return same / runs;
}
