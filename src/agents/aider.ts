// Aider. Based on public source code and not run: experimental. It prints text and no reliable usage.
import type { AgentAdapter } from './adapter.ts';

export const aider: AgentAdapter = {
  id: 'aider',
  title: 'aider',
  tier: 'experimental',
  program: 'aider',
  install: 'Install it with `pipx install aider-chat`.',
  helpArgs: null,
  login: {
    variables: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'DEEPSEEK_API_KEY'],
    files: ['.aider.conf.yml', '.env'],
    next: 'Set the key of the model that it is to use, such as ANTHROPIC_API_KEY.',
  },
  homeFiles: ['.aider.conf.yml', '.aider.model.settings.yml', '.aider.model.metadata.json'],
  variables: [
    'AIDER_*',
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'OPENAI_API_BASE',
    'GEMINI_API_KEY',
    'OPENROUTER_API_KEY',
    'DEEPSEEK_API_KEY',
  ],
  output: 'text',
  usage: 'none',
  reportsCost: false,
  takesModel: true,

  call({ task, model }) {
    const chosen = model === null ? [] : ['--model', model];
    const quiet = ['--no-auto-commits', '--no-gitignore', '--no-check-update', '--no-analytics', '--no-pretty'];
    return { args: ['--yes-always', ...quiet, ...chosen, `--message=${task}`], input: null, env: {} };
  },

  createReader() {
    return () => [];
  },
};
