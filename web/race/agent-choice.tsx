// Who can race: a box for each agent that is here, and for the others what to do.
import { useId } from 'react';
import type { AgentEntry } from '../../src/contract/index.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { MessageText } from '../components/message-text.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { canRace, type RaceDraft } from './race-draft.ts';

interface AgentChoiceProps {
  agents: readonly AgentEntry[];
  draft: RaceDraft;
  fault: string | null;
  onChange: (changes: Partial<RaceDraft>) => void;
}

export function AgentChoice({ agents, draft, fault, onChange }: AgentChoiceProps) {
  const here = agents.filter(({ installed }) => installed);
  const missing = agents.filter(({ installed }) => !installed);
  const { chosen, models, allowExperimental } = draft;
  const choose = (id: string, isChosen: boolean) =>
    onChange({ chosen: isChosen ? [...chosen, id] : chosen.filter((other) => other !== id) });
  return (
    <fieldset className="agents" data-field="agents" tabIndex={-1}>
      <legend>Agents</legend>
      <ul>
        {here.map((agent) => (
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
      {here.length === 0 && <p className="muted">None is installed on this machine.</p>}
      {here.some(({ needs_leave: needsLeave }) => needsLeave) && (
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
        {fault}
      </p>
      {missing.length > 0 && <Missing agents={missing} />}
    </fieldset>
  );
}

/** Where nothing tells of a login, nothing is said about it. */
const READINESS: Record<AgentEntry['login'], { tone: Tone; words: string }> = {
  found: { tone: 'good', words: 'ready' },
  not_found: { tone: 'caution', words: 'no login found' },
  unknown: { tone: 'quiet', words: 'installed' },
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
        <Badge tone={READINESS[login].tone}>{READINESS[login].words}</Badge>{' '}
        {needsLeave && <Badge tone="quiet">experimental</Badge>} {!isAllowed && 'Allow experimental agents to choose it. '}
        {next !== null && <MessageText text={next} />} {version !== null && <SafeText text={version} />}
      </span>
      {takesModel && (
        <input
          className="model"
          type="text"
          aria-label={`Model of ${id}`}
          placeholder="model: its own choice"
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

function Missing({ agents }: { agents: readonly AgentEntry[] }) {
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
