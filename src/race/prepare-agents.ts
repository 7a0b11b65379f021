// Whether everybody who is to race can: each agent's program, its version and its environment.
import { agentEnvironment, detectAgent, detectFlags } from '../agents/index.ts';
import { hydraError } from '../contract/index.ts';
import type { Entrant } from './race-agents.ts';

export interface ReadyEntrant {
  entrant: Entrant;
  program: string;
  version: string | null;
  env: Record<string, string>;
  knows(flag: string): boolean;
}

/** Everybody is looked for before anybody starts. */
export function makeReady(entrants: readonly Entrant[]): Promise<ReadyEntrant[]> {
  return Promise.all(
    entrants.map(async (entrant) => {
      const { adapter } = entrant;
      const env = agentEnvironment(adapter, process.env);
      const [{ path, version }, knows] = await Promise.all([detectAgent(adapter, env), detectFlags(adapter, env)]);
      if (path === null)
        throw hydraError('agent_missing', { agent: adapter.id, program: adapter.program, install: adapter.install });
      return { entrant, program: path, version, env, knows };
    }),
  );
}
