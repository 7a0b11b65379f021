// Claude Code, `claude -p`. Tested with 2.1: lines of JSON, the last one with usage and cost.
import type { EndingKind } from '../contract/index.ts';
import { type AgentAdapter, type AgentEvent, type Json, readBlocks, sum, type UsagePart } from './adapter.ts';

export const claude: AgentAdapter = {
  id: 'claude',
  title: 'Claude Code',
  tier: 'first_class',
  program: 'claude',
  install: 'Install it with `npm install --global @anthropic-ai/claude-code`.',
  helpArgs: ['--help'],
  login: {
    variables: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
    ],
    files: ['.claude/.credentials.json', '.claude.json'],
    next: 'Run `claude` and log in, or set ANTHROPIC_API_KEY.',
  },
  homeFiles: ['.claude.json', '.claude/settings.json', '.claude/.credentials.json', '.claude/CLAUDE.md'],
  variables: [
    'ANTHROPIC_*',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CODE_USE_*',
    'CLAUDE_CONFIG_DIR',
    'AWS_*',
    'CLOUD_ML_REGION',
    'IS_SANDBOX',
  ],
  output: 'json',
  usage: 'live',
  reportsCost: true,
  takesModel: true,

  call({ task, model, budgetUsd, knows }) {
    return {
      args: [
        ...['-p', '--output-format', 'stream-json', '--verbose', '--permission-mode', 'bypassPermissions'],
        ...(knows('--no-session-persistence') ? ['--no-session-persistence'] : []),
        ...(model === null ? [] : ['--model', model]),
        ...(budgetUsd !== null && knows('--max-budget-usd') ? ['--max-budget-usd', String(budgetUsd)] : []),
        // A task that begins with a dash would be an option.
        ...['--', task],
      ],
      input: null,
      env: {},
    };
  },

  createReader() {
    const counted = new Set<string>();
    return (line) => {
      const type = line.at('type').text;
      if (type === 'assistant') return readMessage(line.at('message'), counted);
      if (type === 'result') return readResult(line);
      return [];
    };
  },
};

/** One message may be printed in several lines, each with the usage of the whole. */
function readMessage(message: Json, counted: Set<string>): AgentEvent[] {
  const id = message.at('id').text;
  const isNew = id !== null && !counted.has(id);
  if (id !== null) counted.add(id);
  const usage = message.at('usage');
  if (!isNew || !usage.isThere) return readBlocks(message.at('content'));
  const part = { model: message.at('model').text, usage: readUsage(usage) };
  return [...readBlocks(message.at('content')), { kind: 'usage', scope: 'step', parts: [part], costUsd: null }];
}

function readUsage(usage: Json): UsagePart['usage'] {
  const cached = usage.at('cache_read_input_tokens').count;
  const written = usage.at('cache_creation_input_tokens').count;
  const hour = usage.at('cache_creation').at('ephemeral_1h_input_tokens').count;
  return {
    ...(hour === null ? {} : { cache_write_1h_tokens: hour }),
    // The API counts cached tokens separately from the input.
    input_tokens: sum(usage.at('input_tokens').count, cached, written),
    cached_input_tokens: cached,
    cache_write_tokens: written,
    output_tokens: usage.at('output_tokens').count,
  };
}

/** By the subtype of the result. */
const LIMITS: ReadonlyMap<string, EndingKind> = new Map([
  ['error_max_turns', 'turn_limit'],
  ['error_max_budget_usd', 'budget'],
]);

/** `usage` omits the side models; `modelUsage` has them all. */
function readResult(line: Json): AgentEvent[] {
  const byModel = line.at('modelUsage').members.map(([model, own]): UsagePart => {
    const cached = own.at('cacheReadInputTokens').count;
    const written = own.at('cacheCreationInputTokens').count;
    const usage = {
      input_tokens: sum(own.at('inputTokens').count, cached, written),
      cached_input_tokens: cached,
      cache_write_tokens: written,
      output_tokens: own.at('outputTokens').count,
    };
    // The size of the context window follows the name in brackets.
    return { model: model.replace(/\[.*\]$/, ''), usage };
  });
  const parts = byModel.length > 0 ? byModel : [{ model: null, usage: readUsage(line.at('usage')) }];
  const hasUsage = byModel.length > 0 || line.at('usage').isThere;
  const used: AgentEvent[] = hasUsage
    ? [{ kind: 'usage', scope: 'total', parts, costUsd: line.at('total_cost_usd').amount }]
    : [];
  const text = line.at('result').text;
  // A subtype of "success" may come with an error.
  const failed = line.at('is_error').isTrue || (line.at('subtype').text ?? 'success') !== 'success';
  if (!failed) return [...used, { kind: 'completed', text }];
  const reason = text ?? line.at('errors').items[0]?.text ?? line.at('subtype').text ?? 'it gave no reason';
  const ending = LIMITS.get(line.at('subtype').text ?? '');
  return [...used, { kind: 'failed', reason, ...(ending === undefined ? {} : { ending }) }];
}
