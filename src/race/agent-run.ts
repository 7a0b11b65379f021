// Runs one agent: starts, watches and stops it, and records the result. Crashes, hangs and unreadable
// output are its result and never an error of the race.
import { appendFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { classifyEnding, openTranscript, readUsageFile, type ToldEvent, type Transcript } from '../agents/index.ts';
import type { EventLog, NewEvent } from '../capture/index.ts';
import { copyMasked, diskLimit, maskText, OUTPUT_LIMIT_BYTES, type SecretMasker } from '../capture/index.ts';
import { type AgentRecord, canonicalJson, type Ended, type Policy, SCHEMA_VERSION, type StopReason } from '../contract/index.ts';
import { type CommandEnding, type Confinement, programFolders, readTreeText, runLive } from '../exec/index.ts';
import { countChanges } from '../git/index.ts';
import {
  AGENT_FOLDER,
  describeFile,
  type RunFolder,
  type Subject,
  subjectFolder,
  writeFolderAtomically,
} from '../store/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { type BudgetKeeper, usdLimitOf } from './budget.ts';
import type { RaceAgent } from './race-agents.ts';
import { gitTraceEnvironment } from './repository-watch.ts';
import { watchChanges } from './watch-changes.ts';

export interface AgentWork {
  racer: RaceAgent;
  /** The program file, and its version. */
  program: string;
  version: string | null;
  knows(flag: string): boolean;
  task: string;
  workspace: Workspace;
  /** Files in the workspace that are not its work. */
  without: readonly string[];
  policy: Policy;
  budget: BudgetKeeper;
  events: EventLog;
  mask: SecretMasker;
  folder: RunFolder;
  /** Where its output is stored. */
  subject: Subject;
  /** Stops the whole race. */
  signal: AbortSignal;
  /** Stops agents whose budget is used up. */
  stop(name: string, reason: StopReason): void;
}

const MEGABYTE = 1024 * 1024;
const USAGE_FILE_LIMIT_BYTES = 1024 * 1024;
/** The transcript has the complete output; events only show progress. */
const MAX_TEXT_LENGTH = 2_000;
const MAX_EVENTS = 10_000;
/** The reason of a failure is near the end; a stack trace may follow it. */
const LAST_LINES = 20;

export class AgentRun {
  readonly #work: AgentWork;
  readonly #transcript: Transcript;
  readonly #controller = new AbortController();
  readonly #warnings: string[] = [];
  #stopped: StopReason | null = null;
  #bytes = 0;
  #told = 0;
  #lastUsage = '';
  /** Of stderr, and of stdout where that is plain text. */
  readonly #lastLines: string[] = [];
  #onSign: () => void = () => {};

  constructor(work: AgentWork) {
    this.#work = work;
    const { racer, policy } = work;
    this.#transcript = openTranscript(racer.adapter, { model: racer.model, prices: policy.prices });
  }

  /** The first reason counts. */
  stop(reason: StopReason): void {
    this.#stopped ??= reason;
    this.#controller.abort();
  }

  warn(text: string): void {
    const masked = shorten(maskText(text, this.#work.mask));
    this.#warnings.push(masked);
    this.#work.events.add({ type: 'agent_warning', candidate: this.#work.racer.name, text: masked });
  }

  async run(): Promise<AgentRecord> {
    const { racer, program, version, task, workspace, policy, events, signal } = this.#work;
    const taskFile = join(dirname(workspace.folder), 'task.md');
    writeFileSync(taskFile, `${task}\n`);
    for (const name of ['stdout.log', 'stderr.log']) writeFileSync(join(workspace.outputs, name), '');
    const call = this.#call(task, taskFile, workspace.folder);
    events.add({ type: 'agent_started', candidate: racer.name, version });
    const stopTimers = this.#startTimers();
    const stopCounting = this.#countChanges();
    const ending = await runLive({
      program,
      args: call.args,
      cwd: workspace.folder,
      // In the sandbox, the user's repository cannot be written to.
      env: { ...workspace.env, ...call.env, ...(workspace.confinement === null ? gitTraceEnvironment(workspace.outputs) : {}) },
      input: call.input,
      disk: diskLimit(workspace, policy.race.disk_limit_mb * MEGABYTE),
      onDiskFull: () => this.#stopForDisk(),
      signal: AbortSignal.any([signal, this.#controller.signal]),
      onLine: (stream, line) => this.#take(stream, line),
      beforeCleanup: stopCounting,
      confinement: this.#confinement(taskFile),
    });
    stopTimers();
    this.#work.budget.ended(racer.name);
    const hasUsageFile = this.#readUsageFile();
    return this.#store(ending, hasUsageFile);
  }

  /** An agent needs its model, so it has the network. */
  #confinement(taskFile: string): Confinement | null {
    const { workspace, program, racer } = this.#work;
    workspace.confinement?.copyFromHome(racer.adapter.homeFiles);
    const readable = [taskFile, ...programFolders(program)];
    return workspace.confinement?.confine({ network: 'on', writable: [], readable, hostname: null, changes: 'kept' }) ?? null;
  }

  #stopForDisk(): void {
    if (this.#stopped !== null) return;
    const { disk_limit_mb: limit } = this.#work.policy.race;
    this.warn(`stopped: wrote more than disk_limit_mb = ${limit} under [race], or half of the free disk space`);
    this.stop('disk_limit');
  }

  #call(task: string, taskFile: string, workspace: string) {
    const { racer, policy, knows } = this.#work;
    const isConfined = this.#work.workspace.confinement !== null;
    const limits = { budgetUsd: usdLimitOf(policy.race), isConfined };
    return racer.adapter.call({ task, taskFile, workspace, model: racer.model, ...limits, knows });
  }

  #startTimers(): () => void {
    const { adapter } = this.#work.racer;
    const { start_timeout_seconds, idle_timeout_seconds, timeout_seconds } = this.#work.policy.race;
    const after = (seconds: number, reason: StopReason) => setTimeout(() => this.stop(reason), toDelay(seconds));
    // An agent that prints plain text may print nothing until it is done.
    const start = adapter.output === 'json' ? after(start_timeout_seconds, 'start_timeout') : undefined;
    const idle = after(idle_timeout_seconds, 'idle_timeout');
    const whole = after(timeout_seconds, 'timeout');
    this.#onSign = () => {
      clearTimeout(start);
      idle.refresh();
    };
    return () => {
      this.#onSign = () => {};
      for (const timer of [start, idle, whole]) clearTimeout(timer);
    };
  }

  #countChanges(): () => Promise<void> {
    const { racer, workspace, without, events } = this.#work;
    return watchChanges(
      (signal) => countChanges(workspace, without, signal),
      (counts) => events.add({ type: 'agent_changes', candidate: racer.name, ...counts }),
    );
  }

  #take(stream: 'stdout' | 'stderr', line: string): void {
    this.#onSign();
    this.#bytes += Buffer.byteLength(line) + 1;
    if (this.#bytes > OUTPUT_LIMIT_BYTES) {
      this.stop('output_limit');
      return;
    }
    appendFileSync(join(this.#work.workspace.outputs, `${stream}.log`), `${line}\n`);
    if (stream === 'stderr' || !line.startsWith('{')) this.#keepLastLine(line);
    if (stream === 'stdout') for (const event of this.#transcript.read(line)) this.#tell(event);
  }

  #keepLastLine(line: string): void {
    this.#lastLines.push(line.slice(0, MAX_TEXT_LENGTH));
    if (this.#lastLines.length > LAST_LINES) this.#lastLines.shift();
  }

  #tell(event: ToldEvent): void {
    if (event.kind === 'warning') this.warn(event.text);
    else if (event.kind === 'usage') this.#tellUsage(event);
    else this.#tellPlain(event);
  }

  #tellPlain(event: PlainEvent): void {
    this.#told += 1;
    const isChatter = event.kind === 'message' || event.kind === 'progress' || event.kind === 'tool_call';
    if (isChatter && this.#told > MAX_EVENTS) {
      if (this.#told === MAX_EVENTS + 1) this.warn(`reported more than ${MAX_EVENTS} events; the rest is only in its transcript`);
      return;
    }
    this.#work.events.add(toEvent(this.#work.racer.name, event, this.#work.mask));
  }

  #tellUsage({ usage, cost_usd }: Extract<ToldEvent, { kind: 'usage' }>): void {
    const { racer, events, budget, stop } = this.#work;
    const text = canonicalJson({ usage, cost_usd });
    if (text !== this.#lastUsage) events.add({ type: 'agent_usage', candidate: racer.name, usage, cost_usd });
    this.#lastUsage = text;
    for (const { name, reason } of budget.report(racer.name, usage, cost_usd)) stop(name, reason);
  }

  #readUsageFile(): boolean {
    const { racer, workspace } = this.#work;
    const { usageFile } = racer.adapter;
    if (usageFile === undefined) return false;
    const text = readTreeText(workspace.folder, usageFile, USAGE_FILE_LIMIT_BYTES);
    const event = text === null ? null : readUsageFile(text);
    if (event === null) this.warn(`wrote no usage to ${usageFile}, so its usage is unknown`);
    else for (const told of this.#transcript.add(event)) this.#tell(told);
    return event !== null;
  }

  async #store(ending: CommandEnding, hasUsageFile: boolean): Promise<AgentRecord> {
    const { racer, version, folder, subject, workspace, mask } = this.#work;
    const { name, adapter, model } = racer;
    const sums = this.#transcript.sums();
    const shown = this.#call('{task}', '{task_file}', '{workspace}');
    const { failure, final_message: said } = sums;
    const ended = endedAs(this.#stopped, ending.ended);
    const process = { ended, stopped: this.#stopped, exit_code: ending.exitCode, signal: ending.signal };
    const reported = this.#transcript.reportedEnding();
    const end = { ...process, ...sums, reported, lastLines: this.#lastLines };
    const { kind, cause } = classifyEnding(adapter, end, this.#work.policy.race);
    let record: AgentRecord | null = null;
    await writeFolderAtomically(join(subjectFolder(folder, subject), AGENT_FOLDER), async (temporary) => {
      const keep = (file: string) => {
        copyMasked(join(workspace.outputs, file), join(temporary, file), mask);
        return describeFile(join(temporary, file), file);
      };
      record = {
        schema_version: SCHEMA_VERSION,
        name,
        agent: adapter.id,
        tier: adapter.tier,
        model,
        command: [adapter.program, ...shown.args].map((word) => maskText(word, mask)),
        version,
        ended,
        stopped: this.#stopped,
        ending: { kind, cause: cause === null ? null : maskText(cause, mask) },
        exit_code: ending.exitCode,
        signal: ending.signal,
        duration_ms: ending.durationMs,
        ...sums,
        failure: failure === null ? null : shorten(maskText(failure, mask)),
        final_message: said === null ? null : maskText(said, mask),
        usage_is_final: this.#stopped === null && (sums.outcome !== null || hasUsageFile),
        warnings: this.#warnings,
        left_behind: ending.leftBehind,
        stdout: keep('stdout.log'),
        stderr: keep('stderr.log'),
      };
      writeFileSync(join(temporary, 'agent.json'), canonicalJson(record));
    });
    if (record === null) throw new Error('the record of the agent was not written');
    return record;
  }
}

/** The maximum delay of a timer. */
function toDelay(seconds: number): number {
  return Math.min(seconds * 1000, 2_147_483_647);
}

function endedAs(stopped: StopReason | null, ended: Ended): Ended {
  if (stopped === null || ended === 'not_started') return ended;
  if (stopped === 'output_limit' || stopped === 'disk_limit') return stopped;
  return /timeout$/.test(stopped) ? 'timed_out' : 'interrupted';
}

type PlainEvent = Exclude<ToldEvent, { kind: 'usage' | 'warning' }>;

function toEvent(candidate: string, event: PlainEvent, mask: SecretMasker): NewEvent {
  const clean = (text: string) => shorten(maskText(text, mask));
  switch (event.kind) {
    case 'message':
      return { type: 'agent_message', candidate, text: clean(event.text) };
    case 'progress':
      return { type: 'agent_progress', candidate, text: clean(event.text) };
    case 'tool_call':
      return { type: 'agent_tool_call', candidate, tool: clean(event.tool), detail: clean(event.detail) };
    case 'completed':
      return { type: 'agent_completed', candidate, text: event.text === null ? null : clean(event.text) };
    case 'failed':
      return { type: 'agent_failed', candidate, reason: clean(event.reason) };
  }
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`;
}
