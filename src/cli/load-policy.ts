// Loads the effective settings: the file of --config, or hydra.toml in this folder, or the defaults.
import { type PolicyOverrides, type ResolvedPolicy, resolvePolicy } from '../config/index.ts';
import { hydraError } from '../contract/index.ts';
import { decodeText, readBytes, readBytesIfPresent } from './read-text.ts';

const DEFAULT_FILE = 'hydra.toml';
const WHAT = 'configuration file';

export function loadPolicy(configFile: string | undefined, overrides: PolicyOverrides = {}): ResolvedPolicy {
  const fileName = configFile ?? DEFAULT_FILE;
  const bytes = configFile === undefined ? readBytesIfPresent(fileName, WHAT) : readBytes(fileName, WHAT);
  const fileText = bytes === null ? null : decodeText(bytes);
  if (bytes !== null && fileText === null) {
    throw hydraError('config_syntax', { reason: 'it is not text' }, { place: { file: fileName } });
  }
  return resolvePolicy({ fileText, fileName, overrides });
}

/** `tests=50` and similar; a later one replaces an earlier one. `command` is used in errors. The names are checked with the policy. */
export function parseWeights(flags: readonly string[], command: string): Record<string, number> {
  const weights = new Map<string, number>();
  for (const flag of flags) {
    const [, dimension, number] = /^([^=]*)=(.*)$/s.exec(flag) ?? [];
    const weight = Number(number);
    if (dimension === undefined || number === undefined || number.trim() === '' || Number.isNaN(weight)) {
      const problem = 'Expected `--weight` to be a dimension and a number, such as `tests=50`.';
      throw hydraError('usage', { problem, command }, { value: flag });
    }
    weights.set(dimension, weight);
  }
  return Object.fromEntries(weights);
}
