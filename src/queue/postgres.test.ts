import { expect, test } from 'vitest';
import { markLostConnections } from './postgres.ts';

class ConnectionClosedError extends Error {}

test('a lost connection is an error after which BullMQ tries again', async () => {
  const code = { value: '57P03' };
  const pool = { query: () => Promise.reject(Object.assign(new Error('starting up'), { code: code.value })) };
  markLostConnections({ pool }, ConnectionClosedError);
  await expect(pool.query()).rejects.toBeInstanceOf(ConnectionClosedError);
  code.value = '42501';
  await expect(pool.query()).rejects.not.toBeInstanceOf(ConnectionClosedError);
});
