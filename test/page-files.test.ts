// The built page: the size of its scripts, its Content-Security-Policy and its licenses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { firstViewBytes } from '../scripts/build-web.mjs';
import { ensureProgram, PROJECT } from './integration/run-hydra.ts';

const PAGE = join(PROJECT, 'dist/web');

beforeAll(ensureProgram, 120_000);

test('the first view loads less than 200 kB of compressed script', () => {
  const bytes = firstViewBytes(PAGE);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(200_000);
});

test('loads scripts, styles and images only from its own files', () => {
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
  expect([...html.matchAll(/<script(.*?)>(.*?)<\/script>/gs)].map(([, , inside]) => inside)).toEqual(['']);
  expect(html).not.toMatch(/<style|style=|\son\w+=/);
  const addresses = [...html.matchAll(/(?:src|href)="(.*?)"/g)].map(([, address = '']) =>
    address.replace(/^(data:image\/svg|\.\/assets\/).*/s, '$1'),
  );
  expect([...new Set(addresses)]).toEqual(['data:image/svg', './assets/']);
});

test('contains the licenses of the bundled packages', () => {
  const notices = readFileSync(join(PAGE, 'third-party-licenses.txt'), 'utf8');
  for (const name of ['react', 'react-dom', 'scheduler', 'zod', 'picomatch'])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
});
