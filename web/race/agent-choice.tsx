// A checkbox for each installed agent, and for the others how to install them.
import { useId } from 'react';
import type { AgentEntry } from '../../src/contract/index.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { canRace, type RaceDraft } from './race-draft.ts';

interface AgentChoiceProps {
  agents: readonly AgentEntry[];
  draft: RaceDraft;
  error: string | null;
  onChange: (changes: Partial<RaceDraft>) => void;
}

export function AgentChoice({ agents, draft, error, onChange }: AgentChoiceProps) {
  const installed = agents.filter(({ installed }) => installed);
  const missing = agents.filter(({ installed }) => !installed);
  const { chosen, models, allowExperimental } = draft;
  const choose = (id: string, isChosen: boolean) =>
    onChange({ chosen: isChosen ? [...chosen, id] : chosen.filter((other) => other !== id) });
  return (
    <fieldset className="agents" data-field="agents" tabIndex={-1}>
      <legend>Agents</legend>
      <ul>
        {installed.map((agent) => (
          <AgentLine
            key={agent.id}
            agent={agent}
            isAllowed={canRace(agent, allowExperimental)}
            isChosen={chosen.includes(agent.id)}
            model={models[agent.id] ?? ''}
            onChoose={(isChosen) => choose(agent.id, isChosen)}
            onModel={(model) => onChange({ models: { ...models, [agent.id]: model } })}
          />
        ))}
      </ul>
      {installed.length === 0 && <p className="muted">No agent is installed on this machine.</p>}
      {installed.some(({ needs_leave: needsLeave }) => needsLeave) && (
        <label className="allow-experimental">
          <input
            type="checkbox"
            checked={allowExperimental}
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
  isChosen: boolean;
  model: string;
  onChoose: (isChosen: boolean) => void;
  onModel: (model: string) => void;
}

function AgentLine({ agent, isAllowed, isChosen, model, onChoose, onModel }: AgentLineProps) {
  const { id, title, version, login, needs_leave: needsLeave, takes_model: takesModel, next } = agent;
  const stateId = useId();
  return (
    <li className="agent">
      <label>
        <input
          type="checkbox"
          checked={isChosen && isAllowed}
          disabled={!isAllowed}
          aria-describedby={stateId}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <SafeText text={title === id ? id : `${title} (${id})`} />
      </label>
      <span id={stateId} className="small muted">
        <Badge tone={READINESS[login].tone}>{READINESS[login].label}</Badge>{' '}
        {needsLeave && <Badge tone="quiet">experimental</Badge>} {!isAllowed && 'Allow experimental agents to select it. '}
        {next !== null && <MessageText text={next} />} {version !== null && <SafeText text={version} />}
      </span>
      {takesModel && (
        <input
          className="model"
          type="text"
          aria-label={`Model of ${id}`}
          placeholder="default model"
          autoComplete="off"
          spellCheck={false}
          disabled={!isAllowed}
          value={model}
          onChange={({ target }) => onModel(target.value)}
        />
      )}
    </li>
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
