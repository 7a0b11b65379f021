// The report file, opened from disk in a real browser without network.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHydra } from '../integration/run-hydra.ts';
import { accessibilityProblems, goTo, isWithoutBrowser, openWindow } from './open-page.ts';
import { ATTACK, makeSample, type Sample } from './sample-run.ts';

describe.skipIf(isWithoutBrowser)('the report file', () => {
  let sample: Sample;
  let address: string;
  let page: Page;
  let problems: string[];
  let requests: string[];

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
    requests = [];
    await opened.context.setOffline(true);
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(address);
    await page.locator('main h1').waitFor();
  });
  afterEach(async () => {
    expect(await page.evaluate('window.obeyed')).toBeUndefined();
    expect(problems).toEqual([]);
    // Only the file itself; its icon is a data URL.
    expect(requests.filter((url) => !url.startsWith('data:')).map((url) => url.replace(/#.*/, ''))).toEqual([address]);
    await page.context().close();
  });

  test('opens on the ranking', async () => {
    expect(await page.locator('h1').innerText()).toBe('good wins');
    expect(await page.locator('.candidate-line a').allInnerTexts()).toContain('sly');
    expect(await page.locator('.fact-table tr[data-candidate]').count()).toBe(4);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('lists the executions', async () => {
    await page.getByText('Executions', { exact: true }).click();
    await page.getByRole('table', { name: 'Executions' }).waitFor();
    expect(await page.locator('.executions tbody tr').count()).toBeGreaterThan(10);
  });

  test('has the messages of failing tests, and the task in the header', async () => {
    await page.getByRole('button', { name: 'broken on slow, show message' }).click();
    await page.locator('.failure', { hasText: 'expected <b>1</b> s, got 5 s' }).waitFor();
    await page.locator('.top .task').click();
    await page.getByText('- keep it small').waitFor();
    expect(await page.locator('.run-views').innerText()).toMatch(/^Verdict\s+Score\s+Diff\s+Logs$/);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('updates the ranking when a weight changes', async () => {
    await page.getByText('other weights').click();
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

  test('compares one candidate with another', async () => {
    await goTo(page, `#/run/${sample.run}/diff/good`);
    await page.getByLabel('Compare against').selectOption('sly');
    await page.locator('.diff-view').waitFor();
    const shown = await page.locator('.diff-view').innerText();
    expect(page.url()).toContain(`#/run/${sample.run}/diff/good/sly`);
    expect(shown).toContain('Only changed by sly');
    expect(shown).toContain('fixed <img src=x');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('offers no race', async () => {
    await goTo(page, '#/');
    expect(await page.getByRole('link', { name: 'New race' }).count()).toBe(0);
    await page.keyboard.press('n');
    expect(await page.locator('h1').innerText()).toBe('Runs');
    await goTo(page, '#/race');
    expect(await page.locator('h1').innerText()).toBe('Races are not available in a report file');
  });

  test('shows an error when its data is damaged', async () => {
    const damaged = join(sample.folder, 'damaged.html');
    writeFileSync(damaged, readFileSync(fileURLToPath(address), 'utf8').replace('"entries":', '"entry":'));
    await page.goto(pathToFileURL(damaged).href);
    await page.getByRole('heading', { name: 'Unexpected data' }).waitFor();
    expect(await page.locator('.error-view p').first().innerText()).toBe(
      'The data in this report file is incomplete or damaged.',
    );
    requests.pop();
  });

  test('does not run a script that is added to the page', async () => {
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'window.obeyed = 1';
      document.body.append(script);
    }`);
    expect(problems.join()).toContain('Content Security Policy');
    problems.length = 0;
  });
});
