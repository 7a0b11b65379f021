// The input of the race form, and the request that it becomes or the field that is invalid.
import type { AgentEntry, RaceRequestBody } from '../../src/contract/index.ts';

export interface RaceDraft {
  task: string;
  /** Ids of agents. */
  chosen: readonly string[];
  /** By agent id. An agent without an entry, or with an empty one, uses its default model. */
  models: Readonly<Record<string, string>>;
  base: string;
  budgetUsd: string;
  budgetTokens: string;
  /** The id of an agent; empty for the one set in hydra.toml, if any. */
  testAuthor: string;
  allowExperimental: boolean;
}

export const EMPTY_DRAFT: RaceDraft = {
  ...{
    task: '',
    chosen: [],
    models: {},
    base: 'HEAD',
    budgetUsd: '',
    budgetTokens: '',
    testAuthor: '',
    allowExperimental: false,
  },
};

export type DraftField = 'task' | 'agents' | 'budgetUsd' | 'budgetTokens';
export type DraftError = { field: DraftField; message: string };

/** Never ignores an input: an unreadable budget must not become no budget. */
export function toRaceQuestion(draft: RaceDraft, agents: readonly AgentEntry[]): RaceRequestBody | DraftError {
  const { task, base, allowExperimental } = draft;
  const selected = agents.filter((agent) => draft.chosen.includes(agent.id) && canRace(agent, allowExperimental));
  const author = agents.find((agent) => agent.id === draft.testAuthor && canRace(agent, allowExperimental));
  const usd = parseAmount(draft.budgetUsd, /^\d+(\.\d+)?$/);
  const tokens = parseAmount(draft.budgetTokens, /^\d+$/);
  if (task.trim() === '') return { field: 'task', message: 'Describe the task.' };
  if (selected.length === 0) return { field: 'agents', message: 'Select at least one agent.' };
  if (usd === 'invalid')
    return { field: 'budgetUsd', message: 'Enter a number above zero, such as 5 or 2.50, or leave it empty.' };
  if (tokens === 'invalid')
    return { field: 'budgetTokens', message: 'Enter a whole number above zero, such as 200000, or leave it empty.' };
  return {
    task,
    agents: selected.map((agent) => agentWithModel(agent, draft)),
    base: base.trim() === '' ? null : base.trim(),
    budget_usd: usd,
    budget_tokens: tokens,
    allow_experimental: allowExperimental,
    test_author: author === undefined ? null : agentWithModel(author, draft),
  };
}

/** The server validates the name of the model. */
function agentWithModel({ id, takes_model: takesModel }: AgentEntry, { models }: RaceDraft): string {
  const model = takesModel ? (models[id] ?? '').trim() : '';
  return model === '' ? id : `${id}:${model}`;
}

/** An agent without a known login can be selected: it may log in in a way that Hydra does not detect. */
export function canRace({ installed, needs_leave: needsLeave }: AgentEntry, allowExperimental: boolean): boolean {
  return installed && (!needsLeave || allowExperimental);
}

function parseAmount(text: string, pattern: RegExp): number | null | 'invalid' {
  const input = text.trim();
  if (input === '') return null;
  const amount = pattern.test(input) ? Number(input) : 0;
  return amount > 0 && amount <= Number.MAX_SAFE_INTEGER ? amount : 'invalid';
}
