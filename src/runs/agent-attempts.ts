// The candidates of all finished runs, as attempts of their agents.
import { join } from 'node:path';
import type { AgentFacts, AgentRecord, AgentStatistics, Ranking } from '../contract/index.ts';
import { AGENT_FOLDER, type RunFolder, readStoredIfPresent, subjectFolder } from '../store/index.ts';
import { type Attempt, agentStatistics } from './agent-statistics.ts';
import { isFinished, readRun } from './lifecycle.ts';
import { listRunFolders, readResult } from './runs.ts';

export async function summarizeAgents(cwd: string): Promise<AgentStatistics[]> {
  return agentStatistics((await listRunFolders(cwd)).flatMap(attemptsOf));
}

/** Empty for a run without a result, and for one that checks a merge or scores the candidates of another run again. */
function attemptsOf(folder: RunFolder): Attempt[] {
  const run = readRun(folder);
  if (run === null || run.merge_of !== null || run.again_of !== undefined || !isFinished(folder)) return [];
  const { scorecard, facts } = readResult(folder);
  const task = run.task === null ? null : JSON.stringify([run.base.commit, run.task]);
  return scorecard.rankings.map((ranking): Attempt => {
    const home = subjectFolder(folder, { kind: 'candidate', name: ranking.agent });
    const record = readStoredIfPresent('agent', join(home, AGENT_FOLDER, 'agent.json'));
    const measured = facts.candidates.find(({ name }) => name === ranking.agent)?.agent ?? null;
    return {
      run: folder.id,
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
