// What an adapter is, and reading the JSON that agents print. The one file that adapters share.
// An adapter is data and pure functions: it starts nothing and reads no file.
import type { Usage } from '../contract/index.ts';

/** What an agent reports, in the same words for all of them. */
export type AgentEvent =
  | { kind: 'message'; text: string }
  | { kind: 'tool_call'; tool: string; detail: string }
  | { kind: 'progress'; text: string }
  | UsageReport
  | { kind: 'completed'; text: string | null }
  | { kind: 'failed'; reason: string };

export interface UsageReport {
  kind: 'usage';
  /** step: comes on top of what was reported before. total: stands for all of it. */
  scope: 'step' | 'total';
  parts: UsagePart[];
  /** Of all parts together; null when the agent does not say. */
  costUsd: number | null;
}

export interface UsagePart {
  /** Null when the agent does not name it. */
  model: string | null;
  usage: Usage;
}

export interface CallRequest {
  task: string;
  taskFile: string;
  workspace: string;
  /** Null for the agent's own choice. */
  model: string | null;
  budgetUsd: number | null;
  /** Whether the program's help speaks of a flag; true when it could not be asked. */
  knows(flag: string): boolean;
}

export interface AgentCall {
  /** Each one is passed as it is; no shell looks at them. */
  args: string[];
  /** What it gets on stdin; null closes it. */
  input: string | null;
  env: Readonly<Record<string, string>>;
}

export interface AgentAdapter {
  /** The name on the command line and of the file. */
  id: string;
  title: string;
  tier: 'first_class' | 'experimental' | 'custom';
  program: string;
  /** What to do when it is not there. */
  install: string;
  /** How it prints the flags that `knows` is asked about; null when nothing depends on them. */
  helpArgs: readonly string[] | null;
  login: {
    /** One of these variables is enough. */
    variables: readonly string[];
    /** So is one of these files, below the home folder. */
    files: readonly string[];
    /** What to type to log in. */
    next: string;
  };
  /** The variables of the user's environment that it gets beside the common ones: names, or beginnings with a `*`. */
  variables: readonly string[];
  /** json: a line of JSON for each event. text: whatever it likes. */
  output: 'json' | 'text';
  /** live: while it works. end: when it is done. none: never. */
  usage: 'live' | 'end' | 'none';
  /** Whether it says what it cost. */
  reportsCost: boolean;
  takesModel: boolean;
  /** In the workspace, with what it used. */
  usageFile?: string;
  call(request: CallRequest): AgentCall;
  /** A new one for each run: it may remember what it has seen. It gets one JSON object after the other. */
  createReader(): (line: Json) => AgentEvent[];
}

/** A value from somebody else's JSON: anything, or nothing. */
export class Json {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** Only own members: a line may speak of `constructor`. */
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

  /** Null unless it is a text that is not empty. */
  get text(): string | null {
    return typeof this.#value === 'string' && this.#value !== '' ? this.#value : null;
  }

  get isTrue(): boolean {
    return this.#value === true;
  }

  /** A whole number of at least 0; anything else is not a count. */
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

  /** The whole of it in one line: for details that people read. */
  get compact(): string {
    return typeof this.#value === 'string' ? this.#value : (JSON.stringify(this.#value) ?? '');
  }
}

/** Null as soon as one of them is unknown: a sum without a part is not the sum. */
export function sum(...numbers: (number | null)[]): number | null {
  return numbers.reduce((total, number) => (total === null || number === null ? null : total + number), 0);
}

/** The command, path or pattern that a tool was called with, which tells more than all its arguments. */
export function detailOf(input: Json): string {
  const keys = ['command', 'cmd', 'file_path', 'filePath', 'path', 'absolute_path', 'pattern', 'query', 'url', 'description'];
  const told = keys.map((key) => input.at(key)).find((value) => value.text !== null || value.items.length > 0);
  return (told ?? input).compact;
}

/** The blocks of an assistant's message in the form that Anthropic's protocol has and several programs print. */
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
