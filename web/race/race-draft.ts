// A race as somebody fills it in, and what the server is asked for in the end, or which field stands in the way.
import type { AgentEntry, RaceQuestion } from '../../src/contract/index.ts';

export interface RaceDraft {
  task: string;
  /** Ids of agents. */
  chosen: readonly string[];
  /** By id; an agent that is not in it, or has nothing written, uses its own choice. */
  models: Readonly<Record<string, string>>;
  base: string;
  budgetUsd: string;
  budgetTokens: string;
  /** The id of an agent; empty for none, or that of the settings. */
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
export type DraftFault = { field: DraftField; words: string };

/** Nothing that was written is passed over: a budget that cannot be read must never mean none. */
export function questionOf(draft: RaceDraft, agents: readonly AgentEntry[]): RaceQuestion | DraftFault {
  const { task, base, allowExperimental } = draft;
  const racers = agents.filter((agent) => draft.chosen.includes(agent.id) && canRace(agent, allowExperimental));
  const author = agents.find((agent) => agent.id === draft.testAuthor && canRace(agent, allowExperimental));
  const usd = amountOf(draft.budgetUsd, /^\d+(\.\d+)?$/);
  const tokens = amountOf(draft.budgetTokens, /^\d+$/);
  if (task.trim() === '') return { field: 'task', words: 'Say what the agents are to do.' };
  if (racers.length === 0) return { field: 'agents', words: 'Choose at least one agent.' };
  if (usd === 'unreadable') return { field: 'budgetUsd', words: 'A number above zero, such as 5 or 2.50, or nothing.' };
  if (tokens === 'unreadable') return { field: 'budgetTokens', words: 'A whole number above zero, such as 200000, or nothing.' };
  return {
    task,
    agents: racers.map((agent) => racerOf(agent, draft)),
    base: base.trim() === '' ? null : base.trim(),
    budget_usd: usd,
    budget_tokens: tokens,
    allow_experimental: allowExperimental,
    test_author: author === undefined ? null : racerOf(author, draft),
  };
}

/** What a model may be called is for the server to say. */
function racerOf({ id, takes_model: takesModel }: AgentEntry, { models }: RaceDraft): string {
  const model = takesModel ? (models[id] ?? '').trim() : '';
  return model === '' ? id : `${id}:${model}`;
}

/** One without a login may race: it may have a way in that Hydra does not know. */
export function canRace({ installed, needs_leave: needsLeave }: AgentEntry, allowExperimental: boolean): boolean {
  return installed && (!needsLeave || allowExperimental);
}

function amountOf(text: string, shape: RegExp): number | null | 'unreadable' {
  const written = text.trim();
  if (written === '') return null;
  const amount = shape.test(written) ? Number(written) : 0;
  return amount > 0 && amount <= Number.MAX_SAFE_INTEGER ? amount : 'unreadable';
}
