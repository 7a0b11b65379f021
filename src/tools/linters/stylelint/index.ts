// stylelint.
import type { Linter } from '../../tool.ts';
import { stylelint as consoleOutput } from './stylelint.ts';
import { stylelintJson } from './stylelint-json.ts';

export const stylelint: Linter = {
  id: 'stylelint',
  parse: [stylelintJson, consoleOutput],
  configFiles: /\.stylelintrc(?:\.\w+)?|\.stylelintignore/,
  suppression: /stylelint-disable/,
};
