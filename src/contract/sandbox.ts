// Contract: how the checks of a run were confined, and the sentences about it.
import { z } from 'zod';
import { countSchema } from './check.ts';

export const runSandboxSchema = z.strictObject({
  kind: z.enum(['bubblewrap', 'seatbelt', 'none']),
  /** Why there is none; null otherwise. */
  reason: z.string().nullable(),
});
export type RunSandbox = z.infer<typeof runSandboxSchema>;

/** A check of the base that fails without the network and passes with it. */
const networkNeedSchema = z.strictObject({
  check: z.enum(['build', 'test']),
  /** Test ids, at most 100; empty if they are unknown. */
  tests: z.array(z.string()),
  /** The number of tests. */
  count: countSchema,
});
export type NetworkNeed = z.infer<typeof networkNeedSchema>;

export const sandboxFactsSchema = runSandboxSchema.extend({ needs_network: z.array(networkNeedSchema) });
type SandboxFacts = z.infer<typeof sandboxFactsSchema>;

const MAX_NAMED = 3;

/** What a reader of the result must know about the sandbox; empty if all is well. */
export function sandboxNotes({ kind, reason, needs_network }: SandboxFacts): string[] {
  const missing = kind === 'none' ? [`No sandbox: the checks ran with all rights of the user (${reason ?? 'unknown'}).`] : [];
  return [...missing, ...needs_network.map(needText)];
}

function needText({ check, tests, count }: NetworkNeed): string {
  const next = `Set ${check} = "on" under [sandbox.network] to give it to them.`;
  if (check === 'build') return `The build of the base needs the network. ${next.replace('them', 'it')}`;
  const named = tests.slice(0, MAX_NAMED).join(', ');
  const more = tests.length > MAX_NAMED ? ', ...' : '';
  const names = named === '' ? '' : ` (${named}${more})`;
  return `${count === 1 ? '1 test' : `${count} tests`} of the base fail only without the network${names}. ${next}`;
}
