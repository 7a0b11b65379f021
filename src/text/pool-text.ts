// How `hydra queue` and the page name pools of workers and their machines.
import type { Fingerprint, QueuePool } from '../contract/index.ts';
import { counted } from './words.ts';

const MAX_IMAGE_LENGTH = 24;

/** `debian 12, x64, 2 cores, 16 GB, sandbox bubblewrap` */
export function machineWords({ os, arch, cores, memory_gb, sandbox, image }: Fingerprint): string {
  const confined = sandbox === 'none' ? 'no sandbox' : `sandbox ${sandbox}`;
  const container = image === null ? [] : [`image ${image.slice(0, MAX_IMAGE_LENGTH)}`];
  return [os, arch, counted(cores, 'core'), `${memory_gb} GB`, confined, ...container].join(', ');
}

/** The name, with the id of the fingerprint where several pools have the same name. Untrusted text. */
export function poolTitle({ name, fingerprint_id: id }: QueuePool, pools: readonly QueuePool[]): string {
  const isUnique = pools.filter((pool) => pool.name === name).length === 1;
  return isUnique || id === null ? name : `${name} ${id}`;
}
