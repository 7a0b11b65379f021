// The frame of the page: command palette, exports, the address of a view, the skip link, and printing.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHydra } from '../integration/run-hydra.ts';
import {
  accessibilityProblems,
  goTo,
  horizontalOverflow,
  isWithoutBrowser,
  openWindow,
  type Server,
  startUi,
} from './open-page.ts';
import { makeSample, type Sample } from './sample-run.ts';

describe.skipIf(isWithoutBrowser)('the frame', () => {
  let sample: Sample;
  let server: Server;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    sample = await makeSample();
    server = await startUi(sample.folder);
  }, 120_000);
  beforeEach(async () => {
    ({ page, problems } = await openWindow());
    await page.goto(await server.newAddress());
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
  });
  afterEach(() => page.context().close());
  afterAll(() => server.stop());

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const palette = () => page.getByRole('dialog', { name: 'Commands' });
  const selected = () => palette().locator('[aria-selected=true]');

  test('the palette opens a run and a candidate by keyboard, and names the selected entry', async () => {
    await press('Control+k');
    await palette().waitFor();
    await page.keyboard.type('mend');
    expect(await selected().innerText()).toMatch(/^mend it <img src=x/);
    expect([await accessibilityProblems(page), problems]).toEqual([[], []]);
    await press('Enter');
    await page.getByRole('heading', { name: 'good wins' }).waitFor();

    await press('Control+k');
    await palette().getByRole('option', { name: 'good: diff', exact: false }).waitFor();
    await page.keyboard.type('slow');
    expect(await palette().getByRole('option').allInnerTexts()).toEqual([
      expect.stringMatching(/^slow: diff/),
      'slow: score details',
      'slow: logs',
      'slow: merge',
      expect.stringMatching(/^mend it/),
    ]);
    await press('ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp');
    expect(await selected().innerText()).toBe('slow: merge');
    const input = palette().getByRole('combobox');
    expect(await input.getAttribute('aria-activedescendant')).toBe(await selected().getAttribute('id'));
    await press('Enter');
    await page.getByRole('heading', { name: 'Merge slow' }).waitFor();
  });

  test('Escape closes the palette and stays in the view, also on a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await goTo(page, `#/run/${sample.run}/diff/good`);
    const button = page.getByRole('button', { name: /^Search/ });
    await button.click();
    await palette().waitFor();
    await page.keyboard.type('nothing like it');
    await palette().getByText('No match').waitFor();
    expect([await horizontalOverflow(page), await accessibilityProblems(page)]).toEqual([0, []]);
    await press('Escape');
    await palette().waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${server.origin}/#/run/${sample.run}/diff/good`);
    expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  test('the palette shows the keyboard shortcuts', async () => {
    await press('Control+k');
    await palette().waitFor();
    await page.keyboard.type('shortcuts');
    await press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  const FORMATS = [
    ['HTML', `--html`, 'html'],
    ['Markdown', '--markdown', 'md'],
    ['JSON', '--json', 'json'],
    ['JUnit', '--junit', 'junit.xml'],
    ['SARIF', '--sarif', 'sarif'],
  ] as const;

  test.each(FORMATS)('exports %s as hydra report does', async (title, option, ending) => {
    await goTo(page, `#/run/${sample.run}`);
    await page.getByText('Share', { exact: true }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: `Export as ${title}` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`hydra-${sample.run}.${ending}`);
    const args = option === '--markdown' || option === '--json' ? [option] : [option, '-'];
    const { stdout } = await runHydra(['report', sample.run, ...args], sample.folder);
    expect(readFileSync(await download.path(), 'utf8')).toBe(stdout);
  });

  test('copies the address of the view and says that a key is needed', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, `#/run/${sample.run}/why/slow/tests`);
    await page.getByText('Share', { exact: true }).focus();
    await press('Enter');
    await page.getByText('Opens only on this machine, in a browser that has a key of hydra ui.').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${server.origin}/#/run/${sample.run}/why/slow/tests`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await press('Escape');
    await page.getByRole('button', { name: 'Copy link' }).waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${server.origin}/#/run/${sample.run}/why/slow/tests`);
  });

  test('the first Tab reaches a skip link inside the banner', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    await press('Tab');
    expect(
      await page
        .getByRole('banner')
        .getByRole('link', { name: 'Skip to content' })
        .evaluate((link) => link.matches(':focus')),
    ).toBe(true);
    await press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
  });

  test('prints the verdict, the facts and the findings, without controls and in light colors', async () => {
    await goTo(page, `#/run/${sample.run}`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const control of ['.tools', '.run-tabs', '.weights', '.actions', 'input[type=range]'])
      expect(await page.locator(control).first().isVisible(), control).toBe(false);
    expect(await page.getByRole('heading', { name: 'good wins' }).isVisible()).toBe(true);
    expect(await page.locator('main').innerText()).toContain('breaks 1 of 2');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
