// The script of a run's page is loaded on demand: it arrives early, and a failure is shown and repaired.
import { beforeAll, describe, expect, test } from 'vitest';
import { isWithoutBrowser, openWindow, type Server, startUi } from './open-page.ts';
import { makeSample, type Sample } from './sample-run.ts';

describe.skipIf(isWithoutBrowser)('the script of the page of a run', () => {
  let sample: Sample;
  let server: Server;

  beforeAll(async () => {
    sample = await makeSample();
    server = await startUi(sample.folder);
  }, 120_000);

  test('is loaded with the list of runs, so that a run opens without another script', async () => {
    const { page, context } = await openWindow();
    const loaded = page.waitForResponse(/\/assets\/run-page-.*\.js$/);
    await page.goto(await server.newAddress());
    await (await loaded).finished();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.locator('.run-task').click();
    await page.getByRole('heading', { name: 'good wins' }).waitFor();
    await context.close();
  });

  test('shows an error while it cannot be loaded, and then the run', async () => {
    const { page, context } = await openWindow();
    await page.route('**/assets/run-page-*.js', (route) => route.abort());
    await page.goto(await server.newAddress());
    await page.locator('.run-task').click();
    await page.getByText('A script of this page could not be loaded.').waitFor();
    expect(await page.locator('h1').innerText()).toBe('Server not reachable');
    await page.unroute('**/assets/run-page-*.js');
    await page.getByRole('heading', { name: 'good wins' }).waitFor();
    await context.close();
  });
});
