// The settings for scoring a run.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type PolicyOverrides, resolvePolicy } from '../config/index.ts';
import { hydraError, type Policy, planChecks } from '../contract/index.ts';
import { readLinkedFile } from '../exec/index.ts';
import { type ObjectStore, type Repository, type ResolvedCommit, readTreeFile } from '../git/index.ts';

const CONFIG_FILE = 'hydra.toml';

export interface SettingsRequest {
  /** Settings instead of the base's hydra.toml; null to use those. */
  config: { text: string; name: string } | null;
  overrides: PolicyOverrides;
}

/** Settings come from the caller or the base, never from a candidate. */
export async function policyFor(
  request: SettingsRequest,
  repository: Repository,
  objects: ObjectStore,
  base: ResolvedCommit,
): Promise<Policy> {
  const { config, overrides } = request;
  const file = config ?? (await configOfBase(repository, objects, base));
  const { policy } = resolvePolicy({ fileText: file?.text ?? null, fileName: file?.name ?? CONFIG_FILE, overrides });
  if (planChecks(policy).length === 0) throw hydraError('no_checks', {});
  return policy;
}

/** Without a hydra.toml in the base, uses the one in the working tree. */
async function configOfBase(repository: Repository, objects: ObjectStore, base: ResolvedCommit) {
  const text = await readTreeFile(objects, base.tree, CONFIG_FILE);
  if (text !== null) return { text, name: `${base.commit.slice(0, 10)}:${CONFIG_FILE}` };
  const own = repository.isBare ? null : readWorkingConfig(repository.root);
  return own === null ? null : { text: own, name: CONFIG_FILE };
}

/** The hydra.toml of a working tree; null if there is none. */
export function readWorkingConfig(root: string): string | null {
  const file = join(root, CONFIG_FILE);
  if (!existsSync(file)) return null;
  const bytes = readLinkedFile(file);
  if (bytes !== null) return bytes.toString('utf8');
  throw hydraError('file_unreadable', { what: 'configuration file', reason: 'it is not a readable file' }, { place: { file } });
}
