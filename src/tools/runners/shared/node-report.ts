// Requests reports from the runners that Node runs: a hook in the processes of the command adds what the runner needs.
import type { Report, ReportVariables } from '../../tool.ts';
import { quote } from './quote.ts';

export const NODE_PROGRAMS = /\b(?:node|npm|npx|pnpm|yarn|jest|vitest|playwright|turbo|nx|lerna|react-scripts)\b/;

/** It acts only in test runners. */
export const loadHook: ReportVariables = {
  startedBy: NODE_PROGRAMS,
  variables({ folder, env: { NODE_OPTIONS = '' }, hookPath }) {
    const hook = `--require ${quote(hookPath('shared/hooks/runner-hook.cjs'))}`;
    return { HYDRA_REPORTS: folder, HYDRA_NODE_OPTIONS: NODE_OPTIONS, NODE_OPTIONS: `${NODE_OPTIONS} ${hook}`.trim() };
  },
};

export function nodeReport(runner: string): Report {
  return { format: runner, covers: [runner], request: [loadHook] };
}
