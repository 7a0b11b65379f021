// Facts and policy in, scorecard out. Start reading here.
import {
  type Breakdown,
  type CandidateFacts,
  ENGINE_VERSION,
  endingOf,
  type Facts,
  hashOf,
  type IntegrityFinding,
  isFailedAttempt,
  type MeasuredMetric,
  metricNames,
  type Policy,
  type Ranking,
  SCHEMA_VERSION,
  SCORING_VERSION,
  type Scorecard,
  type ScoreId,
  scoreIds,
  type Weights,
  weightsOf,
} from '../contract/index.ts';
import { countAcceptance } from './acceptance.ts';
import { roundHalfUp } from './arithmetic.ts';
import { churnOf, reviewedFiles } from './change-size.ts';
import { effectiveWeights, type ResultsById, totalOf } from './composite.ts';
import { type ContestedRule, contestedRule, withAllAccepted } from './contested-tests.ts';
import { withoutAddedTests, withoutDisabled } from './counted-facts.ts';
import { crossTestRows, distinctRows } from './cross-tests.ts';
import { type Assessment, scoreOf } from './dimension.ts';
import { dimensionsOf } from './dimensions/index.ts';
import { effectRule } from './effect-findings.ts';
import { judgeFirmness, type WorstCaseFlakes } from './firmness.ts';
import { failsOnlyContested, isMergeable } from './gates.ts';
import { candidateJudge, mergeableNames, type RunRule } from './judge-candidate.ts';
import { knownAnswers } from './known-answers.ts';
import { leadersAmong } from './leaders.ts';
import { withOrder } from './level-order.ts';
import { arranged, precedenceIn } from './precedence.ts';
import { contendersAmong, rankContenders } from './rank.ts';
import type { Compared, ScoredCandidate } from './scored-candidate.ts';
import { testSensitivity } from './sensitivity.ts';
import { summarizeAnswers } from './summarize-answers.ts';
import { assumeFlakesAgainst, countUncertain } from './uncertain-tests.ts';
import { isExecutionKnown, isUntested, untestedFinding } from './untested-change.ts';
import { judgeRun } from './verdict.ts';

/** Decided once for all candidates of a run: which dimensions apply, and their weights. */
interface ScoringContext {
  /** Of every dimension and metric, in order. */
  assessments: ReadonlyMap<ScoreId, Assessment>;
  /** They have a weight and apply in this run. */
  active: ScoreId[];
  weights: Weights;
}

/** The same facts and policy give the same scorecard, on every machine and in the browser. */
export function scoreFacts(allFacts: Facts, policy: Policy): Scorecard {
  const facts = withoutDisabled(allFacts, policy);
  const { context, compared, ranked, mergeable, accept } = rankFacts(facts, policy);
  const rows = crossTestRows(facts, policy);
  const judgment = judgeRun({ ...compared, ranked, accept });
  const { verdict } = judgment;
  const [decided, runnerUp] = verdict.class.startsWith('decided') ? mergeable : [];
  // Nothing is tested about a winner that is only likely: it has no lead that other weights could change.
  const isAccepted = verdict.class === 'likely' && policy.scoring.accept_likely;
  const winner = isAccepted ? mergeable.find(({ name }) => name === verdict.leaders[0]) : decided;
  const sensitivity = decided ? testSensitivity(decided.name, mergeable, context.active, context.weights) : null;
  const listed = withOrder(ranked, judgment.leaders);
  const places = new Map(listed.filter((candidate) => candidate.mergeable).map(({ name }, index) => [name, index + 1]));
  return {
    schema_version: SCHEMA_VERSION,
    run_id: facts.run_id,
    engine_version: ENGINE_VERSION,
    scoring_version: SCORING_VERSION,
    policy_hash: hashOf(policy),
    // Omitted if candidates are mergeable and none of them wins: null means that none is mergeable.
    ...(winner === undefined && mergeable.length > 0 ? {} : { winner: winner?.name ?? null }),
    verdict,
    margin: decided && runnerUp ? difference(decided.shown.total, runnerUp.shown.total) : null,
    sensitivity,
    firmness: judgeFirmness(
      decided ? mergeable : [],
      sensitivity,
      assumeWorstCase(decided?.name ?? null, facts, policy),
      compared.distinct,
    ),
    degraded: listDegraded(context),
    ...(facts.acceptance === undefined ? {} : { acceptance: countAcceptance(facts.acceptance) }),
    ...(rows.length === 0 ? {} : { cross_tests: rows }),
    ...summarizeAnswers(listed, judgment, compared),
    sandbox: facts.sandbox,
    ...(facts.starts === undefined ? {} : { starts: facts.starts }),
    rankings: listed.map((candidate) => ({
      ...toRanking(candidate, places.get(candidate.name) ?? null, context),
      ...measuredMetrics(facts, policy, candidate.facts),
    })),
  };
}

function rankFacts(facts: Facts, policy: Policy) {
  const contestedIn = contestedRule(facts, policy);
  const context = prepareScoring(facts, policy, mergeableNames(facts, policy, contestedIn));
  const compared = comparedBy(facts, policy, context);
  const precedence = precedenceIn(compared);
  const effect = effectRule(facts, policy, compared.answers, mergeableNames(facts, policy, contestedIn));
  const untested = untestedRule(facts, policy, context, contestedIn);
  const score = candidateScorer(facts, policy, context, contestedIn, (candidate) => [
    ...untested(candidate),
    ...effect(candidate),
  ]);
  const rank = (candidates: readonly ScoredCandidate[]) => {
    const byTotal = rankContenders(candidates, policy);
    const names = arranged(contendersAmong(byTotal), precedence).map(({ name }) => name);
    return withOrder(byTotal, names);
  };
  const ranked = rank(facts.candidates.map(score));
  const mergeable = contendersAmong(ranked);
  /** The contenders in order, if the contested tests of one more were accepted. */
  const accept = (name: string) => {
    const candidate = facts.candidates.find((each) => each.name === name);
    if (candidate === undefined) return mergeable;
    const accepted = score(withAllAccepted(candidate, contestedIn));
    return contendersAmong(rank([...mergeable, accepted]));
  };
  return { context, compared, ranked, mergeable, accept };
}

/** Like every dimension, cross-tests without a weight are shown and decide nothing. */
function comparedBy(facts: Facts, policy: Policy, { active, weights }: ScoringContext): Compared {
  const rows = weights.cross_tests > 0 ? crossTestRows(facts, policy) : [];
  return { facts, rows, distinct: distinctRows(rows, facts.cross_tests), active, weights, answers: knownAnswers(facts) };
}

/**
 * A warning breaks ties and prevents a level result. That is fair only if coverage is known for every leader;
 * otherwise the finding is informational.
 */
function untestedRule(facts: Facts, policy: Policy, context: ScoringContext, contestedIn: ContestedRule): RunRule {
  if (!facts.candidates.some((candidate) => isUntested(facts, candidate))) return () => [];
  const score = candidateScorer(facts, policy, context, contestedIn, () => []);
  const mergeable = contendersAmong(rankContenders(facts.candidates.map(score), policy));
  const areKnown = leadersAmong(mergeable, comparedBy(facts, policy, context)).every((leader) =>
    isExecutionKnown(facts, leader.facts),
  );
  const severity = areKnown ? 'warning' : 'info';
  return (candidate) => (isUntested(facts, candidate) ? [untestedFinding(candidate, severity)] : []);
}

/** The winner if every flaky test counted against the current winner. */
function assumeWorstCase(winner: string | null, facts: Facts, policy: Policy): WorstCaseFlakes {
  const count = countUncertain(facts);
  if (winner === null || count === 0) return { count, winner };
  return { count, winner: rankFacts(assumeFlakesAgainst(winner, facts), policy).mergeable[0]?.name ?? null };
}

function prepareScoring(facts: Facts, policy: Policy, mergeable: ReadonlySet<string>): ScoringContext {
  const weights = weightsOf(policy);
  const assessments = new Map(
    dimensionsOf(policy).map((dimension) => [dimension.id, dimension.assess(facts, policy, mergeable)]),
  );
  const active = scoreIds(policy).filter((id) => (weights[id] ?? 0) > 0 && assessments.get(id)?.state === 'applies');
  return { assessments, active, weights };
}

function candidateScorer(
  facts: Facts,
  policy: Policy,
  context: ScoringContext,
  contestedIn: ContestedRule,
  ofRun: RunRule,
): (candidate: CandidateFacts) => ScoredCandidate {
  const judge = candidateJudge(facts, policy, contestedIn, ofRun);

  return (candidate) => {
    const counted = withoutAddedTests(facts, candidate);
    const results = assessCandidate(counted, context);
    const shown = assessCandidate(candidate, context);
    const { pending, excused, findings, gates } = judge(candidate);
    return {
      name: candidate.name,
      results,
      total: totalOf(results, context.active, context.weights),
      gates,
      mergeable: isMergeable(gates),
      isFailedAttempt: isFailedAttempt(endingOf(candidate.agent)),
      needsReview: pending.length > 0 && failsOnlyContested(gates),
      pending,
      excused,
      findings,
      facts: candidate,
      churn: churnOf(reviewedFiles(candidate), policy.scoring.diff_scope.normalize),
      warnings: findings.filter(isAboutGaming).length,
      errors: findings.filter(({ severity }) => severity === 'error').length,
      lintResolved: countLintResolved(facts, counted),
      shown: { results: shown, total: totalOf(shown, context.active, context.weights) },
    };
  };
}

/** A warning that shows no place, and one about the paths that the user protects, say nothing about gaming. */
function isAboutGaming({ id, severity, place }: IntegrityFinding): boolean {
  return severity === 'warning' && place !== null && id !== 'protected_path';
}

function assessCandidate(candidate: CandidateFacts, { assessments }: ScoringContext): ResultsById {
  const resultOf = (assessment: Assessment) => (assessment.state === 'applies' ? assessment.score(candidate) : assessment);
  return Object.fromEntries([...assessments].map(([id, assessment]) => [id, resultOf(assessment)])) as ResultsById;
}

function toRanking(candidate: ScoredCandidate, rank: number | null, { weights, active }: ScoringContext): Ranking {
  const { results, total } = candidate.shown;
  const shares = effectiveWeights(results, active, weights);
  const ending = endingOf(candidate.facts.agent);
  return {
    rank,
    agent: candidate.name,
    mergeable: candidate.mergeable,
    ...(ending === null ? {} : { ending }),
    needs_review: candidate.needsReview,
    total: roundOrNull(total),
    total_unrounded: total,
    breakdown: Object.fromEntries(Object.entries(results).map(([id, result]) => [id, roundOrNull(scoreOf(result))])) as Breakdown,
    dimensions: Object.entries(results).map(([id, result]) => ({
      id,
      weight: weights[id] ?? 0,
      effective_weight: shares.get(id) ?? 0,
      result,
    })),
    gates: candidate.gates,
    findings: candidate.findings,
    ...(candidate.facts.coverage === undefined ? {} : { coverage: candidate.facts.coverage }),
    ...(candidate.facts.independent === undefined ? {} : { independent: candidate.facts.independent }),
    ...(candidate.facts.attribution === undefined ? {} : { attribution: candidate.facts.attribution }),
  };
}

function listDegraded({ assessments, weights }: ScoringContext): Scorecard['degraded'] {
  return [...assessments].flatMap(([dimension, assessment]) => {
    const missed = assessment.state === 'unavailable' && (weights[dimension] ?? 0) > 0;
    return missed ? [{ dimension, why: assessment.why }] : [];
  });
}

/** The values behind the scores; omitted when there are none. */
function measuredMetrics({ baseline }: Facts, policy: Policy, { metrics }: CandidateFacts): Pick<Ranking, 'metrics'> {
  const measured = metricNames(policy).flatMap((id): MeasuredMetric[] => {
    const [base, own] = [baseline.metrics?.[id], metrics?.[id]];
    if (base?.state !== 'measured' || own?.state !== 'measured') return [];
    const unit = policy.scoring.metrics[id]?.unit ?? '';
    return [{ id, unit, base: base.value, value: own.value, runs: own.runs }];
  });
  return measured.length === 0 ? {} : { metrics: measured };
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

function roundOrNull(score: number | null): number | null {
  return score === null ? null : roundHalfUp(score);
}

function countLintResolved({ baseline }: Facts, { lint }: CandidateFacts): number {
  if (lint.state !== 'measured' || baseline.lint.state !== 'measured') return 0;
  return Math.max(0, baseline.lint.errors + baseline.lint.warnings - lint.errors - lint.warnings);
}
