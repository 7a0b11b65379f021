// Factory's droid. Based on public source code and not run: experimental.
import { type AgentAdapter, type AgentEvent, detailOf, type Json, sum } from './adapter.ts';

export const droid: AgentAdapter = {
  id: 'droid',
  title: 'Factory droid',
  tier: 'experimental',
  program: 'droid',
  install: 'Install it as https://docs.factory.ai says.',
  helpArgs: null,
  login: {
    variables: ['FACTORY_API_KEY'],
    files: ['.factory/auth.json'],
    next: 'Run `droid` and log in, or set FACTORY_API_KEY.',
  },
  homeFiles: ['.factory/auth.json', '.factory/config.json', '.factory/settings.json'],
  variables: ['FACTORY_*'],
  output: 'json',
  usage: 'end',
  reportsCost: false,
  takesModel: true,

  call({ task, model }) {
    const chosen = model === null ? [] : ['--model', model];
    return {
      args: ['exec', '--output-format', 'stream-json', '--auto', 'high', ...chosen, '--', task],
      input: null,
      env: {},
    };
  },

  createReader() {
    return (line) => {
      switch (line.at('type').text) {
        case 'message': {
          const text = line.at('text').text;
          return line.at('role').text === 'assistant' && text !== null ? [{ kind: 'message', text }] : [];
        }
        case 'tool_call':
          return [{ kind: 'tool_call', tool: line.at('toolName').text ?? 'a tool', detail: detailOf(line.at('parameters')) }];
        case 'error':
          return [{ kind: 'failed', reason: line.at('message').text ?? 'it gave no reason' }];
        case 'completion':
        case 'result':
          return readEnd(line);
        default:
          return [];
      }
    };
  },
};

function readEnd(line: Json): AgentEvent[] {
  const used = line.at('usage');
  const cached = used.at('cache_read_input_tokens').count;
  const written = used.at('cache_creation_input_tokens').count;
  const usage = {
    input_tokens: sum(used.at('input_tokens').count, cached ?? 0, written ?? 0),
    cached_input_tokens: cached,
    cache_write_tokens: written,
    output_tokens: used.at('output_tokens').count,
  };
  const report: AgentEvent[] = used.isThere
    ? [{ kind: 'usage', scope: 'total', parts: [{ model: null, usage }], costUsd: null }]
    : [];
  const text = line.at('finalText').text ?? line.at('result').text;
  const failed = line.at('is_error').isTrue;
  return [...report, failed ? { kind: 'failed', reason: text ?? 'it gave no reason' } : { kind: 'completed', text }];
}
