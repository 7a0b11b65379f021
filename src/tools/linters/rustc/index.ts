// rustc and clippy.
import type { Linter } from '../../tool.ts';
import { rustc as consoleOutput } from './rustc.ts';
import { rustcJson } from './rustc-json.ts';

export const rustc: Linter = {
  id: 'rustc',
  parse: [rustcJson, consoleOutput],
  configFiles: /\.?clippy\.toml|\.cargo\/config(?:\.toml)?/,
  suppression: /#\[(?:allow|expect)\(/,
  fileSuppression: /#!\[allow\(/,
};
