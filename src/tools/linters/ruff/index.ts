// ruff.
import type { Linter } from '../../tool.ts';
import { ruff as consoleOutput } from './ruff.ts';
import { ruffJson, ruffJsonLines } from './ruff-json.ts';

export const ruff: Linter = {
  id: 'ruff',
  parse: [ruffJson, ruffJsonLines, consoleOutput],
  configFiles: /\.?ruff\.toml/,
  suppression: /#\s*noqa\b/,
  fileSuppression: /#\s*ruff:\s*noqa/,
};
