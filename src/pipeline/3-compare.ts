// Room pipeline, stage 3: the stored captures and diffs of a run -> its facts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CaptureFacts, compareRun, findIntegrityOfRun, settleFlakes, type TreeReading } from '../compare/index.ts';
import { type AgentFacts, type Facts, isTestDecision, type Run, type TestDecision } from '../contract/index.ts';
import {
  AGENT_FOLDER,
  BASELINE,
  listDecisions,
  type RunFolder,
  readStored,
  readStoredIfPresent,
  type Subject,
  subjectFolder,
} from '../store/index.ts';
import { readBuild, readLint, readSecurity, readTests } from './2-parse.ts';
import { readBaseTests } from './base-tests.ts';
import { isRerun, PINNED_PREFIX, type RerunKind, rerunPrefix } from './capture-names.ts';
import { buildTargets, CANARY_CHECK } from './checks.ts';
import { openCanaries } from './judge-canary.ts';

/** `lastRound`: further test runs of later rounds are left out, as if they had not been made yet. */
export function factsOfRun(folder: RunFolder, run: Run, lastRound = Number.POSITIVE_INFINITY): Facts {
  const source: Source = { folder, run, lastRound };
  const baseline = readTree(source, BASELINE);
  const judgeCanary = openCanaries(folder, run);
  const inputs = run.candidates.map((candidate) => {
    const { name, pinned, credentials_written: credentials = [] } = candidate;
    const subject: Subject = { kind: 'candidate', name };
    const home = subjectFolder(folder, subject);
    const pinnedTest = pinned === null ? null : readTests(folder, subject, PINNED_PREFIX);
    const reading = {
      name,
      diff: readStored('diff', join(home, 'diff.json')),
      patch: readFileSync(join(home, 'diff.patch'), 'utf8'),
      agent: readAgent(home),
      pinnedTest,
      newTestsAgain: readReruns(source, subject, 'shuffled', ''),
      ...readTree(source, subject, pinned === null ? '' : PINNED_PREFIX),
    };
    return {
      reading,
      patch: reading.patch,
      captures: listCaptures(home),
      canary: judgeCanary(candidate, reading.diff),
      credentials,
    };
  });
  const settled = settleFlakes(
    baseline,
    inputs.map(({ reading }) => reading),
  );
  const judged = inputs.flatMap((input, index) => {
    const reading = settled.candidates[index];
    return reading === undefined ? [] : [{ ...input, reading }];
  });
  const baselineCaptures = listCaptures(subjectFolder(folder, BASELINE));
  const baseTests = readBaseTests(folder);
  const findings = findIntegrityOfRun(settled.baseline, baselineCaptures, judged, baseTests);
  const candidates = judged.map(({ reading }, index) => ({
    ...reading,
    integrity: [...(findings[index] ?? []), ...(settled.findings[index] ?? [])],
  }));
  return compareRun(run.run_id, settled.baseline, candidates, settled.unsteady, {
    decisions: readTestDecisions(folder),
    baseTests,
  });
}

/** What users decided about contested tests, in the order of their decisions. */
function readTestDecisions(folder: RunFolder): TestDecision[] {
  return listDecisions(folder).filter(isTestDecision);
}

interface Source {
  folder: RunFolder;
  run: Run;
  lastRound: number;
}

/** `decides` is the prefix of the test run that decides, which may have been run again. */
function readTree(source: Source, subject: Subject, decides = ''): TreeReading {
  const { folder, run } = source;
  return {
    build: readBuild(folder, subject, 'build'),
    buildTargets: buildTargets(run.policy).map(({ name, check }) => ({ name, build: readBuild(folder, subject, check) })),
    test: readTests(folder, subject),
    testAgain: readReruns(source, subject, 'again', decides),
    testSelected: readReruns(source, subject, 'selected', decides),
    lint: readLint(folder, subject),
    security: readSecurity(folder, subject),
  };
}

/** Null when Hydra did not run an agent for this candidate. */
function readAgent(home: string): AgentFacts | null {
  const record = readStoredIfPresent('agent', join(home, AGENT_FOLDER, 'agent.json'));
  if (record === null) return null;
  const { ended, exit_code, duration_ms, cost_usd, outcome, usage_is_final } = record;
  const facts: AgentFacts = { ended, exit_code, duration_ms, cost_usd: usage_is_final ? cost_usd : null };
  return outcome === 'failed' ? { ...facts, said_it_failed: true } : facts;
}

/** Every further run of one kind that was captured, in their order. */
function readReruns({ folder, lastRound }: Source, subject: Subject, kind: RerunKind, prefix: string): TreeReading['testAgain'] {
  const readings: TreeReading['testAgain'] = [];
  for (let round = 1; round <= lastRound; round += 1) {
    const check = rerunPrefix(kind, round, prefix);
    if (!existsSync(join(subjectFolder(folder, subject), `${check}test`, 'capture.json'))) break;
    readings.push(readTests(folder, subject, check));
  }
  return readings;
}

/** How each check of a tree went, whatever it said. Further runs repeat what is known already. */
function listCaptures(home: string): CaptureFacts[] {
  if (!existsSync(home)) return [];
  const folders = readdirSync(home, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !isRerun(entry.name) && existsSync(join(home, entry.name, 'capture.json')),
  );
  return (
    folders
      .map(({ name }) => name)
      // What matters of that run is judged elsewhere.
      .filter((name) => !name.endsWith(CANARY_CHECK))
      .sort()
      .map((check) => {
        const { ended, stdout, stderr, left_behind, strays } = readStored('capture', join(home, check, 'capture.json'));
        return { check, ended, outputBytes: stdout.bytes + stderr.bytes, leftBehind: left_behind, strays };
      })
  );
}
