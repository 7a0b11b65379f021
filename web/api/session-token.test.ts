import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let replaced: unknown[];
beforeEach(() => {
  replaced = [];
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

async function openAt(hash: string, storage: Pick<Storage, 'getItem' | 'setItem'>) {
  vi.stubGlobal('location', { hash, pathname: '/' });
  vi.stubGlobal('history', { replaceState: (...given: unknown[]) => replaced.push(given) });
  vi.stubGlobal('localStorage', storage);
  const page = await import('./session-token.ts');
  page.takeToken();
  return page.authorization();
}

function memory(values: Record<string, string> = {}) {
  return {
    getItem: (name: string) => values[name] ?? null,
    setItem: (name: string, value: string) => void Object.assign(values, { [name]: value }),
  };
}

test('moves the token from the address to the storage', async () => {
  const storage = memory({ 'hydra-token': 'older' });
  expect(await openAt('#token=ab-_9', storage)).toEqual({ Authorization: 'Bearer ab-_9' });
  expect(replaced).toEqual([[null, '', '/']]);
  expect(storage.getItem('hydra-token')).toBe('ab-_9');
});

test.each(['', '#/run/r1', '#token=', '#token=a b'])('leaves the address %j alone and uses the stored token', async (hash) => {
  expect(await openAt(hash, memory({ 'hydra-token': 'stored' }))).toEqual({ Authorization: 'Bearer stored' });
  expect(replaced).toEqual([]);
  expect(await openAt(hash, memory())).toEqual({});
});

test('works without storage until the page is reloaded', async () => {
  const denied = () => {
    throw new Error('denied');
  };
  expect(await openAt('#token=abc', { getItem: denied, setItem: denied })).toEqual({ Authorization: 'Bearer abc' });
});
