// The diff page of `hydra ui` in a real browser: addresses of lines, findings, context, copying and layouts.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { createRepository } from '../temporary-repository.ts';
import { FONT_SETS, MISSING_FONTS } from './font-sets.ts';
import {
  accessibilityProblems,
  goTo,
  horizontalOverflow,
  isWithoutBrowser,
  openWindow,
  type Server,
  startUi,
} from './open-page.ts';

const CONFIG = `[scoring.commands]
build = "true"
test = "sh test.sh"
[scoring.tests]
reruns = 0
`;
const TEST = 'echo "TAP version 13"; echo 1..1; echo "ok 1 - keeps"\n';

/** Long enough that line 280 is far below a window. */
function code(changes: Record<number, string> = {}): string {
  return Array.from({ length: 300 }, (_, at) => changes[at + 1] ?? `const value${at + 1} = ${at + 1}`)
    .map((line) => `${line}\n`)
    .join('');
}

const LONG_LINE = `const longer = [${Array.from({ length: 30 }, (_, at) => `'word${at}'`).join(', ')}]`;
const SUPPRESSION = '/* eslint-disable */';

const BASE = { 'hydra.toml': CONFIG, 'test.sh': TEST, 'src/a.js': code(), 'src/b.js': code(), 'logo.bin': 'a\0b' };
const CANDIDATES = {
  one: {
    'src/a.js': code({ 40: `const value40 = 'one'`, 280: `${SUPPRESSION} const value280 = 1` }),
    'src/b.js': code({ 150: `${SUPPRESSION} const value150 = 1`, 151: LONG_LINE }),
    'src/ new\tname.js': 'const fresh = 1\n',
    'logo.bin': 'a\0c',
  },
  two: { 'src/a.js': code({ 40: `const value40 = 'two'` }), 'README.md': 'only here\n' },
  words: { 'NOTES.md': 'words\n' },
};

let server: Server;
let run: string;
let folder: string;
let page: Page;
let context: BrowserContext;
let problems: string[];

beforeAll(async () => {
  if (isWithoutBrowser) return;
  await ensureProgram();
  folder = createRepository(BASE, CANDIDATES);
  await runHydra(['score', 'one', 'two', 'words', '--base', 'main'], folder);
  run = readdirSync(join(folder, '.hydra/runs'))[0] ?? '';
  server = await startUi(folder);
}, 120_000);

/** Every test has a window of its own: none inherits what another left. */
async function open(options: Parameters<typeof openWindow>[0] = {}): Promise<void> {
  ({ page, context, problems } = await openWindow(options));
  page.setDefaultTimeout(30_000);
  await page.goto(await server.newAddress());
  await page.locator('h1').first().waitFor();
}

afterEach(() => context?.close());
afterAll(() => server?.stop());

const show = (view: string) => goTo(page, `#/run/${run}/diff/${view}`);
const marked = () => page.locator('[aria-current="true"] .text');
/** Whether the first match is completely inside the window and inside the pane that scrolls. */
const isInView = (selector: string) =>
  page.evaluate(`(() => {
    const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    const pane = document.querySelector('.diff-lines').getBoundingClientRect();
    return box.top >= pane.top && box.bottom <= pane.bottom && box.bottom <= innerHeight;
  })()`);
const scrollTop = `document.querySelector('.diff-lines').scrollTop`;
const markedRow = '.diff-row[aria-current="true"]';
const UNIFIED_ROWS = '[data-mode="unified"] .diff-row.line';
const SPLIT_ROWS = '[data-mode="split"] .diff-row.pair';
const LAYOUTS = [
  ['Unified', UNIFIED_ROWS],
  ['Side by side', SPLIT_ROWS],
] as const;
/** The text of the first line in the view, and its distance from the top. */
const TOP_LINE = `(() => {
  const pane = document.querySelector('.diff-lines').getBoundingClientRect();
  const rows = [...document.querySelectorAll('.diff-row.pair, .diff-row.line')];
  const top = rows.find((row) => row.getBoundingClientRect().bottom > pane.top + 1);
  return [top.querySelector('.text').textContent, top.getBoundingClientRect().top - pane.top];
})()`;

describe.skipIf(isWithoutBrowser)('the diff of a candidate', () => {
  beforeEach(() => open(), 60_000);

  test('opens at the line of the address, marks it, and has one scroll bar', async () => {
    await show('one?file=src%2Fa.js&line=280');
    await marked().waitFor();
    expect(await marked().textContent()).toBe(`${SUPPRESSION} const value280 = 1`);
    expect(await isInView(markedRow)).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    expect(await page.locator('.place-status').innerText()).toContain('a.js:280');
    await show('one?file=src%2Fa.js&line=40&side=old');
    await page.getByText('a.js:40').waitFor();
    expect(await marked().allTextContents()).toEqual(['const value40 = 40']);
    await show('one?file=src%2Fa.js&line=999');
    await page.getByText('is not in this diff').waitFor();
    expect(await marked().count()).toBe(0);
    // An unchanged line is read from the candidate's file.
    await show('one?file=src%2Fa.js&line=120');
    await marked().waitFor();
    expect(await marked().allTextContents()).toEqual(['const value120 = 120']);
    expect(await isInView(markedRow)).toBe(true);
  });

  test('sets the address with a line number, and extends it with Shift', async () => {
    await show('one?file=src%2Fa.js&line=280');
    await marked().waitFor();
    const top = await page.evaluate(scrollTop);
    await page.getByRole('link', { name: 'Line 278' }).last().click();
    await page.waitForURL(/file=src%2Fa\.js&line=278$/);
    expect(await marked().allTextContents()).toEqual(['const value278 = 278']);
    // A visible line is marked without scrolling.
    expect(await page.evaluate(scrollTop)).toBe(top);
    await page
      .getByRole('link', { name: 'Line 280' })
      .last()
      .click({ modifiers: ['Shift'] });
    await page.waitForURL(/line=278&to=280&side=new$/);
    expect(await marked().allTextContents()).toEqual([
      'const value278 = 278',
      'const value279 = 279',
      `${SUPPRESSION} const value280 = 1`,
    ]);
  });

  test('steps through files and findings from anywhere in the page', async () => {
    await goTo(page, `#/run/${run}`);
    await show('one');
    await page.locator('.file-link').first().waitFor();
    await page.keyboard.press('.');
    await page.waitForURL(/file=src%2Fa\.js&line=280$/);
    expect(await isInView(markedRow)).toBe(true);
    await page.keyboard.press('.');
    await page.waitForURL(/file=src%2Fb\.js&line=150$/);
    expect(await marked().textContent()).toBe(`${SUPPRESSION} const value150 = 1`);
    expect(await isInView(markedRow)).toBe(true);
    await page.keyboard.press(',');
    await page.waitForURL(/file=src%2Fa\.js&line=280$/);
    await page.getByRole('navigation', { name: 'Findings in this diff' }).getByRole('button').last().click();
    await page.waitForURL(/file=src%2Fb\.js&line=150$/);
    await page.keyboard.press('p');
    await page.locator('.file-link[aria-current="true"]', { hasText: 'a.js' }).waitFor();
    await page.keyboard.press('n');
    await page.locator('.file-link[aria-current="true"]', { hasText: 'b.js' }).waitFor();
  });

  test('links each finding of the score details to its line', async () => {
    await goTo(page, `#/run/${run}/why/one`);
    await page.locator('.finding-group .file-location', { hasText: 'src/b.js:150' }).first().click();
    await page.waitForURL(/file=src%2Fb\.js&line=150/);
    await marked().waitFor();
    expect(await isInView(markedRow)).toBe(true);
  });

  test('shows findings about the whole change above the diff', async () => {
    await show('words');
    const findings = page.locator('.change-findings');
    expect(await findings.locator('summary').innerText()).toMatch(/^error\s+changes no code$/);
    await findings.locator('summary').click();
    expect(await findings.locator('li').innerText()).toMatch(/^changes no code\s+changes only NOTES\.md/);
  });

  test('shows the lines between the hunks', async () => {
    await show('one?file=src%2Fa.js');
    const hunk = page.locator('.diff-row.hunk', { hasText: '+277,7' });
    await hunk.getByRole('button', { name: 'Show 20 lines above the lines below' }).click();
    await page.getByText('const value257 = 257', { exact: true }).waitFor();
    expect(await page.getByText('const value256 = 256', { exact: true }).count()).toBe(0);
    await page
      .locator('.diff-row.hunk', { hasText: '+257,27' })
      .getByRole('button', { name: /hidden lines/ })
      .click();
    await page.locator('.diff-row.hunk', { hasText: '+37,247' }).waitFor({ state: 'attached' });
    await show('one?file=src%2Fa.js&line=200');
    await marked().waitFor();
    expect(await marked().textContent()).toBe('const value200 = 200');
  });

  test('stores viewed files by their content, and folds them', async () => {
    await show('one?file=src%2Fb.js');
    const box = page.getByRole('checkbox', { name: 'Viewed: src/b.js' });
    await box.check();
    await page.locator('.fold[aria-expanded="false"]', { hasText: 'src/b.js' }).waitFor();
    expect(await page.locator('.diff-summary').innerText()).toContain('1 viewed');
    await page.reload();
    await page.locator('.fold[aria-expanded="false"]', { hasText: 'src/b.js' }).waitFor();
    await show('one/two');
    await page.locator('.fold', { hasText: 'src/b.js' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Viewed: src/b.js' }).isChecked()).toBe(false);
    await show('one');
    await page.getByRole('checkbox', { name: 'Viewed: src/b.js' }).uncheck();
    await page.locator('.fold[aria-expanded="true"]', { hasText: 'src/b.js' }).waitFor();
  });

  test('names both candidates, and calls no file deleted', async () => {
    await show('one/two?file=README.md');
    await page.locator('.diff-view.neutral .diff-row', { hasText: 'only here' }).waitFor();
    expect(await page.locator('.side-name').allTextContents()).toEqual(['< two', '> one']);
    expect(await page.locator('.note-row').allTextContents()).toContain('Only in two');
    expect(await page.locator('.diff-row.is-removed .sign').first().textContent()).toBe('<');
    const names = page.locator('.file-name > .is-deleted');
    expect(await names.allTextContents()).toEqual(['README.md']);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.file-name > .is-deleted')).textDecorationLine`)).toBe(
      'none',
    );
  });

  test('shows binary files without line counts, and names with their spaces', async () => {
    await show('one');
    const links = page.locator('.file-link');
    await links.first().waitFor();
    const texts = await links.allTextContents();
    expect(texts.find((text) => text.includes('logo.bin'))).toBe('logo.binbinary');
    expect(texts.find((text) => text.includes('new'))).toContain('src/ new\tname.js');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.file-name > bdi')).whiteSpace`)).toBe('pre');
    // Information alone is no reason to look at a file.
    expect(texts.find((text) => text.includes('name.js'))).not.toContain('!');
    expect(problems).toEqual([]);
  });
});

test.skipIf(MISSING_FONTS !== null)(
  `two sets of fonts are installed${MISSING_FONTS === null ? '' : `: ${MISSING_FONTS}`}`,
  () => {
    expect(FONT_SETS).toHaveLength(2);
  },
);

describe.skipIf(isWithoutBrowser).each(FONT_SETS)('the layout of a diff with the fonts in %s', (fonts) => {
  beforeEach(() => open({ width: 1920, height: 1000, fonts }), 60_000);

  test('uses the width of the window, and the whole width for a new file', async () => {
    await show('one?file=src%2Fa.js');
    await page.locator('[data-mode="split"] .diff-row.pair').first().waitFor();
    expect(await page.evaluate(`document.querySelector('.diff-view').clientWidth`)).toBeGreaterThan(1850);
    await show('one?file=src%2F%20new%09name.js');
    const line = page.locator('.diff-row.line', { hasText: 'const fresh = 1' });
    await line.waitFor();
    expect((await line.boundingBox())?.width).toBeGreaterThan(1500);
  });

  // The last row of the list is at the bottom, so that the height of the window decides which part of the top row is visible.
  test.each([580, 585, 590, 595])('keeps the place when the layout changes, in a window of %i px', async (height) => {
    await show('one?file=src%2Fb.js&line=150');
    await page.locator('.side[aria-current="true"]').waitFor();
    await page.setViewportSize({ width: 1920, height });
    await page.getByRole('searchbox').fill('value153');
    await page.keyboard.press('Enter');
    await page.locator('.hit.current').first().waitFor();
    const before = await page.evaluate(TOP_LINE);
    for (const [name, rows] of [...LAYOUTS, ...LAYOUTS]) {
      await page.getByText(name).click();
      await page.locator(rows).first().waitFor();
      expect([name, await page.evaluate(TOP_LINE)]).toEqual([name, before]);
    }
  });

  test('returns to the end of the longer layout', async () => {
    await show('one?file=src%2Fb.js');
    await page.setViewportSize({ width: 1920, height: 590 });
    await page.getByText('Unified').click();
    await page.locator(UNIFIED_ROWS).first().waitFor();
    await page.evaluate(`document.querySelector('.diff-lines').scrollTop = 1e6`);
    // The event of the scroll is dispatched before the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const before = await page.evaluate(TOP_LINE);
    await page.getByText('Side by side').click();
    await page.locator(SPLIT_ROWS).first().waitFor();
    await page.getByText('Unified').click();
    await page.locator(UNIFIED_ROWS).first().waitFor();
    expect(await page.evaluate(TOP_LINE)).toEqual(before);
  });

  /** What Ctrl+C puts on the clipboard after dragging from the start of one text to the end of another. */
  async function copy(from: Locator, to: Locator): Promise<string> {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()];
    if (start === null || end === null) throw new Error('the text is not visible');
    await page.mouse.move(start.x + 1, start.y + 10);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width - 2, end.y + 10, { steps: 4 });
    await page.mouse.up();
    return page.evaluate(`new Promise((done) => {
      addEventListener('copy', ({ clipboardData, defaultPrevented }) => done(defaultPrevented ? clipboardData.getData('text/plain') : 'not handled'), { once: true });
      document.execCommand('copy');
    })`);
  }

  test('copies one side, as whole lines without numbers', async () => {
    await show('one?file=src%2Fb.js&line=150');
    await page.locator('.side[aria-current="true"]').waitFor();
    const right = page.locator('.side[data-side="new"].is-added .text');
    // The long line is wrapped into several rows.
    const end = right.and(page.locator('[data-part="rest"]')).last();
    expect(await copy(right.filter({ hasText: 'value150' }), end)).toBe(`${SUPPRESSION} const value150 = 1\n${LONG_LINE}`);
    const left = page.locator('.side[data-side="old"].is-removed .text');
    expect(await copy(left.filter({ hasText: 'value150' }), left.filter({ hasText: 'value151' }))).toBe(
      'const value150 = 150\nconst value151 = 151',
    );
  });

  test('breaks lines between words, or scrolls them sideways', async () => {
    await show('one?file=src%2Fb.js&line=151');
    const parts = page.locator('.side[data-side="new"].is-added .text[data-part="rest"]');
    await parts.first().waitFor();
    for (const text of await parts.allTextContents()) expect(text).toMatch(/^'word\d+'/);
    await page.getByRole('checkbox', { name: 'Wrap lines' }).uncheck();
    const bar = page.getByRole('region', { name: 'Scroll lines sideways' });
    await bar.waitFor();
    expect(await parts.count()).toBe(0);
    await page.getByRole('searchbox').fill('word29');
    await page.keyboard.press('Enter');
    // The match is far to the right of the window until the lines are scrolled.
    const isHitVisible = `document.querySelector('.hit.current')?.getBoundingClientRect().right < innerWidth`;
    await expect.poll(() => page.evaluate(isHitVisible), { timeout: 10_000 }).toBe(true);
    expect(await page.evaluate(`document.querySelector('.sideways-bar').scrollLeft`)).toBeGreaterThan(0);
    await page.reload();
    await bar.waitFor();
    await page.getByRole('checkbox', { name: 'Wrap lines' }).check();
    await bar.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
});

describe.skipIf(isWithoutBrowser)('all candidates', () => {
  beforeEach(() => open(), 60_000);

  test('are compared by their changes, with a link to each', async () => {
    await show('two');
    await page.getByRole('link', { name: 'Compare all' }).click();
    await page.getByRole('heading', { level: 1, name: 'All candidates' }).waitFor();
    const table = page.getByRole('region', { name: 'Changes by candidate' });
    await table.getByText('only here').waitFor();
    const names = await table.locator('thead th').allTextContents();
    const cells = async (text: string) => {
      const row = table.locator('tr:has(th[scope="row"])', { hasText: text }).locator(':is(th, td)');
      const texts = await row.allTextContents();
      return { one: texts[names.indexOf('one')], two: texts[names.indexOf('two')] };
    };
    const [first, second] = names.indexOf('one') < names.indexOf('two') ? ['one', 'two'] : ['two', 'one'];
    expect(await cells(`const value40 = '${first}'`)).toEqual({ [first]: 'A', [second]: 'B' });
    expect(await cells('only here')).toEqual({ one: '–', two: 'A' });
    // Where candidates differ, both versions are shown at once.
    expect(await table.locator('.version pre').first().textContent()).toBe(
      `- const value40 = 40\n+ const value40 = '${first}'\n`,
    );
    await page.getByText(/^Different 1$/).click();
    await page.getByText('only here').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'version B, in the diff of' }).click();
    await marked().waitFor();
    expect(await marked().textContent()).toBe(`const value40 = '${second}'`);
    expect(problems).toEqual([]);
  });
});

describe.skipIf(isWithoutBrowser)('in a report file', () => {
  test('lines have addresses, candidates are compared, and hidden lines cannot be shown', async () => {
    const file = join(folder, 'report.html');
    await runHydra(['report', run, '--html', file], folder);
    ({ page, context, problems } = await openWindow());
    await page.goto(pathToFileURL(file).href);
    await page.locator('main h1').waitFor();
    await show('one?file=src%2Fa.js&line=280');
    await marked().waitFor();
    expect(await isInView(markedRow)).toBe(true);
    expect(await page.getByRole('button', { name: /hidden lines|20 lines/ }).count()).toBe(0);
    await show('one?file=src%2Fa.js&line=120');
    await page.getByText('is not in this diff').waitFor();
    await show('one?all=1');
    await page.getByText('only here').waitFor();
    expect(problems).toEqual([]);
  }, 60_000);
});

describe.skipIf(isWithoutBrowser).each([
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 768, height: 900, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 1920, height: 1000, colorScheme: 'light' },
] as const)('at $width px, $colorScheme', (look) => {
  test('the diff fits, shows its code in most of the window, and axe finds no serious problem', async () => {
    await open(look);
    await show('one?all=1');
    await page.locator('.version').first().waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const view of ['one?file=src%2Fa.js&line=280', 'one/two']) {
      await show(view);
      await page.locator('.tok-word').first().waitFor();
      expect(await horizontalOverflow(page)).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
      const top = (await page.locator('.diff-lines').boundingBox())?.y ?? 9999;
      expect(top).toBeLessThan(look.width < 800 ? 340 : 240);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await goTo(page, `#/run/${run}/logs/one/test/stdout`);
    await page.locator('.log-row').first().waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  }, 120_000);
});
