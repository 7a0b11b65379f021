// Stores a decision about contested tests with the run and scores the run again from its captures.
import { type CandidateFacts, hydraError, isDecidable, SCHEMA_VERSION, type TestDecision } from '../contract/index.ts';
import { isFinished, readResult, refuseUnfinished } from '../runs/index.ts';
import { addDecision, type RunFolder } from '../store/index.ts';
import { describeShown, type Rescored, scoreStoredRun, whoDecides } from './decided-run.ts';

export interface DecisionRequest {
  cwd: string;
  run: RunFolder;
  candidate: string;
  /** Null for all contested tests of the candidate. */
  tests: readonly string[] | null;
  decision: TestDecision['kind'];
}

export interface DecidedTests extends Rescored {
  /** The tests that the decision is about. */
  tests: string[];
}

/** Runs no checks. Repeating the same decision scores again and stores no second decision. */
export async function decideTests({ cwd, run: folder, candidate, tests, decision }: DecisionRequest): Promise<DecidedTests> {
  if (!isFinished(folder)) refuseUnfinished(folder);
  const { run, facts: stored, scorecard: shown } = readResult(folder);
  const facts = stored.candidates.find(({ name }) => name === candidate);
  if (facts === undefined) {
    const suggestion = `\`hydra show ${run.run_id}\` lists them.`;
    throw hydraError('unknown_candidate', { candidate, suggestion }, { value: candidate });
  }
  const chosen = chooseTests(run.run_id, facts, tests);
  if (chosen.some((id) => decisionAbout(facts, id) !== decision)) {
    addDecision(folder, {
      schema_version: SCHEMA_VERSION,
      kind: decision,
      run_id: run.run_id,
      candidate,
      tests: chosen,
      shown: describeShown(folder, shown),
      by: await whoDecides(cwd),
      at: new Date().toISOString(),
    });
  }
  return { ...scoreStoredRun(folder, run), tests: chosen };
}

function chooseTests(run: string, { name, tests }: CandidateFacts, wanted: readonly string[] | null): string[] {
  const contested = tests.state === 'measured' ? tests.contested.filter(isDecidable).map(({ id }) => id) : [];
  if (contested.length === 0) throw hydraError('nothing_contested', { run, candidate: name });
  const unknown = wanted?.find((id) => !contested.includes(id));
  if (unknown !== undefined) {
    const details = { test: unknown, candidate: name, run, tests: contested.map((id) => `\`${id}\``).join(', ') };
    throw hydraError('not_contested', details, { value: unknown });
  }
  return [...new Set(wanted ?? contested)];
}

function decisionAbout({ tests }: CandidateFacts, id: string): TestDecision['kind'] | null {
  if (tests.state !== 'measured') return null;
  if (tests.accepted?.includes(id)) return 'accept';
  return tests.rejected?.includes(id) ? 'reject' : null;
}
