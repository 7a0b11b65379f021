// phpstan.
import type { Linter } from '../../tool.ts';
import { phpstan as consoleOutput } from './phpstan.ts';
import { phpstanJson } from './phpstan-json.ts';

export const phpstan: Linter = {
  id: 'phpstan',
  parse: [phpstanJson, consoleOutput],
  configFiles: /phpstan[^/]*\.neon(?:\.dist)?/,
  suppression: /@phpstan-ignore/,
};
