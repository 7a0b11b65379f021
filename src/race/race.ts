// `hydra race`: runs agents on a task in parallel, each in its own clone, while the base is measured. The checks of a
// candidate start when its agent ends; scoring is the same as in `hydra score`.
import { rmSync } from 'node:fs';
import { type Capturer, createMasker, type EventLog, openEventLog } from '../capture/index.ts';
import { hydraError, type Policy, type Run, type RunSandbox, type StopReason, TEST_AUTHOR } from '../contract/index.ts';
import { diffTrees, type ResolvedCommit, resolveCommit, uncommittedChanges } from '../git/index.ts';
import {
  acceptanceSource,
  type Candidate,
  describeRun,
  findAcceptance,
  findGitVersion,
  inNewRun,
  openCapturerFor,
  openPinning,
  planBase,
  planFor,
  prepareRun,
  type RunPlace,
  type ScoredRun,
  type ScoreRequest,
  type Snapshots,
  type StoredSource,
  type SubjectPlanning,
  scorePrepared,
  storeSource,
  writeDiffs,
} from '../pipeline/index.ts';
import { openSelector } from '../pipeline/trees/open-selector.ts';
import type { TestSelector } from '../plan/index.ts';
import { summarizeList } from '../runs/index.ts';
import { runFile, type Subject, writeStored } from '../store/index.ts';
import { changedMeanwhileText, repositoryWritesText } from '../text/index.ts';
import { supportRole } from '../tools/index.ts';
import type { SetupPlan, Workspace } from '../workspace/index.ts';
import { takeOutCredentials, type WrittenCredentials } from './agent-credentials.ts';
import { AgentRun } from './agent-run.ts';
import { openBudget } from './budget.ts';
import { watchCancels } from './control.ts';
import { type PreparedAgent, prepareAgents } from './prepare-agents.ts';
import { nameRacers, nameTestAuthor, type RaceAgent } from './race-agents.ts';
import { RepositoryWatch } from './repository-watch.ts';
import { snapshotWork } from './snapshot.ts';
import { testAuthorTask } from './test-author-task.ts';
import { installDependencies, openAgentWorkspace } from './workspaces.ts';

/** The policy lists the agents: in hydra.toml, or as an override. `candidates` are existing attempts. */
export interface RaceRequest extends ScoreRequest {
  task: string;
}

export async function raceAgents(request: RaceRequest): Promise<ScoredRun> {
  return inNewRun(request, async (opened) => {
    const { place, base, policy, candidates: others } = opened;
    const named = nameRacers(
      policy,
      others.map(({ name }) => name),
    );
    refuseUnconfined(policy, place.sandbox.stored);
    const author = nameTestAuthor(policy);
    const ready = await prepareAgents(author === null ? named : [...named, author]);
    const racers = ready.filter(({ racer }) => racer !== author);
    const testAuthor = ready.find(({ racer }) => racer === author) ?? null;
    const acceptance = await findAcceptance(opened, request.cwd);
    const startedAt = new Date().toISOString();
    const described = {
      base: { ref: request.base, ...base },
      task: request.task,
      merge_of: null,
      policy,
      startedAt,
      useCache: request.useCache,
    };
    const atStart = [...racers.map(({ racer }) => toCandidate(racer, base, base.commit)), ...others];
    const field = await openField(place, described, atStart, acceptance);
    const events = openEventLog(runFile(place.folder, 'events.jsonl'), request.watch);
    const capturer = await openCapturerFor(place, policy, request, events);
    try {
      const selector = await openSelector(place.objects, policy, base);
      const pin = openPinning(place.objects, base);
      await runRace({ place, policy, base, racers, testAuthor, others, events, request, field, capturer, selector, pin });
      const { test_sources } = field.run();
      const prepared = await prepareRun(place, { ...described, test_sources, candidates: field.candidates() });
      return await scorePrepared(prepared, { capturer, events, ...request });
    } finally {
      await capturer.close();
    }
  });
}

/** The candidates of a race so far; run.json always has the same state, so that other processes can follow it. */
interface Field {
  candidates(): Candidate[];
  run(): Run;
  /** Replaces the base's tree with the agent's result. */
  put(candidate: Candidate): void;
  /** Adds the tests of a test author. */
  putTests(source: StoredSource): void;
}

/** Agents were meant to be confined: without a sandbox none of them starts. */
function refuseUnconfined({ race }: Policy, { kind, reason }: RunSandbox): void {
  if (race.sandbox && kind === 'none') throw hydraError('sandbox_unavailable', { reason: reason ?? '' });
}

async function openField(
  { folder, sandbox, fingerprint }: RunPlace,
  described: Omit<Snapshots, 'candidates'>,
  atStart: readonly Candidate[],
  acceptance: readonly StoredSource[],
): Promise<Field> {
  const git = await findGitVersion();
  const field = new Map(atStart.map((candidate) => [candidate.name, candidate]));
  const sources = [...acceptance];
  const surroundings = { pinned: [], canaries: [], git, sandbox: sandbox.stored, fingerprint };
  const run = () => describeRun(folder, { ...described, test_sources: sources, candidates: [...field.values()] }, surroundings);
  const write = () => writeStored('run', runFile(folder, 'run.json'), run());
  write();
  return {
    candidates: () => [...field.values()],
    run,
    put(candidate) {
      field.set(candidate.name, candidate);
      write();
    },
    putTests(source) {
      sources.push(source);
      write();
    },
  };
}

function toCandidate({ name, adapter, model }: RaceAgent, commit: ResolvedCommit, start: string): Candidate {
  return { name, source: { kind: 'agent', value: model === null ? adapter.id : `${adapter.id}:${model}` }, commit, start };
}

interface Race {
  pin: ReturnType<typeof openPinning>;
  place: RunPlace;
  policy: Policy;
  base: ResolvedCommit;
  racers: readonly PreparedAgent[];
  /** The test author; null for none. */
  testAuthor: PreparedAgent | null;
  others: readonly Candidate[];
  events: EventLog;
  request: RaceRequest;
  field: Field;
  capturer: Capturer;
  selector: TestSelector;
}

async function runRace(race: Race): Promise<void> {
  const { place, racers, others, events, request } = race;
  const { signal } = request;
  events.add({
    type: 'race_started',
    run_id: place.folder.id,
    task: request.task,
    agents: racers.map(({ racer: { name, adapter, model } }) => ({ candidate: name, agent: adapter.id, model })),
  });
  warnAboutBudgets(race);
  await warnAboutUncommitted(race);
  const watch = await RepositoryWatch.open(place.repository);
  try {
    const setup = await installDependencies(race, signal);
    const failure = new AbortController();
    // If the base cannot be measured there is nothing to compare with, and the agents are stopped.
    await abortAllOnFailure(failure, [
      captureBaseline(race),
      ...others.map((candidate) => captureCandidate(race, candidate)),
      runAgents(race, watch, setup, AbortSignal.any([signal, failure.signal]), failure),
    ]);
    signal.throwIfAborted();
    for (const text of await watch.unattributed()) events.add({ type: 'race_warning', text });
  } catch (error) {
    if (!signal.aborted) throw error;
    // Without it, nothing of the run is kept.
    rmSync(runFile(place.folder, 'run.json'), { force: true });
    throw hydraError('race_interrupted', {});
  }
}

/** Waits for all of them; the first failure stops the others, and its error is reported. */
async function abortAllOnFailure<Results extends unknown[]>(
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

/** A cost limit has no effect on an agent with unknown cost. */
function warnAboutBudgets({ policy, racers, events }: Race): void {
  const { budget_usd, agent_budget_usd } = policy.race;
  if (budget_usd === null && agent_budget_usd === null) return;
  for (const { racer } of racers) {
    const { adapter, model, name } = racer;
    if (adapter.reportsCost) continue;
    const text =
      adapter.usage === 'none'
        ? 'does not report its usage, so a budget cannot stop it'
        : `its cost is computed from its tokens${model === null ? ' if it reports its model' : ''}${adapter.usage === 'end' ? ', which it reports at the end' : ''}; a budget in USD may not stop it in time`;
    events.add({ type: 'agent_warning', candidate: name, text });
  }
}

/** Agents work on commits and do not see uncommitted changes. */
async function warnAboutUncommitted({ place: { repository }, base, events }: Race): Promise<void> {
  if (repository.isBare || (await resolveCommit(repository, 'HEAD'))?.commit !== base.commit) return;
  const changed = await uncommittedChanges(repository.root);
  if (changed.length === 0) return;
  const text = `your working tree has uncommitted changes (${summarizeList(changed)}); the agents start from ${base.commit.slice(0, 10)} without them`;
  events.add({ type: 'race_warning', text });
}

async function captureBaseline(race: Race): Promise<void> {
  const { capturer } = race;
  const { trees, captures } = await planBase(planningOf(race));
  capturer.add([trees]);
  await capturer.capture(captures);
}

function planningOf({ place, field, selector }: Race): SubjectPlanning {
  const run = field.run();
  return { run, selector, acceptance: acceptanceSource(place.folder, run) };
}

/** Starts as soon as the agent is done: the slowest agent does not delay the checks of the others. */
async function captureCandidate(race: Race, candidate: Candidate): Promise<void> {
  const { place, base, capturer, field, pin } = race;
  // Before its diff: a run with all diffs can be resumed, and must not use the base as the agent's result.
  field.put(candidate);
  const [diff] = await writeDiffs(place.folder, place.objects, base, [candidate]);
  if (diff === undefined) return;
  const { name, source, commit, start } = candidate;
  const entry = { name, source, ...commit, start, ...(await pin(commit, diff)) };
  const { trees, captures } = await planFor(planningOf(race), entry);
  capturer.add([trees]);
  await capturer.capture(captures);
}

async function runAgents(
  race: Race,
  watch: RepositoryWatch,
  setup: SetupPlan | null,
  signal: AbortSignal,
  failure: AbortController,
): Promise<void> {
  const { place, policy, racers, testAuthor } = race;
  const all = testAuthor === null ? racers : [...racers, testAuthor];
  const names = all.map(({ racer }) => racer.name);
  const budget = openBudget(names, policy.race);
  const running = new Map<string, AgentRun>();
  const stop = (name: string, reason: StopReason) => running.get(name)?.stop(reason);
  const stopWatching = watchCancels(place.folder, names, (name) => stop(name, 'cancelled'));
  try {
    await abortAllOnFailure(
      failure,
      all.map(async (ready, index) => {
        const { workspace, untracked } = await openAgentWorkspace(race, ready.env, setup, index);
        const { racer, program, version, knows } = ready;
        const { usageFile } = racer.adapter;
        const without = usageFile === undefined ? untracked : [...untracked, usageFile];
        const writesTests = ready === testAuthor;
        const subject: Subject = { kind: writesTests ? 'source' : 'candidate', name: racer.name };
        const task = writesTests ? testAuthorTask(race.request.task) : race.request.task;
        const agent = new AgentRun({
          ...{ racer, program, version, knows, workspace, without, policy, budget, signal, stop },
          ...{ task, events: race.events, folder: place.folder, subject, mask: maskerFor(racer) },
        });
        running.set(racer.name, agent);
        watch.started(racer.name);
        const candidate = await finishAgent(race, watch, agent, ready, workspace, without);
        if (writesTests) await keepTests(race, candidate);
        else await captureCandidate(race, candidate);
      }),
    );
  } finally {
    stopWatching();
  }
}

/** Only the tests count: other changes of a test author are never applied to a candidate. */
async function keepTests({ place, base, field, events }: Race, { commit }: Candidate): Promise<void> {
  const { files } = await diffTrees(place.objects, base.tree, commit.tree);
  if (files.some(({ path, status }) => status !== 'deleted' && supportRole(path) === 'test')) {
    field.putTests(await storeSource(place.folder, place.objects, base, TEST_AUTHOR, commit));
  } else events.add({ type: 'race_warning', text: 'the test author wrote no tests, so it has no vote' });
}

/** Every value passed to a custom agent is a secret, whatever its name. */
function maskerFor({ adapter }: RaceAgent) {
  const handed = adapter.tier === 'custom' ? adapter.variables.map((name) => [`${name}_SECRET`, process.env[name]]) : [];
  return createMasker({ ...process.env, ...Object.fromEntries(handed) });
}

async function finishAgent(
  { place, base, events }: Race,
  watch: RepositoryWatch,
  agent: AgentRun,
  { racer, env }: PreparedAgent,
  { folder, outputs }: Workspace,
  without: readonly string[],
): Promise<Candidate> {
  const record = await agent.run();
  const writes = await watch.ended(racer.name, { folder: outputs, command: record.command });
  for (const text of [repositoryWritesText(writes), changedMeanwhileText(writes)]) if (text !== null) agent.warn(text);
  const left = await snapshotWork(place.objects, base, folder, without);
  if (left.warning !== null) agent.warn(left.warning);
  const { commit, written } = await takeOutCredentials(place.objects, base, left.commit, racer.adapter, env);
  if (written.length > 0) agent.warn(describeCredentials(written));
  const { files } = await diffTrees(place.objects, base.tree, commit.tree);
  const { ended, stopped, exit_code, signal, duration_ms, usage, cost_usd } = record;
  events.add({
    type: 'agent_finished',
    candidate: racer.name,
    ...{ ended, stopped, exit_code, duration_ms, usage, cost_usd },
    ...(signal === null ? {} : { signal }),
    changed_files: files.length,
    added_lines: files.reduce((sum, { added }) => sum + added, 0),
    removed_lines: files.reduce((sum, { removed }) => sum + removed, 0),
  });
  return { ...toCandidate(racer, commit, base.commit), credentials_written: written, repository_writes: writes };
}

function describeCredentials(written: WrittenCredentials): string {
  const [variables, paths] = [written.map(({ variable }) => variable), written.map(({ path }) => path)];
  return `it wrote the value of ${[...new Set(variables)].join(', ')} into ${[...new Set(paths)].join(', ')}; Hydra replaced it by ***`;
}
