// The frame of the page: header, command palette, exports, the address of a view, the skip link, and printing.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { runHydra } from '../integration/run-hydra.ts';
import { accessibilityProblems, goTo, horizontalOverflow, isWithoutBrowser, type Server, servePage } from './open-page.ts';
import { ATTACK, makeSample, type Sample } from './sample-run.ts';

describe.skipIf(isWithoutBrowser)('the frame', () => {
  let sample: Sample;
  let server: Server;
  let page: Page;
  let problems: string[];

  servePage(makeSample, (served) => {
    ({ scene: sample, server, page, problems } = served);
  });

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

  const views = () => page.getByRole('navigation', { name: 'Views of this run' }).getByRole('link');
  const task = () => page.locator('.top .task');
  const TITLE = `mend it ${ATTACK} safe\\u202etxt.exe …`;

  test.each(['', '/why/slow/tests', '/diff/sly', '/logs/slow', '/merge/good'])(
    'has the task, the facts and the views of the run in one row of 44 px: %s',
    async (view) => {
      await goTo(page, `#/run/${sample.run}${view}`);
      expect(await task().innerText()).toBe(TITLE);
      const facts = () => page.locator('.run-facts').innerText();
      expect(await facts()).toMatch(new RegExp(`^run ${sample.run.slice(-6)} · base main @ [0-9a-f]{7}$`));
      expect(await views().allInnerTexts()).toEqual(['Verdict', 'Score', 'Diff', 'Logs', 'Merge']);
      expect(await page.locator('.top').evaluate((header) => header.getBoundingClientRect().height)).toBe(44);
      const boxes = await page
        .locator('.top :is(.brand, .task, .run-facts, .run-views, .tools)')
        .evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
        );
      expect(boxes.every(({ top, bottom }) => top >= 0 && bottom <= 44)).toBe(true);
      expect(boxes.every(({ left }, index) => left >= (boxes[index - 1]?.right ?? 0))).toBe(true);
      await page.setViewportSize({ width: 1600, height: 800 });
      expect(await facts()).toMatch(/^run \w{6} · base main @ [0-9a-f]{7} · \d{1,2} [A-Z][a-z]{2} \d\d:\d\d$/);
    },
  );

  test('opens the whole task by keyboard with its line breaks, and Escape closes only that', async () => {
    await goTo(page, `#/run/${sample.run}/logs/slow`);
    await task().focus();
    await press('Enter');
    const popover = page.locator('.task-popover');
    expect(await popover.locator('.task-text p').allInnerTexts()).toEqual([
      TITLE.slice(0, -2),
      '\u00a0',
      '- keep it <b>quick</b>',
      '- keep it small',
    ]);
    expect((await popover.locator('dl').innerText()).replace(/\s+/g, ' ')).toMatch(
      new RegExp(`^Run ${sample.run} Base main [0-9a-f]{40} Started \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await press('Escape');
    await popover.waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${server.origin}/#/run/${sample.run}/logs/slow`);
    expect(await task().evaluate((button) => button.matches(':focus'))).toBe(true);
    await press('Escape');
    await page.getByRole('heading', { name: 'good wins' }).waitFor();
  });

  test('leads from view to view, and to another candidate in the same view', async () => {
    await goTo(page, `#/run/${sample.run}`);
    for (const [name, heading] of [
      ['Score', /^good 100\.0/],
      ['Diff', /^good against/],
      ['Logs', /^Logs of good/],
      ['Merge', /^Merge good/],
    ] as const) {
      await views().getByText(name, { exact: true }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await page.locator('.run-views [aria-current=page]').innerText()).toBe(name);
    }
    for (const [name, address] of [
      ['Score', 'why/slow'],
      ['Diff', 'diff/slow'],
      ['Logs', 'logs/slow'],
      ['Merge', 'merge/slow'],
    ] as const) {
      await goTo(page, `#/run/${sample.run}`);
      await views().getByText(name, { exact: true }).click();
      await page.getByLabel('Candidate').selectOption('slow');
      await page.waitForURL(`${server.origin}/#/run/${sample.run}/${address}`);
    }
    await goTo(page, `#/run/${sample.run}/logs/slow`);
    await page.getByLabel('Candidate').selectOption('the base');
    await page.getByRole('heading', { level: 1, name: 'Logs of the base' }).waitFor();
  });

  test.each([
    { width: 360, height: 80 },
    { width: 768, height: 44 },
    { width: 1920, height: 44 },
  ])('has a header of $height px at $width px, with every view', async ({ width, height }) => {
    await page.setViewportSize({ width, height: 740 });
    await goTo(page, `#/run/${sample.run}/diff/good`);
    expect(await page.locator('.top').evaluate((header) => header.getBoundingClientRect().height)).toBe(height);
    const endOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().right);
    for (const view of await views().all()) expect(await endOf(view)).toBeLessThanOrEqual(width);
    expect((await task().boundingBox())?.width).toBeGreaterThan(80);
    expect([await horizontalOverflow(page), await page.evaluate('document.documentElement.scrollHeight')]).toEqual([0, 740]);
    await task().click();
    expect(await endOf(page.locator('.task-popover'))).toBeLessThanOrEqual(width);
    expect(await accessibilityProblems(page)).toEqual([]);
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
    for (const control of ['.tools', '.run-views', '.weights', '.actions', 'input[type=range]'])
      expect(await page.locator(control).first().isVisible(), control).toBe(false);
    expect(await page.getByRole('heading', { name: 'good wins' }).isVisible()).toBe(true);
    expect(await page.getByText('- keep it small').isVisible()).toBe(true);
    expect(await page.locator('main').innerText()).toContain('breaks 1 test');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
