// Views in scripts of their own: they arrive early, and one that cannot be loaded is tried again.
import { beforeAll, describe, test } from 'vitest';
import { isWithoutBrowser, openWindow, type Server, startUi } from './open-page.ts';
import { makeSample, type Sample } from './sample-run.ts';

describe.skipIf(isWithoutBrowser)('a view in its own script', () => {
  let sample: Sample;
  let server: Server;

  beforeAll(async () => {
    sample = await makeSample();
    server = await startUi(sample.folder);
  }, 120_000);

  test('is loaded with the list of runs, so that it opens when the server has stopped', async () => {
    const { page, context } = await openWindow();
    const loaded = page.waitForResponse(/\/assets\/diff-page-.*\.js$/);
    await page.goto(await server.newAddress());
    await (await loaded).finished();
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.locator('.run-task').click();
    await page.getByRole('heading', { name: 'good wins' }).waitFor();
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: /good against/ }).waitFor();
    await context.close();
  });

  test('appears as soon as its script can be loaded', async () => {
    const { page, context } = await openWindow();
    await page.route('**/assets/merge-view-*.js', (route) => route.abort());
    await page.goto(await server.newAddress());
    await page.locator('.run-task').click();
    await page.getByRole('heading', { name: 'good wins' }).waitFor();
    await page.keyboard.press('m');
    await page.getByRole('status', { name: 'Loading the view' }).waitFor();
    await page.unroute('**/assets/merge-view-*.js');
    await page.getByRole('heading', { name: 'Merge good' }).waitFor();
    await context.close();
  });
});
