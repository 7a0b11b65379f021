// The races of this server. They run in its process and end with it.
import { existsSync } from 'node:fs';
import { hydraError, type RaceEntry, type RaceRequestBody, refusalOf, type StopRequestBody } from '../contract/index.ts';
import { cancelAgent, findRacers, raceAgents } from '../race/index.ts';
import { describeEntry } from '../runs/index.ts';
import type { RunFolder } from '../store/index.ts';

export interface Races {
  /** Returns the id of the run as soon as the run can be inspected. */
  start(question: RaceRequestBody): Promise<string>;
  list(): RaceEntry[];
  stop(run: RunFolder, question: StopRequestBody): Promise<void>;
  /** Stops all of them and waits for the cleanup. */
  close(): Promise<void>;
}

interface Race {
  entry: RaceEntry;
  controller: AbortController;
  /** Never fails. */
  ended: Promise<void>;
}

export function openRaces(cwd: string): Races {
  const races = new Map<string, Race>();
  /** Including those without a run yet. */
  const controllers = new Map<AbortController, Promise<void>>();
  return {
    start: (question) =>
      new Promise((resolve, reject) => {
        const controller = new AbortController();
        let entry: RaceEntry | null = null;
        const onStart = (run: string) => {
          entry = { run_id: run, state: 'running', error: null };
          races.set(run, { entry, controller, ended });
          resolve(run);
        };
        const ended = runRace(cwd, question, controller.signal, onStart).then(
          () => {
            if (entry !== null) entry.state = 'finished';
          },
          (error: unknown) => {
            if (entry !== null) Object.assign(entry, failureOf(error, controller.signal));
            reject(error);
          },
        );
        controllers.set(
          controller,
          ended.finally(() => controllers.delete(controller)),
        );
      }),
    list: () => [...races.values()].map(({ entry }) => entry).reverse(),
    stop: (run, question) => (question.candidate === null ? stopRun(races, run) : stopAgent(run, question.candidate)),
    close: async () => {
      const ending = [...controllers.values()];
      for (const controller of controllers.keys()) controller.abort();
      await Promise.all(ending);
    },
  };
}

async function runRace(
  cwd: string,
  question: RaceRequestBody,
  signal: AbortSignal,
  onStart: (run: string) => void,
): Promise<void> {
  const { task, agents, base, budget_usd, budget_tokens, allow_experimental, test_author = null } = question;
  const race = {
    agents,
    ...(budget_usd === null ? {} : { budget_usd }),
    ...(budget_tokens === null ? {} : { budget_tokens }),
    ...(allow_experimental ? { allow_experimental } : {}),
    ...(test_author === null ? {} : { test_author }),
  };
  await raceAgents({
    ...{ cwd, task, base: base ?? 'HEAD', candidates: [], config: null, overrides: { race } },
    ...{ jobs: null, useCache: true, signal },
    watch: (event) => {
      if (event.type === 'race_started') onStart(event.run_id);
    },
  });
}

function failureOf(error: unknown, signal: AbortSignal): Pick<RaceEntry, 'state' | 'error'> {
  if (signal.aborted) return { state: 'stopped', error: null };
  return { state: 'failed', error: refusalOf(error) };
}

async function stopRun(races: ReadonlyMap<string, Race>, run: RunFolder): Promise<void> {
  const race = races.get(run.id);
  if (race === undefined) throw hydraError('run_of_another', { run: run.id });
  if (race.entry.state !== 'running') throw hydraError('nothing_to_stop', { run: run.id });
  race.controller.abort();
  await race.ended;
}

/** Works for every race, also one of another process. */
async function stopAgent(run: RunFolder, candidate: string): Promise<void> {
  const racers = findRacers(run);
  if (!racers.includes(candidate)) {
    const suggestion =
      racers.length === 0 ? 'No agent made this run.' : `Agents: ${racers.map((name) => `\`${name}\``).join(', ')}.`;
    throw hydraError('unknown_candidate', { candidate, suggestion }, { value: candidate });
  }
  if (!existsSync(run.path) || describeEntry(run).state !== 'running' || !cancelAgent(run, candidate))
    throw hydraError('nothing_to_stop', { run: run.id });
}
