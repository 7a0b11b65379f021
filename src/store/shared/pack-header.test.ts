import { expect, test } from 'vitest';
import { readPackHeader } from './pack-header.ts';

const LIMITS = { maxFiles: 3, maxBytes: 10 };
const header = (...files: unknown[]) => JSON.stringify({ format: 'hydra-pack', version: 1, files });

test('reads paths and sizes, up to the limits, and nothing else', () => {
  const files = [
    { path: 'a', bytes: 4 },
    { path: 'b/a', bytes: 6 },
    { path: 'b/b..', bytes: 0 },
  ];
  expect(readPackHeader(header({ ...files[0], mode: 0o777 }, files[1], files[2]), LIMITS)).toEqual({ files });
});

test('finds a duplicate path before anything is written', () => {
  const twice = header({ path: 'a', bytes: 1 }, { path: 'b', bytes: 1 }, { path: 'a', bytes: 1 });
  expect(readPackHeader(twice, LIMITS)).toEqual({ fault: '"a" is in it twice' });
});
