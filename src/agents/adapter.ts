// The adapter interface, and helpers for the JSON that agents print. The only file that adapters share.
// An adapter is data and pure functions: it starts no process and reads no file.
import type { EndingKind, Usage } from '../contract/index.ts';

/** What an agent reports, in one format for all agents. */
export type AgentEvent =
  | { kind: 'message'; text: string }
  | { kind: 'tool_call'; tool: string; detail: string }
  | { kind: 'progress'; text: string }
  | UsageReport
  | { kind: 'completed'; text: string | null }
  /** `ending` if the program's format names the cause. */
  | { kind: 'failed'; reason: string; ending?: EndingKind };

export interface UsageReport {
  kind: 'usage';
  /** step: adds to earlier reports. total: replaces them. */
  scope: 'step' | 'total';
  parts: UsagePart[];
  /** All parts together; null if the agent does not report it. */
  costUsd: number | null;
}

export interface UsagePart {
  /** Null if the agent does not report it. */
  model: string | null;
  usage: Usage;
}

export interface CallRequest {
  task: string;
  taskFile: string;
  workspace: string;
  /** Null for the agent's default. */
  model: string | null;
  budgetUsd: number | null;
  /** It runs in Hydra's sandbox: one of its own inside would have too few rights to work. */
  isConfined: boolean;
  /** Whether the program's help mentions a flag; true if the help is not available. */
  knows(flag: string): boolean;
}

export interface AgentCall {
  /** Passed unchanged, without a shell. */
  args: string[];
  /** Its stdin; null closes it. */
  input: string | null;
  env: Readonly<Record<string, string>>;
}

export interface AgentAdapter {
  /** The name on the command line and of the file. */
  id: string;
  title: string;
  tier: 'first_class' | 'experimental' | 'custom';
  program: string;
  /** The next step if it is not installed. */
  install: string;
  /** The arguments that print the flags for `knows`; null if nothing depends on them. */
  helpArgs: readonly string[] | null;
  login: {
    /** One of these variables is enough to be logged in. */
    variables: readonly string[];
    /** So is one of these files, below the home folder. */
    files: readonly string[];
    /** The command to log in. */
    next: string;
  };
  /** Its settings and credentials below the home folder: all that it sees of the user's home in a sandbox. */
  homeFiles: readonly string[];
  /** The user's environment variables that it gets in addition to the common ones: names, or prefixes with a `*`. */
  variables: readonly string[];
  /** json: one JSON line per event. text: plain text. */
  output: 'json' | 'text';
  /** live: while it works. end: at the end. none: never. */
  usage: 'live' | 'end' | 'none';
  /** Whether it reports its cost. */
  reportsCost: boolean;
  takesModel: boolean;
  /** Exit codes with a documented meaning. */
  exitKinds?: Readonly<Record<number, EndingKind>>;
  /** A file in the workspace with its usage. */
  usageFile?: string;
  call(request: CallRequest): AgentCall;
  /** Created for each run, because it may have state. It gets one JSON object at a time. */
  createReader(): (line: Json) => AgentEvent[];
}

/** A value from untrusted JSON: anything, or nothing. */
export class Json {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** Only own members: a line may contain `constructor`. */
  at(...path: string[]): Json {
    let value = this.#value;
    for (const key of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return new Json(undefined);
      value = (value as Record<string, unknown>)[key];
    }
    return new Json(value);
  }

  get isThere(): boolean {
    return this.#value !== undefined && this.#value !== null;
  }

  /** Null unless it is a non-empty text. */
  get text(): string | null {
    return typeof this.#value === 'string' && this.#value !== '' ? this.#value : null;
  }

  get isTrue(): boolean {
    return this.#value === true;
  }

  /** An integer of at least 0; anything else is not a count. */
  get count(): number | null {
    return typeof this.#value === 'number' && Number.isSafeInteger(this.#value) && this.#value >= 0 ? this.#value : null;
  }

  /** A finite number of at least 0. */
  get amount(): number | null {
    return typeof this.#value === 'number' && Number.isFinite(this.#value) && this.#value >= 0 ? this.#value : null;
  }

  get items(): Json[] {
    return Array.isArray(this.#value) ? this.#value.map((item) => new Json(item)) : [];
  }

  get members(): [string, Json][] {
    if (typeof this.#value !== 'object' || this.#value === null || Array.isArray(this.#value)) return [];
    return Object.entries(this.#value).map(([key, value]) => [key, new Json(value)]);
  }

  /** The whole value in one line, for display. */
  get compact(): string {
    return typeof this.#value === 'string' ? this.#value : (JSON.stringify(this.#value) ?? '');
  }
}

/** Null if one of them is unknown: the sum is then unknown. */
export function sum(...numbers: (number | null)[]): number | null {
  return numbers.reduce((total, number) => (total === null || number === null ? null : total + number), 0);
}

/** The command, path or pattern of a tool call, which is more useful than all its arguments. */
export function detailOf(input: Json): string {
  const keys = ['command', 'cmd', 'file_path', 'filePath', 'path', 'absolute_path', 'pattern', 'query', 'url', 'description'];
  const told = keys.map((key) => input.at(key)).find((value) => value.text !== null || value.items.length > 0);
  return (told ?? input).compact;
}

/** The blocks of an assistant's message in the format of Anthropic's API, which several programs print. */
export function readBlocks(content: Json): AgentEvent[] {
  if (content.text !== null) return [{ kind: 'message', text: content.text }];
  return content.items.flatMap((block): AgentEvent[] => {
    const type = block.at('type').text;
    const text = block.at('text').text;
    if (type === 'text' && text !== null) return [{ kind: 'message', text }];
    if (type === 'tool_use')
      return [{ kind: 'tool_call', tool: block.at('name').text ?? 'a tool', detail: detailOf(block.at('input')) }];
    return [];
  });
}
