// The interface between the views and their data: the local server (server-source.ts) or a report file (report-source.ts).
import type {
  AcceptRequestBody,
  AcceptResponseBody,
  AgentEntry,
  AgentStatistics,
  AgentStory,
  AttemptEntry,
  BlindRun,
  BranchEntry,
  ExecutionEntry,
  HydraEvent,
  LogMatches,
  MergeRequestBody,
  MergeResponseBody,
  PickResponseBody,
  QueueReport,
  RaceEntry,
  RaceRequestBody,
  RaceResponseBody,
  Rematch,
  RunDetail,
  RunEntry,
  StopResponseBody,
} from '../../src/contract/index.ts';

export interface LogSource {
  /** Size of the whole log in bytes. */
  size: number;
  /** The bytes from `start` to `end`, without the byte at `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Case-insensitive. */
  search(text: string, from: number): Promise<LogMatches>;
}

export interface LogName {
  run: string;
  /** Null is the base. */
  candidate: string | null;
  check: string;
  stream: 'stdout' | 'stderr';
}

export interface RaceSource {
  agents(): Promise<AgentEntry[]>;
  /** The races that this server started, newest first. */
  races(): Promise<RaceEntry[]>;
  /** Task, base and agents of a run; with the failures of a candidate in the task. */
  rematch(run: string, failuresOf: string | null): Promise<Rematch>;
  /** Resolves as soon as the run exists and can be followed. */
  start(question: RaceRequestBody): Promise<RaceResponseBody>;
  /** Stops one agent; null stops the whole run, which only the server that started it can do. */
  stop(run: string, candidate: string | null): Promise<StopResponseBody>;
}

export interface ScoreboardSource {
  statistics(): Promise<AgentStatistics[]>;
  /** Newest first. */
  attempts(): Promise<AttemptEntry[]>;
}

export interface DataSource {
  runs(): Promise<RunEntry[]>;
  run(id: string): Promise<RunDetail>;
  executions(run: string): Promise<ExecutionEntry[]>;
  /** What the agent of a candidate did. */
  agent(run: string, candidate: string): Promise<AgentStory>;
  /** The patch from the base to the candidate. */
  patch(run: string, candidate: string): Promise<string>;
  /** The patch from one candidate to another. */
  patchBetween(run: string, first: string, second: string): Promise<string>;
  /** The text of a file that the candidate changed, as the candidate left it. Null in a report file. */
  file: ((run: string, candidate: string, path: string) => Promise<string>) | null;
  log(name: LogName): Promise<LogSource>;
  /** Calls `onEvent` for every event after number `after`; returns a function that stops it. Null in a report file. */
  follow:
    | ((run: string, after: number, onEvent: (event: HydraEvent) => void, onState: (state: LinkState) => void) => () => void)
    | null;
  /** Null in a report file. */
  merge: ((run: string, question: MergeRequestBody) => Promise<MergeResponseBody>) | null;
  /** The local branches. Null in a report file. */
  branches: (() => Promise<BranchEntry[]>) | null;
  /** Accepts or rejects contested tests. Null in a report file. */
  accept: ((run: string, question: AcceptRequestBody) => Promise<AcceptResponseBody>) | null;
  /** Null in a report file. */
  race: RaceSource | null;
  /** Null in a report file, which has only one run. */
  scoreboard: ScoreboardSource | null;
  /** The workers and jobs of the queue. Null in a report file. */
  queue: (() => Promise<QueueReport>) | null;
  /** The runs that `hydra ui --blind` hides. Null in a report file. */
  blind: BlindSource | null;
}

export interface BlindSource {
  run(id: string): Promise<BlindRun>;
  /** Reveals names and scores. */
  pick(run: string, candidate: string): Promise<PickResponseBody>;
}

/** invalid: the server sent an event that this page cannot read, and the stream was closed. */
export type LinkState = 'open' | 'lost' | 'ended' | 'invalid';

/** For data that does not have the form of the contract. Most often the page and the server are of different versions. */
export function invalidData(message: string): DataSourceError {
  return new DataSourceError('invalid_data', message, 'Reload the page. If the error stays, restart `hydra ui`.');
}

/** A request that failed: refused by the server, not answered, or answered with unexpected data. */
export class DataSourceError extends Error {
  readonly code: string;
  readonly next: string;

  constructor(code: string, message: string, next: string) {
    super(message);
    this.code = code;
    this.next = next;
  }
}
