// The input of the race form, and the request that it becomes or the field that is invalid.
import type { AgentEntry, RaceRequestBody, Rematch } from '../../src/contract/index.ts';

/** One agent of the race. The same agent can race several times, with other models or the same one. */
export interface Racer {
  /** The id of the agent. */
  agent: string;
  /** Empty for the default model. */
  model: string;
}

export interface RaceDraft {
  task: string;
  /** Null until the user selects agents: then the form selects those of hydra.toml. */
  racers: readonly Racer[] | null;
  base: string;
  budgetUsd: string;
  budgetTokens: string;
  /** The id of an agent; empty for the one set in hydra.toml, if any. */
  testAuthor: string;
  /** Empty for its default model. */
  testAuthorModel: string;
  allowExperimental: boolean;
}

export const EMPTY_DRAFT: RaceDraft = {
  task: '',
  racers: null,
  base: 'HEAD',
  budgetUsd: '',
  budgetTokens: '',
  testAuthor: '',
  testAuthorModel: '',
  allowExperimental: false,
};

export type DraftField = 'task' | 'agents' | 'budgetUsd' | 'budgetTokens';
export type DraftError = { field: DraftField; message: string };

/** The selected agents, or those that `[race] agents` of hydra.toml lists. */
export function racersOf({ racers }: Pick<RaceDraft, 'racers'>, agents: readonly AgentEntry[]): readonly Racer[] {
  return racers ?? agents.flatMap((agent) => (agent.installed ? agent.in_settings.map(toRacer) : []));
}

/** `only` are names of candidates; null for all of them. */
export function draftOf({ task, base, agents }: Rematch, only: readonly string[] | null): RaceDraft {
  const wanted = agents.filter(({ candidate }) => only === null || only.includes(candidate));
  // A run that was not a race names no agents: the form then selects those of hydra.toml.
  const racers = wanted.length === 0 ? null : wanted.map(({ agent }) => toRacer(agent));
  return { ...EMPTY_DRAFT, task: task ?? '', base, racers };
}

/** `codex`, or with a model `codex:MODEL`, which may contain colons. */
function toRacer(text: string): Racer {
  const at = text.indexOf(':');
  return at === -1 ? { agent: text, model: '' } : { agent: text.slice(0, at), model: text.slice(at + 1) };
}

/** Never ignores an input: an unreadable budget must not become no budget. */
export function toRaceQuestion(draft: RaceDraft, agents: readonly AgentEntry[]): RaceRequestBody | DraftError {
  const { task, base, allowExperimental } = draft;
  const racers = racersOf(draft, agents);
  const inOrder = agents.flatMap(({ id }) => racers.filter(({ agent }) => agent === id));
  const selected = inOrder.flatMap((racer) => withModel(racer, agents, allowExperimental));
  const author = { agent: draft.testAuthor, model: draft.testAuthorModel };
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
    agents: selected,
    base: base.trim() === '' ? null : base.trim(),
    budget_usd: usd,
    budget_tokens: tokens,
    allow_experimental: allowExperimental,
    test_author: withModel(author, agents, allowExperimental)[0] ?? null,
  };
}

/** Empty if the agent cannot race here. The server validates the name of the model. */
function withModel({ agent: id, model }: Racer, agents: readonly AgentEntry[], allowExperimental: boolean): string[] {
  const agent = agents.find((each) => each.id === id);
  if (agent === undefined || !canRace(agent, allowExperimental)) return [];
  return [!agent.takes_model || model.trim() === '' ? id : `${id}:${model.trim()}`];
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
