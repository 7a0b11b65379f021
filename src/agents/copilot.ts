// GitHub Copilot CLI. Its flags were tested with 1.0, its output is known only from public source code; it often omits the input.
import { type AgentAdapter, type AgentEvent, detailOf, type Json } from './adapter.ts';

export const copilot: AgentAdapter = {
  id: 'copilot',
  title: 'GitHub Copilot CLI',
  tier: 'experimental',
  program: 'copilot',
  install: 'Install it with `npm install --global @github/copilot`.',
  helpArgs: null,
  login: {
    variables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
    files: ['.copilot/config.json'],
    next: 'Run `copilot login`, or set COPILOT_GITHUB_TOKEN.',
  },
  homeFiles: ['.copilot/config.json', '.copilot/mcp-config.json'],
  variables: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST'],
  output: 'json',
  usage: 'live',
  reportsCost: false,
  takesModel: true,

  call({ task, model }) {
    const chosen = model === null ? [] : ['--model', model];
    return { args: ['--allow-all-tools', '--output-format', 'json', ...chosen, `--prompt=${task}`], input: null, env: {} };
  },

  createReader() {
    return (line) => {
      const data = line.at('data');
      switch (line.at('type').text) {
        case 'assistant.message':
          return readMessage(data);
        case 'tool.execution_start':
          return [{ kind: 'tool_call', tool: data.at('toolName').text ?? 'a tool', detail: detailOf(data.at('arguments')) }];
        case 'session.error':
        case 'error':
          return [{ kind: 'failed', reason: data.at('message').text ?? line.at('message').text ?? 'it gave no reason' }];
        case 'result':
          return readResult(line);
        default:
          return [];
      }
    };
  },
};

function readMessage(data: Json): AgentEvent[] {
  const text = data.at('content').text;
  const output = data.at('outputTokens').count;
  const said: AgentEvent[] = text === null ? [] : [{ kind: 'message', text }];
  if (output === null) return said;
  const usage = { input_tokens: null, cached_input_tokens: null, cache_write_tokens: null, output_tokens: output };
  return [...said, { kind: 'usage', scope: 'step', parts: [{ model: null, usage }], costUsd: null }];
}

function readResult(line: Json): AgentEvent[] {
  const used = line.at('usage');
  const usage = {
    input_tokens: used.at('input_tokens').count,
    cached_input_tokens: used.at('cached_input_tokens').count,
    cache_write_tokens: null,
    output_tokens: used.at('output_tokens').count,
  };
  const isTold = usage.input_tokens !== null || usage.output_tokens !== null;
  const report: AgentEvent[] = isTold ? [{ kind: 'usage', scope: 'total', parts: [{ model: null, usage }], costUsd: null }] : [];
  const exitCode = line.at('exitCode').count;
  if (exitCode === null || exitCode === 0) return [...report, { kind: 'completed', text: null }];
  return [...report, { kind: 'failed', reason: `it reports exit code ${exitCode}` }];
}
