// The candidates of all finished runs, as attempts of their agents.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentFacts,
  type AgentRecord,
  type AgentStatistics,
  type AttemptEntry,
  HydraError,
  type Ranking,
} from '../contract/index.ts';
import { AGENT_FOLDER, type RunFolder, readStoredIfPresent, runFile, subjectFolder } from '../store/index.ts';
import { type Attempt, agentStatistics } from './agent-statistics.ts';
import { isFinished, readRun } from './lifecycle.ts';
import { listRunFolders, readResult } from './runs.ts';

export async function summarizeAgents(cwd: string): Promise<AgentStatistics[]> {
  return agentStatistics((await listRunFolders(cwd)).flatMap(knownAttempts));
}

const MAX_ATTEMPTS = 2000;

/** The newest first. */
export async function listAttempts(cwd: string): Promise<AttemptEntry[]> {
  return (await listRunFolders(cwd)).flatMap(knownAttempts).slice(0, MAX_ATTEMPTS).map(toEntry);
}

interface NamedAttempt extends Attempt {
  candidate: string;
  startedAt: string;
}

function toEntry(attempt: NamedAttempt): AttemptEntry {
  const { run, startedAt, candidate, agent, model, isWinner, isMergeable, isCaught, total, durationMs, costUsd } = attempt;
  const result = isWinner ? 'won' : isMergeable ? 'lost' : 'out';
  return {
    ...{ run, started_at: startedAt, candidate, agent, model, result, caught: isCaught },
    ...{ total, duration_ms: durationMs, cost_usd: costUsd },
  };
}

/** The server reads every run for each request; a run changes only when it is scored again. */
const known = new Map<string, { scoredAt: number; attempts: NamedAttempt[] }>();

function knownAttempts(folder: RunFolder): NamedAttempt[] {
  const scoredAt = statSync(runFile(folder, 'scorecard.json'), { throwIfNoEntry: false })?.mtimeMs;
  if (scoredAt === undefined) return [];
  const earlier = known.get(folder.path);
  if (earlier?.scoredAt === scoredAt) return earlier.attempts;
  const attempts = readAttempts(folder);
  // A run that is still being written has no attempts yet.
  if (attempts.length > 0) known.set(folder.path, { scoredAt, attempts });
  return attempts;
}

/** Empty for a damaged run: it must not hide the others. */
function readAttempts(folder: RunFolder): NamedAttempt[] {
  try {
    return attemptsOf(folder);
  } catch (error) {
    if (error instanceof HydraError) return [];
    throw error;
  }
}

/** Empty for a run without a result, and for one that checks a merge or scores the candidates of another run again. */
function attemptsOf(folder: RunFolder): NamedAttempt[] {
  const run = readRun(folder);
  if (run === null || run.merge_of !== null || run.again_of !== undefined || !isFinished(folder)) return [];
  const { scorecard, facts } = readResult(folder);
  const task = run.task === null ? null : JSON.stringify([run.base.commit, run.task]);
  return scorecard.rankings.map((ranking): NamedAttempt => {
    const home = subjectFolder(folder, { kind: 'candidate', name: ranking.agent });
    const record = readStoredIfPresent('agent', join(home, AGENT_FOLDER, 'agent.json'));
    const measured = facts.candidates.find(({ name }) => name === ranking.agent)?.agent ?? null;
    return {
      run: folder.id,
      startedAt: run.started_at,
      candidate: ranking.agent,
      task,
      isWinner: scorecard.winner === ranking.agent,
      ...identity(ranking, record),
      ...judged(ranking),
      ...measuredOf(measured, record),
    };
  });
}

function identity({ agent: name }: Ranking, record: AgentRecord | null): Pick<Attempt, 'agent' | 'model'> {
  if (record === null) return { agent: name, model: null };
  const [only, ...others] = record.models;
  return { agent: record.agent, model: record.model ?? (others.length === 0 ? (only ?? null) : null) };
}

function judged({ mergeable, findings, total_unrounded }: Ranking): Pick<Attempt, 'isMergeable' | 'isCaught' | 'total'> {
  const isCaught = findings.some(({ severity }) => severity === 'error');
  return { isMergeable: mergeable, isCaught, total: total_unrounded };
}

/** Facts of older runs do not say where a cost comes from; the agent's record does. */
function measuredOf(
  facts: AgentFacts | null,
  record: AgentRecord | null,
): Pick<Attempt, 'durationMs' | 'costUsd' | 'costSource'> {
  const { duration_ms: durationMs = null, cost_usd: costUsd = null } = facts ?? {};
  const source = record?.cost_source ?? 'unknown';
  return { durationMs, costUsd, costSource: costUsd === null || source === 'unknown' ? null : source };
}
