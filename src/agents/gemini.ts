// Gemini CLI. Tested with its stream-json output: messages in chunks, one result with the sums per model.
import { type AgentAdapter, type AgentEvent, detailOf, type Json, type UsagePart } from './adapter.ts';

export const gemini: AgentAdapter = {
  id: 'gemini',
  title: 'Gemini CLI',
  tier: 'experimental',
  program: 'gemini',
  install: 'Install it with `npm install --global @google/gemini-cli`.',
  helpArgs: ['--help'],
  login: {
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'],
    files: ['.gemini/oauth_creds.json'],
    next: 'Run `gemini` and log in, or set GEMINI_API_KEY.',
  },
  homeFiles: ['.gemini/oauth_creds.json', '.gemini/google_accounts.json', '.gemini/settings.json', '.gemini/GEMINI.md'],
  variables: ['GEMINI_API_KEY', 'GEMINI_MODEL', 'GOOGLE_*'],
  output: 'json',
  usage: 'end',
  reportsCost: false,
  takesModel: true,
  exitKinds: { 41: 'failed_login', 53: 'turn_limit' },

  call({ task, model, knows }) {
    return {
      args: [
        ...['--approval-mode', 'yolo', '-o', 'stream-json'],
        ...(knows('--skip-trust') ? ['--skip-trust'] : []),
        ...(model === null ? [] : ['-m', model]),
        // One word, so that a task that begins with a dash stays a value.
        `--prompt=${task}`,
      ],
      input: null,
      env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    };
  },

  createReader() {
    return (line) => {
      switch (line.at('type').text) {
        case 'message':
          return line.at('role').text === 'assistant' ? [{ kind: 'message', text: line.at('content').text ?? '' }] : [];
        case 'tool_use':
          return [{ kind: 'tool_call', tool: line.at('tool_name').text ?? 'a tool', detail: detailOf(line.at('parameters')) }];
        case 'error':
          return [{ kind: 'progress', text: line.at('message').text ?? 'an error without a reason' }];
        case 'result':
          return readResult(line);
        default:
          return [];
      }
    };
  },
};

function readResult(line: Json): AgentEvent[] {
  const stats = line.at('stats');
  const byModel = stats.at('models').members.map(([model, own]): UsagePart => ({ model, usage: readUsage(own) }));
  const parts = byModel.length > 0 ? byModel : [{ model: null, usage: readUsage(stats) }];
  const used: AgentEvent[] = stats.isThere ? [{ kind: 'usage', scope: 'total', parts, costUsd: null }] : [];
  if (line.at('status').text === 'success') return [...used, { kind: 'completed', text: null }];
  return [...used, { kind: 'failed', reason: line.at('error', 'message').text ?? 'it gave no reason' }];
}

function readUsage(own: Json): UsagePart['usage'] {
  return {
    input_tokens: own.at('input_tokens').count,
    cached_input_tokens: own.at('cached').count,
    cache_write_tokens: null,
    output_tokens: own.at('output_tokens').count,
  };
}
