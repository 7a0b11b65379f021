// `npm run dev`: the page from its sources, with the data of a real `hydra ui` behind Vite's proxy.
import { spawn } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../integration/run-hydra.ts';
import { goTo, isWithoutBrowser, openWindow } from './open-page.ts';
import { makeSample, type Sample } from './sample-run.ts';

interface DevServer {
  /** With the token. */
  address: string;
  origin: string;
  /** Waits for `hydra ui` as well, which shares the pipe of stdout. */
  stop(): Promise<void>;
}

function startDev(repository: string): Promise<DevServer> {
  const child = spawn(process.execPath, [join(PROJECT, 'scripts/dev.mjs'), repository], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (piece) => {
      printed += piece;
      const address = /http:\S+(?=\n)/.exec(printed)?.[0];
      if (address === undefined) return;
      const stop = () => {
        child.kill('SIGTERM');
        return ended;
      };
      resolve({ address, origin: new URL(address).origin, stop });
    });
    child.stderr.on('data', (piece) => {
      printed += piece;
    });
    ended.then(() => reject(new Error(`scripts/dev.mjs ended: ${printed}`)));
  });
}

describe.skipIf(isWithoutBrowser)('npm run dev', () => {
  let sample: Sample;
  let dev: DevServer;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    sample = await makeSample();
    dev = await startDev(sample.folder);
    ({ context, page, problems } = await openWindow());
  }, 120_000);
  afterAll(() => dev?.stop());

  test('shows the runs of the repository and reloads a changed style', async () => {
    await page.goto(dev.address);
    await page.locator('.run-task').waitFor();
    expect(page.url()).toBe(`${dev.origin}/`);
    await goTo(page, `#/run/${sample.run}`);
    expect(await page.locator('main h1').innerText()).toBe('good wins');

    const updated = page.waitForEvent('console', (message) => message.text().includes('hot updated: /styles/base.css'));
    const now = new Date();
    utimesSync(join(PROJECT, 'web/styles/base.css'), now, now);
    await updated;
    expect(problems).toEqual([]);
  });

  test('accepts a change from the page and rejects other origins', async () => {
    const question = { candidate: 'good', onto: null, strategy: 'merge', dry_run: true, force_reason: null };
    const path = `/api/runs/${sample.run}/merge`;
    await goTo(page, `#/run/${sample.run}/merge/good`);
    await page.getByRole('button', { name: 'Merge into main' }).waitFor();
    const authorization = `Bearer ${await page.evaluate("localStorage.getItem('hydra-token')")}`;
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${dev.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(question) })).status;
    expect(await ask({ authorization, origin: 'http://127.0.0.1:9' })).toBe(403);
    expect(await ask({ authorization, origin: 'https://example.org' })).toBe(403);
    expect(await ask({ origin: dev.origin })).toBe(401);
    expect(await ask({ cookie, origin: dev.origin })).toBe(403);
    expect(await ask({ authorization, origin: dev.origin })).toBe(200);
  });
});
