// The answers of the candidates to calls that no test makes, and what a user said about them.
import type { AnswerProbe, Facts } from '../contract/index.ts';
import { connectedGroups } from './votes.ts';

/** By the index of the probe; a probe without a stable answer is missing. */
export type AnswersOfOne = ReadonlyMap<number, string>;

export interface KnownAnswers {
  of(name: string): AnswersOfOne;
  probes: readonly AnswerProbe[];
}

/** With fewer common calls, equal answers say nothing. */
const MIN_COMMON = 3;

/** Candidates with the same source share their answers; where these contradict each other there is none. */
export function knownAnswers(facts: Facts): KnownAnswers {
  const probes = facts.answers?.probes ?? [];
  const groups = connectedGroups([...(facts.equal_sources ?? []), ...(facts.cross_tests?.equal_trees ?? [])]);
  const known = new Map<string, AnswersOfOne>();
  const of = (name: string) => {
    const answers = known.get(name) ?? sharedAnswers(groups.get(name) ?? [name], probes);
    known.set(name, answers);
    return answers;
  };
  return { probes, of };
}

function sharedAnswers(names: readonly string[], probes: readonly AnswerProbe[]): AnswersOfOne {
  const shared = new Map<number, string>();
  probes.forEach(({ answers }, index) => {
    const given = new Set(names.flatMap((name) => (Object.hasOwn(answers, name) ? [answers[name] ?? ''] : [])));
    const [answer] = given;
    if (answer !== undefined && given.size === 1) shared.set(index, answer);
  });
  return shared;
}

export function baseAnswers(probes: readonly AnswerProbe[]): AnswersOfOne {
  return new Map(probes.flatMap(({ base }, index): [number, string][] => (base === null ? [] : [[index, base]])));
}

/** The probes that both answer, and those of them to which they give different answers. */
export function compareAnswers(a: AnswersOfOne, b: AnswersOfOne): { common: number; different: number[] } {
  const common = [...a.keys()].filter((index) => b.has(index));
  return { common: common.length, different: common.filter((index) => a.get(index) !== b.get(index)) };
}

export function haveEqualAnswers(a: AnswersOfOne, b: AnswersOfOne): boolean {
  const { common, different } = compareAnswers(a, b);
  return common >= MIN_COMMON && different.length === 0;
}

export function giveDifferentAnswers(a: string, b: string, answers: KnownAnswers): boolean {
  return compareAnswers(answers.of(a), answers.of(b)).different.length > 0;
}

/** The probes to which these candidates give at least two different answers. */
export function differingProbes(names: readonly string[], { probes, of }: KnownAnswers): number[] {
  return [...probes.keys()].filter((index) => {
    const given = names.flatMap((name) => of(name).get(index) ?? []);
    return given.some((answer) => answer !== given[0]);
  });
}

/** How many calls at least one of them answers. */
export function countAnswered(names: readonly string[], { probes, of }: KnownAnswers): number {
  return [...probes.keys()].filter((index) => names.some((name) => of(name).has(index))).length;
}

export interface DecidedCalls {
  /** The calls of which a user named right answers. */
  asked: number;
  right: number;
  /** An answer that the user did not name. */
  wrong: number;
}

/** An answer of the user is an acceptance test. "I do not know" decides nothing. */
export function decidedCalls(name: string, { probes, of }: KnownAnswers): DecidedCalls {
  const own = of(name);
  const calls: DecidedCalls = { asked: 0, right: 0, wrong: 0 };
  probes.forEach(({ right = [] }, index) => {
    if (right.length === 0) return;
    const answer = own.get(index);
    calls.asked += 1;
    if (answer === undefined) return;
    if (right.includes(answer)) calls.right += 1;
    else calls.wrong += 1;
  });
  return calls;
}

/** The user calls an answer of the candidate right that the base does not give. */
export function answersAsAsked(name: string, { probes, of }: KnownAnswers): boolean {
  const own = of(name);
  return probes.some(({ right = [], base }, index) => {
    const answer = own.get(index);
    return answer !== undefined && right.includes(answer) && (base === null || !right.includes(base));
  });
}
