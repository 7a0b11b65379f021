// The section about workers in the list of runs, with a real Redis.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openQueue, type Queue } from '../../src/queue/index.ts';
import { ensureProgram } from '../integration/run-hydra.ts';
import { SAMPLE_FINGERPRINT } from '../sample-fingerprint.ts';
import { isWithoutServices, type Service, startService } from '../services.ts';
import { createRepository } from '../temporary-repository.ts';
import { accessibilityProblems, horizontalOverflow, isWithoutBrowser, openWindow, type Server, startUi } from './open-page.ts';

const ATTACK = '<img src=x onerror="window.obeyed=1">\u202e';
const SHOWN_ATTACK = '<img src=x onerror="window.obeyed=1">\\u202e';
const POOL = `default-${SAMPLE_FINGERPRINT.id}`;
const LONG_CHECKS = 'build, test, pinned-test, lint, cross.codex, cross.gemini, canary, varied';

interface Held {
  release(): void;
  released: Promise<void>;
}

function hold(): Held {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return { release, released };
}

describe.skipIf(isWithoutBrowser || isWithoutServices)('the workers on the page', () => {
  const held = hold();
  let service: Service;
  let queue: Queue;
  let folder: string;
  let server: Server;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    await ensureProgram();
    service = await startService('Redis');
    queue = await openQueue(service.url);
    folder = createRepository({ 'code.c': 'old\n' });
    const description = { pool: 'default', fingerprint: SAMPLE_FINGERPRINT, sandbox: { kind: 'none', reason: 'off' } };
    const run = async (payload: unknown) => {
      if (payload === 'fail') throw new Error(`no space ${ATTACK}`);
      await held.released;
    };
    for (const name of ['box-1', ATTACK]) {
      await queue.work({ name, pool: POOL, jobs: 1, description, run, onEvent: () => {} });
    }
    await queue.add({ id: 'lost', pool: POOL, payload: 'fail', label: `codex ${ATTACK}: test` });
    await untilPool(({ failed }) => failed === 1);
    await queue.add({ id: 'a', pool: POOL, payload: 'hold', label: `claude ${ATTACK}: ${LONG_CHECKS}` });
    await queue.add({ id: 'b', pool: POOL, payload: 'hold' });
    await queue.add({ id: 'c', pool: POOL, payload: 'hold' });
    await queue.add({ id: 'd', pool: 'gpu-ffffffffffff', payload: 'hold' });
    await untilPool(({ workers }) => workers.every(({ jobs }) => jobs.length === 1));
    server = await startUi(folder, '0', process.env, ['--queue', service.url.replace('redis://', 'redis://:secret@')]);
  }, 120_000);
  afterAll(async () => {
    held.release();
    await queue?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    ({ page, problems } = await openWindow());
    await page.goto(await server.newAddress());
    await page.getByRole('heading', { name: 'Workers' }).waitFor();
  });
  afterEach(async () => {
    expect(await page.evaluate('window.obeyed')).toBeUndefined();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  async function untilPool(isTrue: (pool: Awaited<ReturnType<Queue['pools']>>[number]) => boolean): Promise<void> {
    while (!(await queue.pools()).some((pool) => pool.pool === POOL && isTrue(pool)));
  }

  const texts = async (selector: string) =>
    (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

  test('shows pools, machines, jobs with their labels, and escapes hostile names', async () => {
    expect(await texts('.queue-header')).toEqual([`Workers ${service.url}`]);
    expect(await texts('.pool-head')).toEqual([
      'Pool default 1 waiting 2 running 1 lost debian 12, x64, 2 cores, 16 GB, no sandbox',
      'Pool gpu 1 waiting 0 running 0 lost No worker of this kind is connected: 1 job waits.',
    ]);
    const jobs = (await texts('.worker-jobs')).map((text) => text.replace(/ \d+:\d\d$/, ' TIME'));
    expect(jobs.sort()).toEqual([`claude ${SHOWN_ATTACK}: ${LONG_CHECKS} TIME`, 'job b TIME']);
    expect((await texts('.worker-name')).sort()).toEqual([SHOWN_ATTACK, 'box-1']);
    await page.getByText('1 lost job').click();
    expect(await texts('.lost-jobs li')).toEqual([
      expect.stringMatching(
        /^codex <img .*>\\u202e: test \d{4}-\d\d-\d\d \d\d:\d\d: worker `.*` failed: no space <img .*>\\u202e; /,
      ),
    ]);
    expect(await page.content()).not.toContain('secret');
  });

  test('fits a phone, a tablet and a wide window, in light and dark', async () => {
    await page.getByText('1 lost job').click();
    for (const [width, colorScheme] of [
      [360, 'dark'],
      [768, 'light'],
      [1280, 'dark'],
      [1920, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect([await horizontalOverflow(page), await accessibilityProblems(page)], String(width)).toEqual([0, []]);
    }
  });

  test('says that the queue does not answer, and shows it again when it does', async () => {
    await service.stop();
    await page.locator('.queue .note').waitFor();
    expect(await texts('.queue .note')).toEqual([
      expect.stringMatching(
        /^The queue at redis:\/\/127\.0\.0\.1:\d+\/0 cannot be reached: .*\. Check that the database is running /,
      ),
    ]);
    expect(await page.locator('.pool').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await service.start();
    await page.locator('.pool').first().waitFor();
    expect(await page.locator('.queue .note').count()).toBe(0);
  });

  test('stops asking while the page is hidden', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/queue')) asked.push(request.url());
    });
    await page.waitForRequest('**/api/queue');
    await page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'))`);
    const before = asked.length;
    // The list of runs is polled as often, so several rounds of it are long enough.
    for (let round = 0; round < 3; round++) await page.waitForRequest('**/api/runs');
    expect(asked.length).toBe(before);
    await page.evaluate(`delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))`);
    await page.waitForRequest('**/api/queue');
  });

  test('shows nothing without a queue', async () => {
    const { HYDRA_QUEUE: _, ...env } = process.env;
    const plain = await startUi(folder, '0', env);
    const reported = page.waitForResponse('**/api/queue');
    await page.goto(await plain.newAddress());
    expect(await (await reported).json()).toEqual({ queue: null, problem: null });
    await page.getByText('This repository has no runs yet.').waitFor();
    expect(await page.getByRole('heading', { name: 'Workers' }).count()).toBe(0);
  });
});
