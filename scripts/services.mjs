// Finds the programs of Redis and PostgreSQL that the tests of the queue start. It never installs them.
// Imports no package: it must run before node_modules exists.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian installs the server programs of PostgreSQL outside the PATH. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/**
 * The path of redis-server and the folder with initdb and postgres; null for what is missing.
 * @returns {{ redis: string | null, postgres: string | null }}
 */
export function findServices() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const redis = folders.map((folder) => join(folder, 'redis-server')).find(isExecutable) ?? null;
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  const candidates = [...folders, ...newestFirst.map((version) => join(POSTGRES_VERSIONS, version, 'bin'))];
  const hasServer = (/** @type {string} */ folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name)));
  return { redis, postgres: candidates.find(hasServer) ?? null };
}

/** One line: what is missing and how to get it, or null. */
export function explainMissingServices() {
  const { redis, postgres } = findServices();
  const missing = [...(redis === null ? ['redis-server'] : []), ...(postgres === null ? ['postgresql'] : [])];
  if (missing.length === 0) return null;
  return `no ${missing.join(' and no ')} found; install it, on Debian with \`apt-get install ${missing.join(' ')}\``;
}

function isExecutable(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
