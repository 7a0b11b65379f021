// Finds what agents write into the user's repository, where they have no business, and which agent it was. Agents run in
// parallel and the user works on, so a change counts against an agent only with evidence; the others are reported without a name.
import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryWrite } from '../contract/index.ts';
import { openRegularFile } from '../exec/index.ts';
import {
  compareStates,
  foldersOf,
  type Repository,
  type RepositoryChange,
  type RepositoryState,
  readRepositoryState,
} from '../git/index.ts';
import { joinNames, repositoryChangesText } from '../text/index.ts';

/** What an agent leaves behind that can prove what it did. */
export interface AgentTraces {
  /** With stdout.log, stderr.log and the trace of its git commands. */
  folder: string;
  /** Its program and arguments, without the task. */
  command: readonly string[];
}

const GIT_TRACE = 'git-trace.jsonl';

/** Git writes a line for each command that runs with this environment, with the folder it works on. */
export function gitTraceEnvironment(folder: string): Record<string, string> {
  return { GIT_TRACE2_EVENT: join(folder, GIT_TRACE), GIT_TRACE2_EVENT_BRIEF: '1' };
}

/** The changes between two looks, and the agents that were running then. */
interface Look {
  changes: readonly RepositoryChange[];
  running: ReadonlySet<string>;
  /** The changes that count against an agent. */
  attributed: Set<RepositoryChange>;
}

export class RepositoryWatch {
  readonly #repository: Repository;
  readonly #running = new Set<string>();
  /** Agents that were running at some time since the last look began. */
  #since = new Set<string>();
  readonly #looks: Look[] = [];
  #state: RepositoryState;
  /** One look at a time. */
  #last: Promise<void> = Promise.resolve();

  private constructor(repository: Repository, state: RepositoryState) {
    this.#repository = repository;
    this.#state = state;
  }

  static async open(repository: Repository): Promise<RepositoryWatch> {
    return new RepositoryWatch(repository, await readRepositoryState(repository));
  }

  started(agent: string): void {
    this.#running.add(agent);
    this.#since.add(agent);
  }

  /** The changes that are attributed to an agent which has just ended. */
  async ended(agent: string, traces: AgentTraces): Promise<RepositoryWrite[]> {
    await this.#look();
    this.#running.delete(agent);
    const evidenceOf = this.#evidence(traces);
    return this.#looks
      .filter(({ running }) => running.has(agent))
      .flatMap((look) =>
        look.changes.flatMap((change): RepositoryWrite[] => {
          const evidence = evidenceOf(change) ?? (isOnlyAgent(look, change) ? 'only_agent' : null);
          if (evidence === null) return [];
          look.attributed.add(change);
          return [{ ...change, evidence }];
        }),
      );
  }

  /** A warning for each group of changes that is attributed to no agent. */
  async unattributed(): Promise<string[]> {
    await this.#look();
    return this.#looks.flatMap(({ changes, running, attributed }) => {
      const open = changes.filter((change) => !attributed.has(change));
      if (open.length === 0) return [];
      const names = [...running].sort();
      const who =
        names.length === 0
          ? 'no agent was running then'
          : `${joinNames(names)} ${names.length === 1 ? 'was' : 'were'} running then`;
      return [
        `your repository changed during the race: ${repositoryChangesText(open)}; ${who}, and nothing shows who did it: check \`git status\` and \`git reflog\``,
      ];
    });
  }

  #look(): Promise<void> {
    this.#last = this.#last.then(async () => {
      const [before, atStart] = [this.#since, new Set(this.#running)];
      this.#since = atStart;
      const state = await readRepositoryState(this.#repository);
      const changes = compareStates(this.#state, state);
      this.#state = state;
      // Also those that started while the state was read.
      const running = new Set([...before, ...this.#since]);
      if (changes.length > 0) this.#looks.push({ changes, running, attributed: new Set() });
    });
    return this.#last;
  }

  #evidence({ folder, command }: AgentTraces): (change: RepositoryChange) => 'git_command' | 'named' | null {
    const ranGit = ranGitIn(join(folder, GIT_TRACE), new Set(foldersOf(this.#repository)));
    const texts = [Buffer.from(command.join('\n')), ...['stdout.log', 'stderr.log'].map((name) => readStart(join(folder, name)))];
    return (change) => {
      if (ranGit) return 'git_command';
      const path = this.#pathOf(change);
      return texts.some((text) => mentions(text, path)) ? 'named' : null;
    };
  }

  #pathOf({ kind, name }: RepositoryChange): string {
    const { root, commonDir } = this.#repository;
    if (kind === 'file' || kind === 'index') return join(root, name);
    const folders = { branch: 'refs/heads', tag: 'refs/tags', stash: '', ref: '', head: '', git_file: '' };
    return join(commonDir, folders[kind], name);
  }
}

/** The whole path, not the beginning of a longer one. */
function mentions(text: Buffer, path: string): boolean {
  const wanted = Buffer.from(path);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const next = String.fromCharCode(text[at + wanted.length] ?? 0x20);
    if (!/[\w./-]/.test(next)) return true;
  }
  return false;
}

/** Refs and the index are changed by git commands: without one of the agent, the user is at work. */
function isOnlyAgent({ changes, running }: Look, { kind }: RepositoryChange): boolean {
  return kind === 'file' && running.size === 1 && changes.every((change) => change.kind === 'file');
}

const READING: ReadonlySet<string> = new Set([
  ...[
    'archive',
    'blame',
    'annotate',
    'cat-file',
    'check-attr',
    'check-ignore',
    'count-objects',
    'describe',
    'diff',
    'diff-files',
  ],
  ...[
    'diff-index',
    'diff-tree',
    'for-each-ref',
    'grep',
    'help',
    'log',
    'ls-files',
    'ls-remote',
    'ls-tree',
    'merge-base',
    'name-rev',
  ],
  ...[
    'pack-objects',
    'rev-list',
    'rev-parse',
    'shortlog',
    'show',
    'show-ref',
    'status',
    'upload-pack',
    'var',
    'version',
    'whatchanged',
  ],
]);

/** Whether a command that can write worked in one of the folders. The trace is untrusted and may be damaged. */
function ranGitIn(file: string, folders: ReadonlySet<string>): boolean {
  const [inside, writing] = [new Set<string>(), new Set<string>()];
  for (const line of readStart(file).toString('utf8').split('\n')) {
    const { event, sid, worktree, name } = parseLine(line);
    if (typeof sid !== 'string') continue;
    if (event === 'def_repo' && typeof worktree === 'string' && folders.has(worktree)) inside.add(sid);
    if (event === 'cmd_name' && typeof name === 'string' && !READING.has(name)) writing.add(sid);
  }
  return [...inside].some((sid) => writing.has(sid));
}

function parseLine(line: string): Record<string, unknown> {
  if (!line.startsWith('{"event":"def_repo"') && !line.startsWith('{"event":"cmd_name"')) return {};
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const MAX_READ_BYTES = 64 * 1024 * 1024;

/** The agent can replace the file. */
function readStart(file: string): Buffer {
  const descriptor = openRegularFile(file);
  if (descriptor === null) return Buffer.alloc(0);
  try {
    const buffer = Buffer.alloc(Math.min(fstatSync(descriptor).size, MAX_READ_BYTES));
    readSync(descriptor, buffer, 0, buffer.length, 0);
    return buffer;
  } finally {
    closeSync(descriptor);
  }
}
