// biome.
import type { Linter } from '../../tool.ts';
import { biome as consoleOutput } from './biome.ts';
import { biomeJson } from './biome-json.ts';

export const biome: Linter = {
  id: 'biome',
  parse: [biomeJson, consoleOutput],
  configFiles: /biome\.jsonc?/,
  suppression: /biome-ignore/,
};
