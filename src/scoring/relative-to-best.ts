// The formula that speed and cost share: the best mergeable candidate gets 100, one with twice the value gets 50.
import type { CandidateFacts, Facts } from '../contract/index.ts';
import { changedSomething } from './change-size.ts';
import { type Assessment, applies } from './dimension.ts';
import { recordSteps } from './steps.ts';
import { summarizeList } from './summarize-list.ts';

interface RelativeMeasure {
  /** The measured quantity, as used in texts: "duration", "cost". */
  what: string;
  /** The name of the smallest value in the steps: "fastest", "cheapest". */
  bestName: string;
  /** The name of the candidate's own value in the steps: "agent_duration", "agent_cost". */
  ownName: string;
  read(candidate: CandidateFacts): number | null;
  /** About the values of all candidates; omitted when there is nothing to say. */
  note?: string;
  /** False: an agent that failed scores 0 instead of being compared. */
  countFailed: boolean;
}

export function assessRelativeToBest(facts: Facts, mergeable: ReadonlySet<string>, measure: RelativeMeasure): Assessment {
  const unknown = facts.candidates.filter((candidate) => measure.read(candidate) === null).map(({ name }) => name);
  if (unknown.length > 0) {
    // Sorted, so that the result does not depend on the order of the candidates.
    return { state: 'not_applicable', why: `the ${measure.what} is not known for ${summarizeList(unknown.sort())}` };
  }
  const succeeded = successRule(facts);
  const successful = facts.candidates.filter(succeeded);
  if (successful.length === 0) {
    return { state: 'not_applicable', why: `no agent succeeded, so there is no ${measure.what} to compare with` };
  }
  // A candidate that took a shortcut, and cannot be merged, sets the pace only if no other can.
  const honest = successful.filter(({ name }) => mergeable.has(name));
  const pool = (honest.length > 0 ? honest : successful).map((candidate) => measure.read(candidate) ?? 0);
  const best = pool.reduce((least, value) => Math.min(least, value));
  const { bestName, ownName } = measure;
  // The comparison comes first, so that two agents with 0 do not divide 0 by 0.
  const expression = `if ${ownName} <= ${bestName} then 100 else (${bestName} / ${ownName}) * 100`;

  return applies((candidate) => {
    const { steps, add } = recordSteps();
    if (!measure.countFailed && !succeeded(candidate)) {
      const score = add('score', 'if agent_succeeded then 100 else 0', { agent_succeeded: false });
      return { state: 'scored', score, steps };
    }
    const own = measure.read(candidate) ?? 0;
    const inputs = { [bestName]: best, [ownName]: own };
    const note = measure.note === undefined ? {} : { note: measure.note };
    return { state: 'scored', score: add('score', expression, inputs), steps, ...note };
  });
}

/** A successful agent exited with 0, did not report a failure, changed something, and its build did not fail. */
function successRule({ baseline }: Facts): (candidate: CandidateFacts) => boolean {
  const buildIsExpected = baseline.build.state === 'measured' || baseline.build.state === 'broken';
  return (candidate) => {
    const { agent, build } = candidate;
    const buildFailed = build.state === 'measured' ? !build.passed : buildIsExpected;
    const agentSucceeded = agent?.ended === 'exited' && agent.exit_code === 0 && agent.said_it_failed !== true;
    return agentSucceeded && changedSomething(candidate) && !buildFailed;
  };
}
