// Amp. Based on public source code and not run: experimental. It reads the task from stdin.
import { type AgentAdapter, type AgentEvent, type Json, readBlocks, sum } from './adapter.ts';

export const amp: AgentAdapter = {
  id: 'amp',
  title: 'Amp',
  tier: 'experimental',
  program: 'amp',
  install: 'Install it with `npm install --global @sourcegraph/amp`.',
  helpArgs: null,
  login: {
    variables: ['AMP_API_KEY'],
    files: ['.local/share/amp/secrets.json'],
    next: 'Run `amp login`, or set AMP_API_KEY.',
  },
  homeFiles: ['.config/amp/settings.json', '.local/share/amp/secrets.json'],
  variables: ['AMP_API_KEY', 'AMP_URL'],
  output: 'json',
  usage: 'live',
  reportsCost: false,
  takesModel: false,

  call({ task }) {
    return { args: ['--execute', '--stream-json', '--dangerously-allow-all'], input: task, env: {} };
  },

  createReader() {
    return (line) => {
      const type = line.at('type').text;
      if (type === 'assistant') return readMessage(line.at('message'));
      if (type !== 'result') return [];
      const failed = line.at('is_error').isTrue;
      const reason = line.at('error').text ?? line.at('result').text ?? 'it gave no reason';
      return [failed ? { kind: 'failed', reason } : { kind: 'completed', text: line.at('result').text }];
    };
  },
};

function readMessage(message: Json): AgentEvent[] {
  const blocks = readBlocks(message.at('content'));
  const used = message.at('usage');
  if (!used.isThere) return blocks;
  const cached = used.at('cache_read_input_tokens').count;
  const written = used.at('cache_creation_input_tokens').count;
  const usage = {
    input_tokens: sum(used.at('input_tokens').count, cached, written),
    cached_input_tokens: cached,
    cache_write_tokens: written,
    output_tokens: used.at('output_tokens').count,
  };
  return [...blocks, { kind: 'usage', scope: 'step', parts: [{ model: message.at('model').text, usage }], costUsd: null }];
}
