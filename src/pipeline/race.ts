// Room pipeline: `hydra race`: agents work on a task side by side, each in a clone of its own, while the base is
// measured; what each leaves is scored as `hydra score` does.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chooseCanaries } from '../capture/canary.ts';
import { captureRun } from '../capture/capture.ts';
import { type EventLog, openEventLog } from '../capture/event-log.ts';
import { createMasker } from '../capture/mask-secrets.ts';
import { hydraError, type Policy, type Run, type StopReason } from '../contract/index.ts';
import {
  createObjectStore,
  diffTrees,
  findRepository,
  fingerprint,
  listTags,
  type ResolvedCommit,
  refuseMissingObjects,
  resolveCommit,
  uncommittedChanges,
} from '../git/index.ts';
import { BASELINE, createRun, openStore, runFile, writeStored } from '../store/index.ts';
import { removeStaleWorkAreas, type SetupPlan } from '../workspace/index.ts';
import { takeOutCredentials, type WrittenCredentials } from './agent-credentials.ts';
import { type Candidate, commonStart, nameSources, snapshotSource } from './candidates.ts';
import { describeRun, findGitVersion } from './describe-run.ts';
import { nameSome } from './name-some.ts';
import { AgentRun } from './race-agent.ts';
import { openBudget } from './race-budget.ts';
import { watchCancels } from './race-control.ts';
import { type Entrant, nameEntrants } from './race-entrants.ts';
import { makeReady, type ReadyEntrant } from './race-ready.ts';
import { snapshotWork } from './race-snapshot.ts';
import { installDependencies, openAgentWorkspace } from './race-workspaces.ts';
import { inWorkArea } from './run-lifecycle.ts';
import { policyFor } from './run-settings.ts';
import { type RunPlace, type ScoredRun, type ScoreRequest, scoreSnapshots, stageOf, unknownBase } from './score.ts';

/** Who races stands in the policy: in hydra.toml, or as an override. `candidates` are attempts that are there already. */
export interface RaceRequest extends ScoreRequest {
  task: string;
}

export async function raceAgents(request: RaceRequest): Promise<ScoredRun> {
  const repository = await findRepository(request.cwd);
  const store = openStore(repository.root, repository.commonDir);
  await removeStaleWorkAreas();
  const asked = await resolveCommit(repository, request.base);
  if (asked === null) throw unknownBase(request.base);
  const sources = request.candidates.length === 0 ? [] : await nameSources(repository, request.candidates, request.cwd);
  const base = await commonStart(repository, asked, sources);
  await refuseMissingObjects(repository, [base, ...sources.flatMap(({ commit }) => commit ?? [])]);
  const folder = createRun(store, new Date());
  return inWorkArea(folder, request.signal, async (area) => {
    const objects = await createObjectStore(repository, join(area, 'objects'));
    const policy = await policyFor(request, repository, objects, base);
    const entrants = await makeReady(
      nameEntrants(
        policy,
        sources.map(({ name }) => name),
      ),
    );
    // Before anybody works for money: a patch that does not apply is found out now.
    const others = await Promise.all(sources.map((source) => snapshotSource(objects, base, source)));
    const place: RunPlace = { repository, store, objects, area, folder };
    const startedAt = new Date().toISOString();
    const described = { base: { ref: request.base, ...base }, task: request.task, merge_of: null, policy, startedAt };
    // So far every agent has what the base has; with this, others can see the race.
    const atStart = entrants.map(({ entrant }) => toCandidate(entrant, base));
    const [canaries, git] = await Promise.all([chooseCanaries(objects, base.tree, policy), findGitVersion()]);
    const describe = (raced: readonly Candidate[]) =>
      describeRun(folder, { ...described, candidates: [...raced, ...others] }, [], canaries, git);
    const run = describe(atStart);
    writeStored('run', runFile(folder, 'run.json'), run);
    const events = openEventLog(runFile(folder, 'events.jsonl'), request.watch);
    const raced = await letThemRace({ place, run, policy, base, entrants, events, request });
    // Before there are diffs: a run with all its diffs can be resumed, and must not take the base for what they left.
    writeStored('run', runFile(folder, 'run.json'), describe(raced));
    return scoreSnapshots(place, { ...described, candidates: [...raced, ...others] }, request);
  });
}

function toCandidate({ name, adapter, model }: Entrant, commit: ResolvedCommit): Candidate {
  return { name, source: { kind: 'agent', value: model === null ? adapter.id : `${adapter.id}:${model}` }, commit };
}

interface Race {
  place: RunPlace;
  run: Run;
  policy: Policy;
  base: ResolvedCommit;
  entrants: readonly ReadyEntrant[];
  events: EventLog;
  request: RaceRequest;
}

async function letThemRace(race: Race): Promise<Candidate[]> {
  const { place, run, entrants, events, request } = race;
  const { signal } = request;
  events.add({
    type: 'race_started',
    run_id: run.run_id,
    task: request.task,
    agents: entrants.map(({ entrant: { name, adapter, model } }) => ({ candidate: name, agent: adapter.id, model })),
  });
  warnAboutBudgets(race);
  await warnAboutUncommitted(race);
  const before = await fingerprint(place.repository);
  try {
    const setup = await installDependencies(race, signal);
    const failure = new AbortController();
    const together = { ...request, signal: AbortSignal.any([signal, failure.signal]) };
    // When the base cannot be measured there is nothing to compare with, and the agents need not go on.
    const [, raced] = await allOrNone(failure, [
      captureBaseline({ ...race, request: together }),
      runAgents(race, setup, together.signal, failure),
    ]);
    signal.throwIfAborted();
    if ((await fingerprint(place.repository)) !== before) events.add({ type: 'race_warning', text: CHANGED_MEANWHILE });
    return raced;
  } catch (error) {
    if (!signal.aborted) throw error;
    // Without it, nothing of the run stays.
    rmSync(runFile(place.folder, 'run.json'), { force: true });
    throw hydraError('race_interrupted', {});
  }
}

/** Waits for all of them; the first that fails ends the others, and its error is the one that counts. */
async function allOrNone<Results extends unknown[]>(
  failure: AbortController,
  works: { [Index in keyof Results]: Promise<Results[Index]> },
): Promise<Results> {
  const failed: unknown[] = [];
  const noting = works.map((work) =>
    work.catch((error: unknown) => {
      failed.push(error);
      failure.abort();
    }),
  );
  const results = await Promise.all(noting);
  if (failed.length > 0) throw failed[0];
  return results as Results;
}

const CHANGED_MEANWHILE =
  'branches, files, settings or hooks of your repository changed while the agents worked; if that was not you, an agent reached it: look at `git status` and `git reflog`';

/** A limit in money says nothing to an agent whose cost nobody knows. */
function warnAboutBudgets({ policy, entrants, events }: Race): void {
  const { budget_usd, agent_budget_usd } = policy.race;
  if (budget_usd === null && agent_budget_usd === null) return;
  for (const { entrant } of entrants) {
    const { adapter, model, name } = entrant;
    if (adapter.reportsCost) continue;
    const text =
      adapter.usage === 'none'
        ? 'it does not tell what it uses, so a budget cannot stop it'
        : `its cost is worked out from its tokens${model === null ? ' if it names its model' : ''}${adapter.usage === 'end' ? ', which it tells at the end' : ''}; a budget in USD may not stop it in time`;
    events.add({ type: 'agent_warning', candidate: name, text });
  }
}

/** Agents work on commits: what only lies in the working tree is not there for them. */
async function warnAboutUncommitted({ place: { repository }, base, events }: Race): Promise<void> {
  if (repository.isBare || (await resolveCommit(repository, 'HEAD'))?.commit !== base.commit) return;
  const changed = await uncommittedChanges(repository.root);
  if (changed.length === 0) return;
  const text = `your working tree has changes that are not committed (${nameSome(changed)}); the agents start from ${base.commit.slice(0, 10)}, without them`;
  events.add({ type: 'race_warning', text });
}

async function captureBaseline({ place, run, policy, events, request }: Race): Promise<void> {
  const stage = await stageOf(place, policy, request, events);
  const { commit, tree } = run.base;
  const { canaries = [] } = run;
  const baseline = { subject: BASELINE, commit: { commit, tree }, prefix: '', canaries, testCommand: null };
  await captureRun({ ...stage, trees: [baseline], firstIndex: 0 });
}

async function runAgents(
  race: Race,
  setup: SetupPlan | null,
  signal: AbortSignal,
  failure: AbortController,
): Promise<Candidate[]> {
  const { place, policy, entrants } = race;
  const names = entrants.map(({ entrant }) => entrant.name);
  const budget = openBudget(names, policy.race);
  const running = new Map<string, AgentRun>();
  const stop = (name: string, reason: StopReason) => running.get(name)?.stop(reason);
  const tags = await listTags(place.repository);
  const stopWatching = watchCancels(place.folder, names, (name) => stop(name, 'cancelled'));
  try {
    return await allOrNone(
      failure,
      entrants.map(async (ready, index) => {
        const { workspace, untracked } = await openAgentWorkspace(race, ready.env, setup, tags, index);
        const { entrant, program, version, knows } = ready;
        const agent = new AgentRun({
          ...{ entrant, program, version, knows, workspace, policy, budget, signal, stop },
          ...{ task: race.request.task, events: race.events, folder: place.folder, mask: maskerFor(entrant) },
        });
        running.set(entrant.name, agent);
        return finishAgent(race, agent, ready, workspace.folder, untracked);
      }),
    );
  } finally {
    stopWatching();
  }
}

/** What the user hands to an agent is a secret, whatever it is called. */
function maskerFor({ adapter }: Entrant) {
  const handed = adapter.tier === 'custom' ? adapter.variables.map((name) => [`${name}_SECRET`, process.env[name]]) : [];
  return createMasker({ ...process.env, ...Object.fromEntries(handed) });
}

async function finishAgent(
  { place, base, events }: Race,
  agent: AgentRun,
  { entrant, env }: ReadyEntrant,
  folder: string,
  untracked: readonly string[],
): Promise<Candidate> {
  const record = await agent.run();
  const { usageFile } = entrant.adapter;
  const without = usageFile === undefined ? untracked : [...untracked, usageFile];
  const left = await snapshotWork(place.objects, base, folder, without);
  if (left.warning !== null) agent.warn(left.warning);
  const { commit, written } = await takeOutCredentials(place.objects, base, left.commit, entrant.adapter, env);
  if (written.length > 0) agent.warn(tellOfCredentials(written));
  const { files } = await diffTrees(place.objects, base.tree, commit.tree);
  const { ended, stopped, exit_code, duration_ms, usage, cost_usd } = record;
  events.add({
    type: 'agent_finished',
    candidate: entrant.name,
    ...{ ended, stopped, exit_code, duration_ms, usage, cost_usd },
    changed_files: files.length,
  });
  return { ...toCandidate(entrant, commit), credentials_written: written };
}

function tellOfCredentials(written: WrittenCredentials): string {
  const [variables, paths] = [written.map(({ variable }) => variable), written.map(({ path }) => path)];
  return `it wrote the value of ${[...new Set(variables)].join(', ')} into ${[...new Set(paths)].join(', ')}; *** stands there now`;
}
