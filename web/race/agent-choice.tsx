// A checkbox for each installed agent, a model for each time that it races, and for the others how to install them.
import { useId } from 'react';
import type { AgentEntry } from '../../src/contract/index.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { canRace, type RaceDraft, type Racer, racersOf } from './race-draft.ts';

interface AgentChoiceProps {
  agents: readonly AgentEntry[];
  draft: RaceDraft;
  error: string | null;
  onChange: (changes: Partial<RaceDraft>) => void;
}

export function AgentChoice({ agents, draft, error, onChange }: AgentChoiceProps) {
  const installed = agents.filter(({ installed }) => installed);
  const missing = agents.filter(({ installed }) => !installed);
  const racers = racersOf(draft, agents);
  const ofAgent = (id: string) => racers.filter(({ agent }) => agent === id);
  const change = (id: string, own: readonly Racer[]) =>
    onChange({ racers: [...racers.filter(({ agent }) => agent !== id), ...own] });
  return (
    <fieldset className="agents" data-field="agents" tabIndex={-1}>
      <legend>Agents</legend>
      <ul>
        {installed.map((agent) => (
          <AgentLine
            key={agent.id}
            agent={agent}
            isAllowed={canRace(agent, draft.allowExperimental)}
            racers={ofAgent(agent.id)}
            onChange={(own) => change(agent.id, own)}
          />
        ))}
      </ul>
      {installed.length === 0 && <p className="muted">No agent is installed on this machine.</p>}
      {installed.some(({ needs_leave: needsLeave }) => needsLeave) && (
        <label className="allow-experimental">
          <input
            type="checkbox"
            checked={draft.allowExperimental}
            onChange={({ target }) => onChange({ allowExperimental: target.checked })}
          />
          Allow experimental agents
        </label>
      )}
      <p className="bad-text small" role="alert">
        {error}
      </p>
      {missing.length > 0 && <MissingAgents agents={missing} />}
    </fieldset>
  );
}

/** An agent whose login cannot be detected is shown as installed. */
const READINESS: Record<AgentEntry['login'], { tone: Tone; label: string }> = {
  found: { tone: 'good', label: 'ready' },
  not_found: { tone: 'caution', label: 'no login found' },
  unknown: { tone: 'quiet', label: 'installed' },
};

interface AgentLineProps {
  agent: AgentEntry;
  isAllowed: boolean;
  /** Empty if it is not selected. */
  racers: readonly Racer[];
  onChange: (racers: readonly Racer[]) => void;
}

function AgentLine({ agent, isAllowed, racers, onChange }: AgentLineProps) {
  const { id, title, version, login, needs_leave: needsLeave, next } = agent;
  const stateId = useId();
  const isChosen = racers.length > 0 && isAllowed;
  const another = { agent: id, model: '' };
  return (
    <li className="agent">
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={!isAllowed}
          aria-describedby={stateId}
          onChange={({ target }) => onChange(target.checked ? [another] : [])}
        />
        <SafeText text={title === id ? id : `${title} (${id})`} />
      </label>
      <span id={stateId} className="small muted">
        <Badge tone={READINESS[login].tone}>{READINESS[login].label}</Badge>{' '}
        {needsLeave && <Badge tone="quiet">experimental</Badge>} {!isAllowed && 'Allow experimental agents to select it. '}
        {next !== null && <MessageText text={next} />} {version !== null && <SafeText text={version} />}
      </span>
      {isChosen && <Racers agent={agent} racers={racers} onChange={onChange} onAdd={() => onChange([...racers, another])} />}
    </li>
  );
}

/** The same agent may race several times: its results differ, or its models do. */
function Racers({ agent, racers, onChange, onAdd }: Omit<AgentLineProps, 'isAllowed'> & { onAdd: () => void }) {
  const { id, takes_model: takesModel } = agent;
  return (
    <ul className="racers">
      {racers.map(({ model }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal entries have nothing else that tells them apart.
        <li key={at}>
          {takesModel ? (
            <input
              className="model"
              type="text"
              aria-label={at === 0 ? `Model of ${id}` : `Model of ${id}, number ${at + 1}`}
              placeholder="default model"
              autoComplete="off"
              spellCheck={false}
              value={model}
              onChange={({ target }) =>
                onChange(racers.map((racer, index) => (index === at ? { ...racer, model: target.value } : racer)))
              }
            />
          ) : (
            <span className="muted small">{at === 0 ? 'races once' : `races again (${at + 1})`}</span>
          )}
          {at > 0 && (
            <button
              type="button"
              className="ghost"
              aria-label={`Remove ${id}, number ${at + 1}`}
              onClick={() => onChange(racers.filter((_, index) => index !== at))}
            >
              ×
            </button>
          )}
        </li>
      ))}
      <li>
        <button type="button" className="quiet add-racer" onClick={onAdd}>
          Add another {id}
        </button>
      </li>
    </ul>
  );
}

function MissingAgents({ agents }: { agents: readonly AgentEntry[] }) {
  return (
    <details className="missing-agents">
      <summary>{agents.length} not installed</summary>
      <dl>
        {agents.map(({ id, title, next }) => (
          <div key={id}>
            <dt>
              <SafeText text={title} />
            </dt>
            <dd className="muted">{next !== null && <MessageText text={next} />}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
