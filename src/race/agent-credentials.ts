// Detects an agent that writes its own API key into a file. Its files are stored, shared and merged, so the value is
// removed before anything is stored, and the finding is recorded.
import type { AgentAdapter } from '../agents/index.ts';
import { MASK, writtenForms } from '../capture/index.ts';
import type { Run } from '../contract/index.ts';
import { looksLikeCredential } from '../exec/index.ts';
import { type ObjectStore, type ResolvedCommit, replaceInChanges } from '../git/index.ts';

export type WrittenCredentials = NonNullable<Run['candidates'][number]['credentials_written']>;

/** `env` is the agent's environment. */
export async function takeOutCredentials(
  objects: ObjectStore,
  base: ResolvedCommit,
  commit: ResolvedCommit,
  adapter: Pick<AgentAdapter, 'tier' | 'variables'>,
  env: Readonly<Record<string, string>>,
): Promise<{ commit: ResolvedCommit; written: WrittenCredentials }> {
  const unwanted = listCredentials(adapter, env).map(([name, value]) => ({ name, forms: writtenForms(value) }));
  const { commit: clean, found } = await replaceInChanges(objects, base, commit, unwanted, MASK);
  return { commit: clean, written: found.map(({ name, path, line }) => ({ variable: name, path, line })) };
}

/** Variables with credentials: by name, or, for a custom agent, by the look of the value. */
export function listCredentials(
  { tier, variables }: Pick<AgentAdapter, 'tier' | 'variables'>,
  env: Readonly<Record<string, string>>,
): [name: string, value: string][] {
  const handed = new Set(tier === 'custom' ? variables : []);
  return Object.entries(env).filter(([name, value]) => {
    if (looksLikeCredential(name, value)) return isTelling(value);
    return handed.has(name) && isTelling(value) && !/[\s:/]/.test(value);
  });
}

/** Not a common word such as `password` or `postgres`. */
function isTelling(value: string): boolean {
  return value.length >= 16 || (value.length >= 8 && /[A-Za-z]/.test(value) && /\d/.test(value));
}
