// Cursor's agent. Based on public source code and not run: experimental.
import { type AgentAdapter, type AgentEvent, detailOf, type Json, readBlocks, sum } from './adapter.ts';

export const cursorAgent: AgentAdapter = {
  id: 'cursor-agent',
  title: 'Cursor Agent',
  tier: 'experimental',
  program: 'cursor-agent',
  install: 'Install it as https://cursor.com/cli says.',
  helpArgs: null,
  login: {
    variables: ['CURSOR_API_KEY'],
    files: ['.cursor/cli-config.json', '.config/cursor/auth.json'],
    next: 'Run `cursor-agent login`, or set CURSOR_API_KEY.',
  },
  homeFiles: ['.cursor/cli-config.json', '.config/cursor/auth.json'],
  variables: ['CURSOR_API_KEY'],
  output: 'json',
  usage: 'end',
  reportsCost: false,
  takesModel: true,

  call({ task, model }) {
    const chosen = model === null ? [] : ['--model', model];
    return { args: ['-p', '--force', '--output-format', 'stream-json', ...chosen, '--', task], input: null, env: {} };
  },

  createReader() {
    return (line) => {
      switch (line.at('type').text) {
        case 'assistant':
          return readBlocks(line.at('message', 'content'));
        case 'tool_call':
          return line.at('subtype').text === 'started' ? readToolCall(line.at('tool_call')) : [];
        case 'result':
          return readResult(line);
        default:
          return [];
      }
    };
  },
};

/** The tool is the name of the only member: shellToolCall, editToolCall, ... */
function readToolCall(call: Json): AgentEvent[] {
  return call.members
    .slice(0, 1)
    .map(([name, own]) => ({ kind: 'tool_call', tool: name.replace(/ToolCall$/, ''), detail: detailOf(own.at('args')) }));
}

/** There may be several results; each reports only its own part. */
function readResult(line: Json): AgentEvent[] {
  const used = line.at('usage');
  const cached = used.at('cacheReadTokens').count;
  const written = used.at('cacheWriteTokens').count;
  const usage = {
    input_tokens: sum(used.at('inputTokens').count, cached ?? 0, written ?? 0),
    cached_input_tokens: cached,
    cache_write_tokens: written,
    output_tokens: used.at('outputTokens').count,
  };
  const report: AgentEvent[] = used.isThere
    ? [{ kind: 'usage', scope: 'step', parts: [{ model: null, usage }], costUsd: null }]
    : [];
  const text = line.at('result').text;
  const failed = line.at('is_error').isTrue;
  return [...report, failed ? { kind: 'failed', reason: text ?? 'it gave no reason' } : { kind: 'completed', text }];
}
