// Checks that every agent can race: its program, version and environment.
import { agentEnvironment, detectAgent, detectFlags } from '../agents/index.ts';
import { hydraError } from '../contract/index.ts';
import type { RaceAgent } from './race-agents.ts';

export interface PreparedAgent {
  racer: RaceAgent;
  program: string;
  version: string | null;
  env: Record<string, string>;
  knows(flag: string): boolean;
}

/** Checks all agents before any starts. */
export function prepareAgents(racers: readonly RaceAgent[]): Promise<PreparedAgent[]> {
  return Promise.all(
    racers.map(async (racer) => {
      const { adapter } = racer;
      const env = agentEnvironment(adapter, process.env);
      const [{ path, version }, knows] = await Promise.all([detectAgent(adapter, env), detectFlags(adapter, env)]);
      if (path === null)
        throw hydraError('agent_missing', { agent: adapter.id, program: adapter.program, install: adapter.install });
      return { racer, program: path, version, env, knows };
    }),
  );
}
