// A custom agent from [agents.NAME] in hydra.toml. It only has to work and exit.
import type { Policy } from '../contract/index.ts';
import { type AgentAdapter, type AgentEvent, Json } from './adapter.ts';

type CustomSettings = Policy['agents'][string];

export function customAgent(name: string, { command, usage_file: usageFile, env = [] }: CustomSettings): AgentAdapter {
  const [program = '', ...args] = command;
  return {
    id: name,
    title: name,
    tier: 'custom',
    program,
    install: `Correct the command under [agents.${name}] in hydra.toml.`,
    helpArgs: null,
    login: { variables: [], files: [], next: '' },
    homeFiles: [],
    variables: env,
    output: 'text',
    usage: usageFile === undefined ? 'none' : 'end',
    reportsCost: false,
    takesModel: args.some((arg) => arg.includes('{model}')),
    ...(usageFile === undefined ? {} : { usageFile }),

    call({ task, taskFile, workspace, model }) {
      const values: Record<string, string> = { task, task_file: taskFile, workspace, model: model ?? '' };
      // In one pass: inserted values may contain braces.
      const fill = (arg: string) =>
        arg.replace(/\{(task|task_file|workspace|model)\}/g, (whole, key: string) => values[key] ?? whole);
      return { args: args.map(fill), input: null, env: {} };
    },

    createReader() {
      return () => [];
    },
  };
}

/** The content of a usage file; null if it is not an object with at least one of the numbers. */
export function readUsageFile(text: string): AgentEvent | null {
  let line: Json;
  try {
    line = new Json(JSON.parse(text));
  } catch {
    return null;
  }
  const hour = line.at('cache_write_1h_tokens').count;
  const usage = {
    input_tokens: line.at('input_tokens').count,
    cached_input_tokens: line.at('cached_input_tokens').count,
    cache_write_tokens: line.at('cache_write_tokens').count,
    ...(hour === null ? {} : { cache_write_1h_tokens: hour }),
    output_tokens: line.at('output_tokens').count,
  };
  const costUsd = line.at('cost_usd').amount;
  if (usage.input_tokens === null && usage.output_tokens === null && costUsd === null) return null;
  return { kind: 'usage', scope: 'total', parts: [{ model: line.at('model').text, usage }], costUsd };
}
