// Opencode, `opencode run`. Tested with its JSON output: each step ends with its tokens and its cost.
import { type AgentAdapter, type AgentEvent, detailOf, type Json, sum } from './adapter.ts';

export const opencode: AgentAdapter = {
  id: 'opencode',
  title: 'opencode',
  tier: 'experimental',
  program: 'opencode',
  install: 'Install it with `npm install --global opencode-ai`.',
  helpArgs: ['run', '--help'],
  login: {
    variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'OPENCODE_CONFIG'],
    files: ['.local/share/opencode/auth.json', '.config/opencode/opencode.json'],
    next: 'Run `opencode auth login`.',
  },
  homeFiles: ['.local/share/opencode/auth.json', '.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'],
  variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'OPENCODE_*'],
  output: 'json',
  usage: 'live',
  reportsCost: true,
  takesModel: true,

  call({ task, workspace, model, knows }) {
    return {
      args: [
        ...['run', '--format', 'json'],
        ...(knows('--auto') ? ['--auto'] : []),
        ...(knows('--dir') ? ['--dir', workspace] : []),
        ...(model === null ? [] : ['--model', model]),
        ...['--', task],
      ],
      input: null,
      env: {},
    };
  },

  createReader() {
    return (line) => {
      const part = line.at('part');
      switch (line.at('type').text) {
        case 'text':
          return [{ kind: 'message', text: part.at('text').text ?? '' }];
        case 'tool_use':
          return [{ kind: 'tool_call', tool: part.at('tool').text ?? 'a tool', detail: detailOf(part.at('state', 'input')) }];
        case 'step_finish':
          return readStep(part);
        case 'error':
          return [readError(line.at('error'))];
        default:
          return [];
      }
    };
  },
};

function readStep(part: Json): AgentEvent[] {
  const tokens = part.at('tokens');
  const cached = tokens.at('cache', 'read').count;
  const written = tokens.at('cache', 'write').count;
  const usage = {
    input_tokens: sum(tokens.at('input').count, cached, written),
    cached_input_tokens: cached,
    cache_write_tokens: written,
    output_tokens: sum(tokens.at('output').count, tokens.at('reasoning').count),
  };
  const report: AgentEvent = {
    kind: 'usage',
    scope: 'step',
    parts: [{ model: null, usage }],
    // It reports 0 for models with an unknown price.
    costUsd: part.at('cost').amount || null,
  };
  return part.at('reason').text === 'stop' ? [report, { kind: 'completed', text: null }] : [report];
}

function readError(error: Json): AgentEvent {
  const name = error.at('name').text;
  const reason = error.at('data', 'message').text ?? error.at('message').text ?? name ?? 'it gave no reason';
  return { kind: 'failed', reason, ...(name === 'ProviderAuthError' ? { ending: 'failed_login' } : {}) };
}
