// Goose. Based on public source code and not run: experimental.
import { type AgentAdapter, type AgentEvent, detailOf, type Json } from './adapter.ts';

export const goose: AgentAdapter = {
  id: 'goose',
  title: 'goose',
  tier: 'experimental',
  program: 'goose',
  install: 'Install it as https://block.github.io/goose says.',
  helpArgs: null,
  login: {
    variables: ['GOOSE_PROVIDER', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
    files: ['.config/goose/config.yaml'],
    next: 'Run `goose configure`.',
  },
  homeFiles: ['.config/goose/config.yaml', '.config/goose/secrets.yaml', '.config/goose/custom_providers'],
  variables: ['GOOSE_*', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_API_KEY'],
  output: 'json',
  usage: 'end',
  reportsCost: true,
  takesModel: true,

  call({ task, model }) {
    const chosen = model === null ? [] : ['--model', model];
    return {
      args: ['run', '--no-session', '--output-format', 'stream-json', ...chosen, `--text=${task}`],
      input: null,
      env: { GOOSE_MODE: 'auto' },
    };
  },

  createReader() {
    return (line) => {
      switch (line.at('type').text) {
        case 'message':
          return line.at('message', 'role').text === 'assistant' ? readContent(line.at('message', 'content')) : [];
        case 'error':
          return [{ kind: 'failed', reason: line.at('error').text ?? line.at('message').text ?? 'it gave no reason' }];
        case 'complete':
          return [readUsage(line), { kind: 'completed', text: null }];
        default:
          return [];
      }
    };
  },
};

function readContent(content: Json): AgentEvent[] {
  return content.items.flatMap((block): AgentEvent[] => {
    const text = block.at('text').text;
    if (block.at('type').text === 'text' && text !== null) return [{ kind: 'message', text }];
    if (block.at('type').text !== 'toolRequest') return [];
    const call = block.at('toolCall', 'value');
    return [{ kind: 'tool_call', tool: call.at('name').text ?? 'a tool', detail: detailOf(call.at('arguments')) }];
  });
}

function readUsage(line: Json): AgentEvent {
  const usage = {
    input_tokens: line.at('input_tokens').count,
    cached_input_tokens: null,
    cache_write_tokens: null,
    output_tokens: line.at('output_tokens').count,
  };
  return { kind: 'usage', scope: 'total', parts: [{ model: null, usage }], costUsd: line.at('cost_usd').amount };
}
