// Room pipeline: what `hydra doctor` says about each agent: whether it can race here, and why not.
import { type AgentAdapter, agentEnvironment, detectAgent } from '../agents/index.ts';
import type { Policy } from '../contract/index.ts';
import type { Examined } from './examined.ts';
import { listAgents } from './race-entrants.ts';

export function examineAgents(policy: Policy): Promise<Examined[]> {
  return Promise.all(listAgents(policy).map((adapter) => examineAgent(adapter, policy)));
}

/** An agent that is not there is no fault: nobody needs them all. */
async function examineAgent(adapter: AgentAdapter, policy: Policy): Promise<Examined> {
  const subject = `agent ${adapter.id}`;
  const { path, version, login } = await detectAgent(adapter, agentEnvironment(adapter, process.env));
  if (path === null) return { state: 'note', subject, text: `not installed. ${adapter.install}`, next: null };
  const needsLeave = adapter.tier === 'experimental' && !policy.race.allow_experimental;
  const found = [version ?? 'version unknown', ...(needsLeave ? ['experimental: needs --allow-experimental'] : [])];
  if (login === 'not_found')
    return { state: 'note', subject, text: [...found, 'no login found'].join(', '), next: adapter.login.next };
  return { state: 'ok', subject, text: [...found, ...(login === 'found' ? ['a login is there'] : [])].join(', '), next: null };
}
