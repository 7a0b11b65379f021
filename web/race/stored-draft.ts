// Keeps the input of the race form while other views are open, and what each race of this tab was started with.
import { EMPTY_DRAFT, type RaceDraft } from './race-draft.ts';

const DRAFT_KEY = 'hydra-race-draft';
const STARTED_KEY = 'hydra-race-started';

export function storedDraft(): RaceDraft {
  return read(DRAFT_KEY)?.draft ?? EMPTY_DRAFT;
}

export function storeDraft(draft: RaceDraft): void {
  write(DRAFT_KEY, { run: '', draft });
}

/** A stopped race is deleted with its task, so the page keeps the input of the race that it started last. */
export function storeStarted(run: string, draft: RaceDraft): void {
  write(STARTED_KEY, { run, draft });
  write(DRAFT_KEY, null);
}

/** Null if this tab did not start the race, or has started another one since. */
export function startedDraft(run: string): RaceDraft | null {
  const stored = read(STARTED_KEY);
  return stored?.run === run ? stored.draft : null;
}

interface Stored {
  run: string;
  draft: RaceDraft;
}

/** Storage of this origin: only the page writes it, but a page of another version may have. */
function read(key: string): Stored | null {
  try {
    const { run, draft } = JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? {};
    if (typeof run !== 'string' || !isDraft(draft)) return null;
    return { run, draft };
  } catch {
    return null;
  }
}

function write(key: string, value: Stored | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the draft ends with the view.
  }
}

function isDraft(value: unknown): value is RaceDraft {
  if (typeof value !== 'object' || value === null) return false;
  const draft = value as Record<string, unknown>;
  const texts = ['task', 'base', 'budgetUsd', 'budgetTokens', 'testAuthor', 'testAuthorModel'];
  if (texts.some((name) => typeof draft[name] !== 'string') || typeof draft.allowExperimental !== 'boolean') return false;
  return draft.racers === null || (Array.isArray(draft.racers) && draft.racers.every(isRacer));
}

function isRacer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { agent, model } = value as Record<string, unknown>;
  return typeof agent === 'string' && typeof model === 'string';
}
