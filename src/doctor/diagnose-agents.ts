// Whether each agent is ready to race, and why not: for `hydra doctor` and for the page.
import { type AgentAdapter, agentEnvironment, detectAgent } from '../agents/index.ts';
import type { AgentEntry, Policy } from '../contract/index.ts';
import { findRepository } from '../git/index.ts';
import { listAgents } from '../race/index.ts';
import type { Diagnostic } from './diagnostic.ts';
import { readWorkingSettings } from './working-settings.ts';

/** Every known agent of the repository. */
export async function describeAgents(cwd: string): Promise<AgentEntry[]> {
  const policy = readWorkingSettings(await findRepository(cwd));
  return Promise.all(listAgents(policy).map((adapter) => describeAgent(adapter, policy)));
}

async function describeAgent(adapter: AgentAdapter, { race }: Policy): Promise<AgentEntry> {
  const { path, version, login } = await detectAgent(adapter, agentEnvironment(adapter, process.env));
  const { id, title, tier } = adapter;
  const isInstalled = path !== null;
  const needsLeave = tier === 'experimental' && !race.allow_experimental;
  const howToLogIn = login === 'not_found' ? adapter.login.next : null;
  return {
    ...{ id, title, tier, installed: isInstalled, version, login },
    needs_leave: needsLeave,
    in_settings: race.agents.filter((text) => text.split(':')[0] === id),
    takes_model: adapter.takesModel,
    next: isInstalled ? howToLogIn : adapter.install,
  };
}

/** Agents that are not installed share a line, unless hydra.toml lists them: `hydra score` needs none of them. */
export async function checkAgents(policy: Policy): Promise<Diagnostic[]> {
  const entries = await Promise.all(listAgents(policy).map((adapter) => describeAgent(adapter, policy)));
  const named = new Set([...Object.keys(policy.agents), ...policy.race.agents.map((text) => text.split(':')[0])]);
  const shown = entries.filter(({ id, installed }) => installed || named.has(id));
  const absent = entries.filter((entry) => !shown.includes(entry)).map(({ id }) => id);
  const text = `${absent.join(', ')}. Only \`hydra race\` needs agents; it says how to install a missing one`;
  return [
    ...shown.map(checkAgent),
    ...(absent.length === 0 ? [] : [{ state: 'ok' as const, subject: 'agents not installed', text, next: null }]),
  ];
}

/** A missing agent is not a fault: a race needs only the listed agents. */
function checkAgent({ id, installed, version, login, needs_leave, next }: AgentEntry): Diagnostic {
  const subject = `agent ${id}`;
  if (!installed) return { state: 'note', subject, text: `not installed. ${next}`, next: null };
  const found = [version ?? 'version unknown', ...(needs_leave ? ['experimental: needs --allow-experimental'] : [])];
  if (login === 'not_found') return { state: 'note', subject, text: [...found, 'no login found'].join(', '), next };
  return { state: 'ok', subject, text: [...found, ...(login === 'found' ? ['a login is there'] : [])].join(', '), next: null };
}
