// One lane of the live view: the agent with its clock, cost and last message, its checks, and a button to stop it.
import { Fragment } from 'react';
import { TEST_AUTHOR } from '../../src/contract/index.ts';
import type { RaceSource } from '../api/data-source.ts';
import { Badge } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Swatch } from '../components/swatch.tsx';
import { agentColor } from '../format/agent-color.ts';
import { agentEnding } from '../format/agent-ending.ts';
import { clockText } from '../format/clock-text.ts';
import { countText } from '../format/numbers.ts';
import { ActivityLine } from './activity-line.tsx';
import type { LaneAgent } from './agent-lane.ts';
import { AgentLog } from './agent-log.tsx';
import { CheckPips } from './check-pips.tsx';
import type { Lane } from './lanes.ts';
import { spentText } from './race-progress.ts';
import { StopButton } from './stop-button.tsx';

interface LaneItemProps {
  lane: Lane;
  now: number;
  run: string;
  /** The id of the agent; null for the base. */
  agentId: string | null;
  /** The limit of one agent; null for none. */
  budgetUsd: number | null;
  /** Null when nothing can be stopped. */
  race: RaceSource | null;
}

export function LaneItem({ lane, now, run, agentId, budgetUsd, race }: LaneItemProps) {
  const { candidate, agent } = lane;
  const isCandidate = candidate !== null && candidate !== TEST_AUTHOR;
  return (
    <li className="lane" {...(isCandidate ? { 'data-candidate': candidate } : {})}>
      <h2>
        {agentId !== null && <Swatch color={agentColor(agentId)} />}
        {candidate === null ? 'base' : <SafeText text={laneName(candidate)} />}
      </h2>
      {agent === null ? <span /> : <AgentStatus agent={agent} now={now} budgetUsd={budgetUsd} />}
      <CheckPips lane={lane} now={now} />
      {race !== null && candidate !== null && agent?.state === 'working' && <StopOne {...{ run, race, candidate }} />}
    </li>
  );
}

function laneName(candidate: string): string {
  return candidate === TEST_AUTHOR ? 'test author' : candidate;
}

function AgentStatus({ agent, now, budgetUsd }: { agent: LaneAgent; now: number; budgetUsd: number | null }) {
  const { state, startedAt, output, times, durationMs, changedFiles } = agent;
  const start = Date.parse(startedAt);
  const elapsedMs = durationMs ?? Math.max(0, now - start);
  const facts = [clockText(elapsedMs), ...usageTexts(agent, budgetUsd), ...changesText(agent)];
  const { tone, label } = agentEnding(agent);
  return (
    <div className={`lane-agent ${state}`}>
      <p className="lane-facts">
        <span>
          {facts.map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && ' · '}
              <span className="number">{fact}</span>
            </Fragment>
          ))}
        </span>
        <ActivityLine times={times} start={start} end={start + elapsedMs} />
        {state === 'done' && (
          <>
            <Badge tone={tone}>{label}</Badge> {changedFiles === 0 && <Badge tone="caution">no files changed</Badge>}
          </>
        )}
      </p>
      {output.length === 0 ? <p className="small muted">No output yet.</p> : <AgentLog output={output} />}
    </div>
  );
}

function usageTexts({ costUsd, tokens }: LaneAgent, budgetUsd: number | null): (string | null)[] {
  if (costUsd === null && tokens === null) return ['usage unknown'];
  return [
    costUsd === null ? 'cost unknown' : spentText(costUsd, budgetUsd),
    tokens === null ? 'tokens unknown' : countText(tokens, 'token'),
  ];
}

/** "3 changed files, +120 −8"; empty without changes. */
function changesText({ changedFiles, addedLines, removedLines }: LaneAgent): string[] {
  if (changedFiles === null || changedFiles === 0) return [];
  const files = countText(changedFiles, 'changed file');
  if (addedLines === null || removedLines === null) return [files];
  return [`${files}, +${addedLines.toLocaleString('en')} −${removedLines.toLocaleString('en')}`];
}

function StopOne({ run, race, candidate }: { run: string; race: RaceSource; candidate: string }) {
  return (
    <div className="stop-slot">
      <StopButton
        consequence={
          candidate === TEST_AUTHOR
            ? 'Hydra uses the tests written so far; the other agents continue.'
            : 'Hydra scores its work so far; the other agents continue.'
        }
        disabledReason={null}
        onStop={() => race.stop(run, candidate)}
      >
        Stop <SafeText text={laneName(candidate)} />
      </StopButton>
    </div>
  );
}
