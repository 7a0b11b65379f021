// Creates commits, and lists those of a branch.
import type { ObjectStore } from './object-store.ts';
import { git, gitText } from './run-git.ts';

export interface Person {
  name: string;
  email: string;
}

/** Author of an existing commit, with the author date. */
export interface Author extends Person {
  /** In git's format: seconds and zone. */
  date?: string;
}

/** Trailers must be at the end of a message. */
export interface MessageParts {
  /** The title, and after an empty line the body. */
  text: string;
  trailers: readonly string[];
}

export type CommitText = { raw: string } | MessageParts;

export interface NewCommit {
  tree: string;
  parents: readonly string[];
  author: Author;
  committer: Person;
  text: CommitText;
}

export async function commitTree(store: ObjectStore, { tree, parents, author, committer, text }: NewCommit): Promise<string> {
  const now = `@${Math.floor(Date.now() / 1000)} +0000`;
  const env = {
    GIT_DIR: store.folder,
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: author.date ?? now,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: now,
  };
  const input = 'raw' in text ? text.raw : messageOf(text);
  return gitText(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], { env, input });
}

export function messageOf({ text, trailers }: MessageParts): string {
  return trailers.length === 0 ? `${text.trimEnd()}\n` : `${text.trimEnd()}\n\n${trailers.join('\n')}\n`;
}

export interface ListedCommit {
  commit: string;
  tree: string;
  parents: string[];
  parentTree: string;
  author: Author;
  message: string;
}

/** The commits after `from` up to `to`, oldest first. */
export async function listCommits(store: ObjectStore, from: string, to: string): Promise<ListedCommit[]> {
  const env = { GIT_DIR: store.folder };
  const format = '%H%x00%T%x00%P%x00%an%x00%ae%x00%ad%x00%B';
  const args = ['log', '-z', '--reverse', '--topo-order', '--date=raw', `--format=tformat:${format}`, `${from}..${to}`];
  const fields = (await git(args, { env })).toString('utf8').split('\0');
  const commits: ListedCommit[] = [];
  for (let at = 0; at + 6 < fields.length; at += 7) {
    const [commit = '', tree = '', parents = '', name = '', email = '', date = '', message = ''] = fields.slice(at, at + 7);
    const author = { name, email, date: `@${date}` };
    commits.push({ commit, tree, parents: parents.split(' ').filter((id) => id !== ''), parentTree: '', author, message });
  }
  for (const listed of commits)
    listed.parentTree = await gitText(['rev-parse', `${listed.parents[0] ?? listed.commit}^{tree}`], { env });
  return commits;
}
