// Where the page gets what it shows: from the local server, or from the file it is written into.
import type {
  AcceptAnswer,
  AcceptQuestion,
  AgentEntry,
  ExecutionEntry,
  HydraEvent,
  LogMatches,
  MergeAnswer,
  MergeQuestion,
  RaceAnswer,
  RaceEntry,
  RaceQuestion,
  RunDetail,
  RunEntry,
  StopAnswer,
} from '../../src/contract/index.ts';

export interface LogSource {
  /** Bytes in all. */
  size: number;
  /** The bytes from `start` up to, and without, `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Without regard to capitals. */
  search(text: string, from: number): Promise<LogMatches>;
}

export interface LogName {
  run: string;
  /** Null is the baseline. */
  candidate: string | null;
  check: string;
  stream: 'stdout' | 'stderr';
}

export interface RaceSource {
  agents(): Promise<AgentEntry[]>;
  /** Those that this server started, the newest first. */
  races(): Promise<RaceEntry[]>;
  /** Comes back as soon as the run can be followed. */
  start(question: RaceQuestion): Promise<RaceAnswer>;
  /** One agent, or with null the whole run, which only the server that started it can end. */
  stop(run: string, candidate: string | null): Promise<StopAnswer>;
}

export interface DataSource {
  runs(): Promise<RunEntry[]>;
  run(id: string): Promise<RunDetail>;
  executions(run: string): Promise<ExecutionEntry[]>;
  /** Candidate against base. */
  patch(run: string, candidate: string): Promise<string>;
  /** One candidate against another. */
  patchBetween(run: string, first: string, second: string): Promise<string>;
  log(name: LogName): Promise<LogSource>;
  /** Calls back for every event after number `after`; hands back what ends it. Null where nothing is live. */
  follow:
    | ((run: string, after: number, onEvent: (event: HydraEvent) => void, onState: (state: LinkState) => void) => () => void)
    | null;
  /** Null where nothing can be changed. */
  merge: ((run: string, question: MergeQuestion) => Promise<MergeAnswer>) | null;
  /** Accepts or rejects contested tests; null where nothing can be changed. */
  accept: ((run: string, question: AcceptQuestion) => Promise<AcceptAnswer>) | null;
  /** Null where nothing can be started or stopped. */
  race: RaceSource | null;
}

export type LinkState = 'open' | 'lost' | 'ended';

/** What the server answered when it could not do what was asked, or that it could not be reached. */
export class DataSourceError extends Error {
  readonly code: string;
  readonly next: string;

  constructor(code: string, message: string, next: string) {
    super(message);
    this.code = code;
    this.next = next;
  }
}
