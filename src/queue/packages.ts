// Loads the optional packages of the queue when they are needed.
import { hydraError } from '../contract/index.ts';

export type BullMq = typeof import('bullmq');
export type IoRedis = Pick<typeof import('ioredis'), 'Redis'>;

export async function loadForPostgres(): Promise<BullMq> {
  const install = 'npm install bullmq pg';
  const bullmq = await load('bullmq', install, () => import('bullmq'));
  // BullMQ loads pg by itself, but its error says less.
  // @ts-expect-error: pg has no types, and nothing here uses it.
  await load('pg', install, () => import('pg'));
  return bullmq;
}

export async function loadForRedis(): Promise<{ bullmq: BullMq; ioredis: IoRedis }> {
  const install = 'npm install bullmq ioredis';
  const bullmq = await load('bullmq', install, () => import('bullmq'));
  const ioredis = await load('ioredis', install, () => import('ioredis'));
  return { bullmq, ioredis };
}

async function load<Package>(name: string, install: string, importPackage: () => Promise<Package>): Promise<Package> {
  try {
    return await importPackage();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error;
    throw hydraError('queue_package_missing', { package: name, install });
  }
}
