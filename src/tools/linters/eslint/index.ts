// eslint.
import type { Linter } from '../../tool.ts';
import { eslintCodeframe } from './eslint-codeframe.ts';
import { eslintJson } from './eslint-json.ts';
import { eslintLines } from './eslint-lines.ts';
import { eslintStylish } from './eslint-stylish.ts';

export const eslint: Linter = {
  id: 'eslint',
  parse: [eslintJson, eslintStylish, eslintCodeframe, eslintLines],
  configFiles: /eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?|\.eslintignore/,
  suppression: /eslint-disable(?:-next-line|-line)?\b/,
  fileSuppression: /eslint-disable\s*(?:\*\/|$)/,
};
