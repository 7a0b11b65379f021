// The report in one file, opened from a disk in a real browser without a network.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHydra } from '../integration/run-hydra.ts';
import { goTo, graveFaults, isWithoutBrowser, openWindow } from './open-page.ts';
import { ATTACK, makeSample, type Sample } from './sample-run.ts';

describe.skipIf(isWithoutBrowser)('the report in one file', () => {
  let sample: Sample;
  let address: string;
  let page: Page;
  let problems: string[];
  let asked: string[];

  beforeAll(async () => {
    sample = await makeSample();
    const file = join(sample.folder, 'report.html');
    const { exitCode, stderr } = await runHydra(['report', sample.run, '--html', file], sample.folder);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    address = pathToFileURL(file).href;
  }, 120_000);

  beforeEach(async () => {
    const opened = await openWindow();
    ({ page, problems } = opened);
    asked = [];
    await opened.context.setOffline(true);
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    await page.locator('main h1').waitFor();
  });
  afterEach(async () => {
    expect(await page.evaluate('window.obeyed')).toBeUndefined();
    expect(problems).toEqual([]);
    // The file itself and the icon that is written into it.
    expect(asked.filter((url) => !url.startsWith('data:')).map((url) => url.replace(/#.*/, ''))).toEqual([address]);
    await page.context().close();
  });

  test('opens on the ranking', async () => {
    expect(await page.locator('h1').innerText()).toBe('good wins');
    expect(await page.locator('.candidate-line a').allInnerTexts()).toContain('sly');
    expect(await page.locator('.ranking-table tbody tr').count()).toBe(4);
    expect(await graveFaults(page)).toEqual([]);
  });

  test('lists what ran and why', async () => {
    await page.getByText('Executions', { exact: true }).click();
    await page.getByRole('table', { name: 'Executions' }).waitFor();
    expect(await page.locator('.executions tbody tr').count()).toBeGreaterThan(10);
  });

  test('ranks again when a weight moves, as the page does', async () => {
    await page.getByRole('slider', { name: 'Lint' }).fill('90');
    await page.getByText('What if: good wins').waitFor();
  });

  test('shows hostile lines, names and logs as text', async () => {
    await goTo(page, `#/run/${sample.run}/diff/sly`);
    await page.getByText(`fixed ${ATTACK}`).first().waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    await goTo(page, `#/run/${sample.run}/logs/good/test`);
    await page.getByText("ok 2 - mends <img src=x onerror='window.obeyed=1'>").first().waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
  });

  test('holds one candidate against another, as the page does', async () => {
    await goTo(page, `#/run/${sample.run}/diff/good`);
    await page.getByLabel('Against').selectOption('sly');
    await page.locator('.diff-view').waitFor();
    const shown = await page.locator('.diff-view').innerText();
    expect(page.url()).toContain(`#/run/${sample.run}/diff/good/sly`);
    expect(shown).toContain('Only changed by sly');
    expect(shown).toContain('fixed <img src=x');
    expect(await graveFaults(page)).toEqual([]);
  });

  test('offers no race, which it could not start', async () => {
    await goTo(page, '#/');
    expect(await page.getByRole('link', { name: 'New race' }).count()).toBe(0);
    await page.keyboard.press('n');
    expect(await page.locator('h1').innerText()).toBe('Runs');
    await goTo(page, '#/race');
    expect(await page.locator('h1').innerText()).toBe('No race can be started from here');
  });

  test('a script that somebody adds to the page does not run', async () => {
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'window.obeyed = 1';
      document.body.append(script);
    }`);
    expect(problems.join()).toContain('Content Security Policy');
    problems.length = 0;
  });
});
