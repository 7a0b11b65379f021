// Qwen Code. Tested with its stream-json output, which has the format of Claude Code's but includes cached tokens
// in the input.
import { type AgentAdapter, type AgentEvent, type Json, readBlocks, type UsagePart } from './adapter.ts';

export const qwen: AgentAdapter = {
  id: 'qwen',
  title: 'Qwen Code',
  tier: 'experimental',
  program: 'qwen',
  install: 'Install it with `npm install --global @qwen-code/qwen-code`.',
  helpArgs: ['--help'],
  login: {
    variables: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY', 'QWEN_API_KEY'],
    files: ['.qwen/oauth_creds.json'],
    next: 'Run `qwen` and log in, or set OPENAI_API_KEY and OPENAI_BASE_URL.',
  },
  homeFiles: ['.qwen/oauth_creds.json', '.qwen/settings.json', '.qwen/QWEN.md'],
  variables: ['OPENAI_*', 'DASHSCOPE_*', 'QWEN_*'],
  output: 'json',
  usage: 'live',
  reportsCost: false,
  takesModel: true,
  // Those of Gemini CLI, from which it was forked.
  exitKinds: { 41: 'failed_login', 53: 'turn_limit' },

  call({ task, model, knows }) {
    // It does not accept `--` before a task that begins with a dash. Its help calls --prompt deprecated.
    const asked = knows('--prompt') ? `--prompt=${task}` : task.replace(/^-/, ' -');
    return { args: ['--yolo', '-o', 'stream-json', ...(model === null ? [] : ['-m', model]), asked], input: null, env: {} };
  },

  createReader() {
    const models = new Set<string>();
    return (line) => {
      const type = line.at('type').text;
      if (type === 'assistant') return readMessage(line.at('message'), models);
      if (type === 'result') return readResult(line, models);
      return [];
    };
  },
};

function readMessage(message: Json, models: Set<string>): AgentEvent[] {
  const model = message.at('model').text;
  if (model !== null) models.add(model);
  const blocks = readBlocks(message.at('content'));
  if (!message.at('usage').isThere) return blocks;
  const part = { model, usage: readUsage(message.at('usage')) };
  return [...blocks, { kind: 'usage', scope: 'step', parts: [part], costUsd: null }];
}

/** The result does not name the model; it is known only if there was just one. */
function readResult(line: Json, models: Set<string>): AgentEvent[] {
  const [model = null] = models.size === 1 ? models : [];
  const used: AgentEvent[] = line.at('usage').isThere
    ? [{ kind: 'usage', scope: 'total', parts: [{ model, usage: readUsage(line.at('usage')) }], costUsd: null }]
    : [];
  const text = line.at('result').text;
  // A request that the model's server refused ends in "success" with this text (observed with 0.15).
  const failed = line.at('is_error').isTrue || text?.startsWith('[API Error:');
  if (!failed) return [...used, { kind: 'completed', text }];
  return [...used, { kind: 'failed', reason: line.at('error', 'message').text ?? text ?? 'it gave no reason' }];
}

function readUsage(usage: Json): UsagePart['usage'] {
  return {
    input_tokens: usage.at('input_tokens').count,
    cached_input_tokens: usage.at('cache_read_input_tokens').count,
    cache_write_tokens: null,
    output_tokens: usage.at('output_tokens').count,
  };
}
