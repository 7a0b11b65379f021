// Stores a decision about contested tests with the run and scores the run again from its captures.
import { readFileSync } from 'node:fs';
import { factsOf } from '../compare/index.ts';
import {
  type CandidateFacts,
  hydraError,
  isDecidable,
  type Run,
  SCHEMA_VERSION,
  type Scorecard,
  sha256Hex,
  type TestDecision,
} from '../contract/index.ts';
import { findRepository, type Person, whoCommits } from '../git/index.ts';
import { isFinished, readResult, refuseUnfinished } from '../runs/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { addDecision, type RunFolder, runFile, updateManifest } from '../store/index.ts';
import { readRun } from './read-run.ts';
import { storeResult } from './store-result.ts';

export interface DecisionRequest {
  cwd: string;
  run: RunFolder;
  candidate: string;
  /** Null for all contested tests of the candidate. */
  tests: readonly string[] | null;
  decision: TestDecision['kind'];
}

export interface DecidedTests {
  run: Run;
  scorecard: Scorecard;
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
      shown: {
        winner: shown.winner ?? null,
        scorecard_sha256: sha256Hex(readFileSync(runFile(folder, 'scorecard.json'), 'utf8')),
      },
      by: await whoDecides(cwd),
      at: new Date().toISOString(),
    });
  }
  const decided = factsOf(readRun(folder, run));
  const scorecard = scoreFacts(decided, run.policy);
  storeResult(folder, decided, scorecard);
  updateManifest(folder, ['facts.json', 'scorecard.json']);
  return { run, scorecard, tests: chosen };
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

/** A run folder may be outside any repository. */
async function whoDecides(cwd: string): Promise<Person | null> {
  try {
    return await whoCommits(await findRepository(cwd));
  } catch {
    return null;
  }
}
