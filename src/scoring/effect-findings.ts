// Whether a candidate changes anything that was observed. Where the task asks for other behavior, one that does not is no
// solution; in a refactoring, the one that does is the suspect.
import type { AnswerProbe, CandidateFacts, CrossTestRow, Facts, IntegrityFinding, Policy } from '../contract/index.ts';
import { counted } from '../text/index.ts';
import { crossTestRows } from './cross-tests.ts';
import { baseAnswers, compareAnswers, countAnswered, haveEqualAnswers, type KnownAnswers } from './known-answers.ts';
import { passesTestOfChange } from './untested-change.ts';
import { countIndependent } from './votes.ts';

export const NO_EFFECT = 'no_effect';
const CHANGES_ANSWERS = 'changes_answers';

const INPUTS_SHOWN = 3;
const MAX_INPUT_LENGTH = 80;

interface Finding {
  findings: readonly IntegrityFinding[];
}

/** Uses the policy: a user who lowers the severity has other evidence. Errors fail a gate. */
export function hasNoEffect({ findings }: Finding): boolean {
  return findings.some(({ id, severity }) => id === NO_EFFECT && severity === 'warning');
}

/** The findings of each candidate; `mergeable` are the names of those that pass every gate. */
export function effectRule(
  facts: Facts,
  policy: Policy,
  answers: KnownAnswers,
  mergeable: ReadonlySet<string>,
): (candidate: CandidateFacts) => IntegrityFinding[] {
  if (answers.probes.length === 0) return () => [];
  const base = baseAnswers(answers.probes);
  const isWithout = (candidate: CandidateFacts) =>
    haveEqualAnswers(answers.of(candidate.name), base) &&
    passesWhatBasePasses(candidate) &&
    !passesTestOfChange(facts, candidate);
  const sign = signOfOtherBehavior(facts, crossTestRows(facts, policy), answers.probes, mergeable);
  if (sign !== null) return (candidate) => (isWithout(candidate) ? [withoutEffect(candidate, answers, sign)] : []);
  const voters = facts.candidates.filter(({ name }) => mergeable.has(name) && answers.of(name).size > 0);
  const [votes, without] = [countIndependent(voters, facts), countIndependent(voters.filter(isWithout), facts)];
  const isRefactoring = without > 1 && without * 2 > votes;
  return (candidate) => {
    if (isWithout(candidate)) return [withoutEffect(candidate, answers, null)];
    const { different } = compareAnswers(answers.of(candidate.name), base);
    if (!isRefactoring || different.length === 0) return [];
    return [otherAnswers(candidate, different, answers, `${without} of ${votes} independent solutions change none`)];
  };
}

function passesWhatBasePasses({ tests }: CandidateFacts): boolean {
  return tests.state !== 'measured' || (tests.fixed.length === 0 && tests.regressed.length === 0);
}

/** What shows that the task asks for other behavior than that of the base; null if nothing does. */
function signOfOtherBehavior(
  { candidates }: Facts,
  rows: readonly CrossTestRow[],
  probes: readonly AnswerProbe[],
  mergeable: ReadonlySet<string>,
): string | null {
  const fixing = candidates
    .flatMap(({ name, tests }) => (mergeable.has(name) && tests.state === 'measured' && tests.fixed.length > 0 ? [name] : []))
    .sort();
  if (fixing[0] !== undefined) return `${fixing[0]} makes failing tests pass`;
  const failing = rows.filter(({ standing, base }) => standing === 'scored' && (base === 'fail' || base === 'cannot_load'));
  if (failing.some(({ kind }) => kind === 'task')) return 'an example of the task fails on the base';
  if (failing.length > 0) return 'a new test fails on the base and passes with several candidates';
  const isWrong = ({ right = [], base }: AnswerProbe) => base !== null && right.length > 0 && !right.includes(base);
  return probes.some(isWrong) ? 'a user called an answer of the base wrong' : null;
}

function withoutEffect({ name }: CandidateFacts, answers: KnownAnswers, sign: string | null): IntegrityFinding {
  const inputs = counted(countAnswered([name], answers), 'input');
  const observed = `gives the answers of the base to ${inputs} and passes no test that fails there`;
  return {
    id: NO_EFFECT,
    severity: sign === null ? 'info' : 'warning',
    message: sign === null ? observed : `${observed}, and the task asks for other behavior: ${sign}`,
    place: null,
    how_to_allow: sign === null ? null : 'set no_effect = "info" under [scoring.integrity.severity]',
  };
}

function otherAnswers(
  { name }: CandidateFacts,
  different: readonly number[],
  answers: KnownAnswers,
  others: string,
): IntegrityFinding {
  const calls = different.slice(0, INPUTS_SHOWN).map((index) => shorten(answers.probes[index]?.call ?? ''));
  const more = different.length - calls.length;
  const asked = counted(countAnswered([name], answers), 'input');
  return {
    id: CHANGES_ANSWERS,
    severity: 'warning',
    message: `changes the answers to ${different.length} of ${asked}, where ${others}: ${calls.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    place: null,
    how_to_allow: 'set changes_answers = "info" under [scoring.integrity.severity]',
  };
}

/** Calls are written by candidates and users. */
function shorten(call: string): string {
  const characters = [...call.slice(0, 2 * MAX_INPUT_LENGTH)];
  return characters.length <= MAX_INPUT_LENGTH ? characters.join('') : `${characters.slice(0, MAX_INPUT_LENGTH - 1).join('')}…`;
}
