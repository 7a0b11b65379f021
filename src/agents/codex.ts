// OpenAI Codex, `codex exec`. Tested with 0.166: lines of JSON, usage when a turn is done, never a cost.
import { type AgentAdapter, type AgentEvent, detailOf, type Json } from './adapter.ts';

export const codex: AgentAdapter = {
  id: 'codex',
  title: 'OpenAI Codex',
  tier: 'first_class',
  program: 'codex',
  install: 'Install it with `npm install --global @openai/codex`.',
  helpArgs: ['exec', '--help'],
  login: {
    variables: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    files: ['.codex/auth.json', '.codex/config.toml'],
    next: 'Run `codex login`, or set OPENAI_API_KEY.',
  },
  homeFiles: ['.codex/auth.json', '.codex/config.toml', '.codex/AGENTS.md'],
  variables: ['OPENAI_*', 'CODEX_API_KEY', 'CODEX_HOME', 'AZURE_OPENAI_*'],
  output: 'json',
  usage: 'end',
  reportsCost: false,
  takesModel: true,

  call({ task, workspace, model, isConfined, knows }) {
    return {
      args: [
        ...['exec', '--json', '-C', workspace, '-s', isConfined ? 'danger-full-access' : 'workspace-write'],
        '--skip-git-repo-check',
        ...(knows('--ephemeral') ? ['--ephemeral'] : []),
        ...(model === null ? [] : ['-m', model]),
        ...['--', task],
      ],
      input: null,
      env: {},
    };
  },

  createReader() {
    return (line) => {
      switch (line.at('type').text) {
        case 'item.started':
          return readItem(line.at('item'), true);
        case 'item.completed':
          return readItem(line.at('item'), false);
        case 'turn.completed':
          return readTurn(line);
        case 'turn.failed':
          return [{ kind: 'failed', reason: line.at('error', 'message').text ?? 'it gave no reason' }];
        case 'error':
          // It may retry after this; otherwise turn.failed follows.
          return [{ kind: 'progress', text: line.at('message').text ?? 'an error without a reason' }];
        default:
          return [];
      }
    };
  },
};

/** A command is reported when it starts, everything else when it is complete. */
function readItem(item: Json, isStart: boolean): AgentEvent[] {
  const type = item.at('type').text;
  if (isStart !== (type === 'command_execution')) return [];
  switch (type) {
    case 'command_execution':
      return [{ kind: 'tool_call', tool: 'command', detail: detailOf(item) }];
    case 'agent_message':
      return [{ kind: 'message', text: item.at('text').text ?? '' }];
    case 'reasoning':
    // Not a failure: for example an unlisted model.
    case 'error':
      return [{ kind: 'progress', text: item.at('text').text ?? item.at('message').text ?? '' }];
    case 'file_change': {
      const paths = item.at('changes').items.map((change) => change.at('path').text ?? '?');
      return [{ kind: 'tool_call', tool: 'file_change', detail: paths.join(', ') }];
    }
    case 'mcp_tool_call':
    case 'web_search':
      return [
        {
          kind: 'tool_call',
          tool: item.at('tool').text ?? type,
          detail: detailOf(item.at('arguments').isThere ? item.at('arguments') : item),
        },
      ];
    default:
      return [];
  }
}

/** Each turn reports the total of the thread so far. */
function readTurn(line: Json): AgentEvent[] {
  const used = line.at('usage');
  const usage = {
    input_tokens: used.at('input_tokens').count,
    cached_input_tokens: used.at('cached_input_tokens').count,
    cache_write_tokens: used.at('cache_write_input_tokens').count,
    output_tokens: used.at('output_tokens').count,
  };
  const report: AgentEvent[] = used.isThere
    ? [{ kind: 'usage', scope: 'total', parts: [{ model: null, usage }], costUsd: null }]
    : [];
  return [...report, { kind: 'completed', text: null }];
}
