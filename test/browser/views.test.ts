// The diff, the log and the test matrix in a real browser, with very large and with hostile input.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, horizontalOverflow, isWithoutBrowser, openWindow } from './open-page.ts';
import { type Harness, startHarness } from './views-harness.ts';

const HARM = '</script><script>window.harmed = 1</script><img src=x onerror="window.harmed = 1">\u202egnp.exe\u001b[31m\u200b';
const SEEN = '</script><script>window.harmed = 1</script><img src=x onerror="window.harmed = 1">\\u202egnp.exe';

let harness: Harness;
const opened: string[][] = [];

beforeAll(async () => {
  if (!isWithoutBrowser) harness = await startHarness();
}, 120_000);
afterAll(() => harness?.close());
afterEach(() => expect(opened.splice(0).flat()).toEqual([]));

async function open(width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const { page, problems } = await openWindow({ width, colorScheme });
  opened.push(problems);
  await page.goto(harness.address);
  await page.waitForFunction('window.showLog !== undefined');
  return page;
}

function showDiff(page: Page, props: object): Promise<void> {
  return page.evaluate(`window.showDiff(${JSON.stringify(props)})`);
}

/** `source` is an expression that the page understands. */
function showLog(page: Page, source: string, props: object = {}): Promise<void> {
  return page.evaluate(`window.showLog(${source}, ${JSON.stringify(props)})`);
}

function patchOf(path: string, lines: number): string {
  const removed = Array.from({ length: lines }, (_, at) => `-const value${at} = ${at};`).join('\n');
  const added = Array.from({ length: lines }, (_, at) => `+const value${at} = ${at} + 1;`).join('\n');
  const head = `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n`;
  return `${head}@@ -1,${lines} +1,${lines} @@\n${removed}\n${added}\n`;
}

/** A folded line and a line after it. */
function longLinePatch(path: string): string {
  const head = `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n`;
  return `${head}@@ -1 +1,3 @@\n old\n+const long = '${'x'.repeat(20_000)}';\n+the last line\n`;
}

const NO_MARKS = { testPaths: [], findings: [] };
const rowCount = (page: Page, name: string) => page.locator(`.${name}`).count();

describe.skipIf(isWithoutBrowser)('a diff', () => {
  it('of 20,000 changed lines renders only the visible rows', async () => {
    const page = await open();
    await showDiff(page, { patch: patchOf('big.ts', 10_000), marks: NO_MARKS });
    await page.locator('.tok-word').first().waitFor();
    expect(await rowCount(page, 'diff-row')).toBeLessThan(120);
    await page.getByRole('region', { name: 'Changed lines' }).focus();
    await page.keyboard.press('End');
    await page.getByText('const value9999 = 9999 + 1;').waitFor();
    expect(await rowCount(page, 'diff-row')).toBeLessThan(120);
    await page.getByRole('searchbox').fill('VALUE5000 =');
    await page.keyboard.press('Enter');
    await page.locator('.hit.current').first().waitFor();
    expect(await page.locator('.hit.current').allTextContents()).toContain('value5000 =');
    expect(await page.getByRole('status').textContent()).toBe('1 of 2');
    await page.close();
  });

  it.each([
    { layout: 'Unified', side: '', lines: 5000 },
    { layout: 'Side by side', side: '[data-side="new"] ', lines: 5000 },
  ])('keeps a selection that is longer than the window, and copies its lines: $layout', async ({ layout, side, lines }) => {
    const page = await open(1600);
    await showDiff(page, { patch: patchOf('big.ts', lines) + longLinePatch('long.ts'), marks: NO_MARKS });
    await page.getByText(layout, { exact: true }).click();
    const text = (wanted: string) => page.locator(`${side}.text`, { hasText: wanted });
    const copied = () =>
      page.evaluate(`new Promise((done) => {
        addEventListener('copy', ({ clipboardData, defaultPrevented }) => done(defaultPrevented ? clipboardData.getData('text/plain') : 'not handled'), { once: true });
        document.execCommand('copy');
      })`);
    const scrollTo = (offset: number | string) => page.evaluate(`document.querySelector('.diff-lines').scrollTop = ${offset}`);
    const expected = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => `const value${from + at} = ${from + at} + 1;`);

    // From a line in the middle of the file to the end of another file, with a folded line between them.
    await page.getByRole('searchbox').fill('value3000 = 3000 + 1');
    await page.keyboard.press('Enter');
    await page.locator('.hit.current').first().waitFor();
    const start = Number(await page.evaluate(`document.querySelector('.diff-lines').scrollTop`));
    await page.getByRole('searchbox').fill('');
    await text('value3000 = 3000 + 1').click({ position: { x: 2, y: 10 } });
    await scrollTo(0);
    await text('value4999 = 4999 + 1').waitFor({ state: 'detached' });
    await scrollTo('1e9');
    await text('the last line').waitFor();
    const box = await text('the last line').boundingBox();
    await page.keyboard.down('Shift');
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 2, (box?.y ?? 0) + 10);
    await page.keyboard.up('Shift');
    const whole = [...expected(3000, lines), 'old', `const long = '${'x'.repeat(20_000)}';`, 'the last line'].join('\n');
    expect(await copied()).toBe(whole);
    expect(await rowCount(page, 'diff-row')).toBeLessThan(130);

    // Both ends are far away, and then visible again.
    await scrollTo(0);
    await text('the last line').waitFor();
    expect(await copied()).toBe(whole);
    await scrollTo(start);
    await text('value3001 = 3001 + 1').waitFor();
    expect(await copied()).toBe(whole);
    await page.close();
  });

  it('of 2,000 files can be browsed by keyboard', async () => {
    const page = await open();
    const patch = Array.from({ length: 2000 }, (_, at) => patchOf(`src/file${at}.ts`, 5)).join('');
    await showDiff(page, { patch, marks: NO_MARKS, place: { file: 'src/file1500.ts' } });
    const topPath = `[...document.querySelectorAll('.file-header')].map((head) => [head.getBoundingClientRect().top - document.querySelector('.diff-lines').getBoundingClientRect().top, head.querySelector('.path').textContent]).find(([top]) => top >= 0)[1]`;
    await page.locator('.path', { hasText: 'src/file1500.ts' }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.keyboard.press('p');
    await page.locator('.path', { hasText: 'src/file1501.ts' }).waitFor();
    expect(await rowCount(page, 'diff-row')).toBeLessThan(120);
    expect(await page.evaluate(topPath)).toBe('src/file1501.ts');
    await page.close();
  });

  it('folds and unfolds files, marks tests, and stores the layout', async () => {
    const page = await open();
    const place = { path: 'test/a.test.ts', start_line: 2, end_line: null };
    const finding = { id: 'test_removed', severity: 'error', message: `gone ${HARM}`, place, how_to_allow: null };
    const patch = patchOf('package-lock.json', 3) + patchOf('test/a.test.ts', 3);
    const props = { patch, marks: { testPaths: ['test/a.test.ts'], findings: [finding] }, place: { file: 'test/a.test.ts' } };
    await showDiff(page, props);
    // The default depends on the width.
    await page.locator('[data-mode="unified"] .diff-row.line').first().waitFor();
    await page.getByText('Side by side').click();
    await page.locator('.diff-row.pair').first().waitFor();
    expect(await page.locator('.note-row').allTextContents()).toEqual(['Folded: lockfile, 6 changed lines']);
    expect(await page.locator('.diff-row.pair').count()).toBe(3);
    expect(await page.locator('.file-header .badge').allTextContents()).toEqual(['test', 'error']);
    expect((await page.locator('.diff-row.finding').allTextContents()).join('')).toContain('gone </script>');
    await page.getByRole('button', { name: 'package-lock.json' }).first().press('Enter');
    await page.locator('.fold', { hasText: 'package-lock.json' }).click();
    await page.locator('.fold[aria-expanded="true"]', { hasText: 'package-lock.json' }).waitFor();
    expect(await page.locator('.diff-row.pair').count()).toBe(6);
    await page.getByText('Unified').click();
    await page.locator('.diff-row.line').first().waitFor();
    await page.reload();
    await page.waitForFunction('window.showDiff !== undefined');
    await showDiff(page, props);
    await page.locator('[data-mode="unified"] .diff-row.line').first().waitFor();
    await page.close();
  });

  it('shows hostile text as text', async () => {
    const page = await open();
    const path = 'src/x.html';
    const patch = patchOf(path, 1).replace('const value0 = 0 + 1;', HARM);
    await showDiff(page, { patch, marks: NO_MARKS, groups: [{ title: HARM, paths: [path] }] });
    await page.locator('.tok-word').first().waitFor();
    const text = (await page.locator('.diff-row.is-added .text').allTextContents()).join('');
    expect(text).toBe(`${SEEN}\\u001b[31m\\u200b`);
    expect(await page.locator('.diff-view script, .diff-view img').count()).toBe(0);
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    await page.close();
  });
});

describe.skipIf(isWithoutBrowser)('a log', () => {
  it('of 200 MB is read in pieces, and jumps to both ends', async () => {
    const page = await open();
    await showLog(page, 'window.madeLog(200_000_000)');
    await page.getByText('line 0 ').waitFor();
    await page.getByRole('region', { name: 'Log' }).focus();
    await page.keyboard.press('End');
    await page.getByText('line 3124999 ').waitFor();
    await page.keyboard.press('PageUp');
    await page.getByText('line 3124960 ').waitFor();
    await page.keyboard.press('Home');
    await page.getByText('line 0 ').waitFor();
    expect(await rowCount(page, 'log-row')).toBeLessThan(120);
    expect(await page.evaluate('window.bytesRead')).toBeLessThan(12_000_000);
    await page.close();
  });

  it('of 200 MB scrolls in both directions without losing a line', async () => {
    const page = await open();
    await showLog(page, 'window.madeLog(200_000_000)', { offset: 100_000_000 });
    await page.getByText('line 1562500 ').waitFor();
    const seen = await page.evaluate(`(async () => {
      const list = document.querySelector('.log-lines');
      const lines = () => [...document.querySelectorAll('.log-row')].map((row) => Number(/line (\\d+)/.exec(row.textContent)?.[1]));
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const gaps = [];
      const ends = [];
      for (const step of [3000, -3000]) {
        for (let count = 0; count < 120; count++) {
          list.scrollTop += step;
          await frame();
          const now = lines();
          for (let at = 1; at < now.length; at++) if (now[at] !== now[at - 1] + 1) gaps.push([now[at - 1], now[at]]);
        }
        ends.push(lines()[0]);
      }
      return { gaps, ends };
    })()`);
    const { gaps, ends } = seen as { gaps: number[][]; ends: number[] };
    expect(gaps).toEqual([]);
    expect(ends[0]).toBeGreaterThan(1_562_500 + 15_000);
    expect(Math.abs((ends[1] ?? 0) - 1_562_500)).toBeLessThan(1_000);
    await page.close();
  });

  it('finds words, scrolls to them, and counts them', async () => {
    const page = await open();
    await showLog(page, 'window.madeLog(200_000_000)', { query: 'line 2000000 ' });
    await page.locator('.current-line').waitFor();
    expect(await page.locator('.hit.current').textContent()).toBe('line 2000000 ');
    await showLog(page, `window.textLog(${JSON.stringify('one fail\ntwo\nfail Fail\n'.repeat(2))})`);
    await page.getByRole('searchbox').fill('fail');
    const status = page.getByRole('status');
    await page.getByText('1 of 6').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await status.textContent()).toBe('3 of 6');
    expect(await page.locator('.hit.current').textContent()).toBe('Fail');
    await page.keyboard.press('Shift+Enter');
    expect(await page.locator('.hit.current').textContent()).toBe('fail');
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByText('no matches').waitFor();
    await page.close();
  });

  it('folds very long lines, and unfolds them for a match or on request', async () => {
    const page = await open();
    const long = (word: string) => `${word} ${'.'.repeat(18_000)}needle ${word}${'.'.repeat(2000)}`;
    await showLog(page, `window.textLog(${JSON.stringify(`first\n${long('red')}\n${long('blue')}\nlast`)})`);
    await page.getByText('last', { exact: true }).waitFor();
    const more = page.getByRole('button', { name: /^Show 1\d,\d{3} more characters of this line$/ });
    expect([await more.count(), await rowCount(page, 'log-row')]).toEqual([2, 12]);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('searchbox').fill('needle blue');
    const hit = page.locator('.hit.current', { hasText: 'needle blue' });
    await hit.waitFor();
    const inView = `(() => {
      const [row, list] = ['.hit.current', '.log-lines'].map((name) => document.querySelector(name).getBoundingClientRect());
      return row.top >= list.top && row.bottom <= list.bottom;
    })()`;
    expect(await page.evaluate(inView)).toBe(true);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('region', { name: 'Log' }).focus();
    await page.keyboard.press('Home');
    await page.getByText('first', { exact: true }).waitFor();
    expect(await more.count()).toBe(1);
    await more.focus();
    await page.keyboard.press('Enter');
    await more.waitFor({ state: 'detached' });
    expect(await page.getByText('first', { exact: true }).isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('needle red');
    await page.locator('.hit.current', { hasText: 'needle red' }).waitFor();
    expect(await page.evaluate(inView)).toBe(true);
    await page.close();
  });

  it('without line breaks can be scrolled to its end', async () => {
    const page = await open();
    await page.setViewportSize({ width: 1280, height: 1400 });
    await showLog(page, `window.textLog('x'.repeat(4_000_000) + '\\nthe end')`);
    await page.locator('.log-row').first().waitFor();
    await page.evaluate(`(async () => {
      const list = document.querySelector('.log-lines');
      const isAtEnd = () => document.querySelector('.log-view').textContent.includes('the end');
      for (let count = 0; count < 200 && !isAtEnd(); count++) {
        list.scrollTop += 200;
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      }
    })()`);
    await page.getByText('the end').waitFor();
    await page.close();
  });

  it('shows hostile text as text, in its ANSI colors', async () => {
    const page = await open();
    const text = `${HARM}\u001b[0m\n10%\r20%\rdone\n\u001b[31mred\u001b[0m`;
    await showLog(page, `window.textLog(${JSON.stringify(text).replaceAll('<', '\\u003c')})`);
    await page.locator('.fore-1', { hasText: 'red' }).waitFor();
    expect(await page.locator('.log-row .text').allTextContents()).toEqual([`${SEEN}\\u200b`, 'done 2 overwritten', 'red']);
    await page.getByLabel('Show overwritten').check();
    await page.getByText('10%').waitFor();
    expect(await page.locator('.log-view script, .log-view img').count()).toBe(0);
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(await page.locator('a.log-mark').last().getAttribute('href')).toMatch(/^#at-\d+$/);
    await page.close();
  });

  it('shows an error when a part cannot be read, and retries', async () => {
    const page = await open();
    const broken = `((log) => ({ ...log, read: (...place) => (window.isHealed ? log.read(...place) : Promise.reject(new Error('gone'))) }))`;
    await showLog(page, `${broken}(window.madeLog(1000))`);
    await page.getByText('Part of the log could not be read: gone').waitFor();
    await page.evaluate('window.isHealed = true');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('line 0 ').waitFor();
    await page.close();
  });
});

describe.skipIf(isWithoutBrowser).each([
  [1280, 'light'],
  [1280, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const)('at %i px, %s', (width, scheme) => {
  it('fits, and axe finds no serious problem', async () => {
    const page = await open(width, scheme);
    const place = { path: 'src/b.ts', start_line: 2, end_line: null };
    const findings = (['error', 'warning', 'info'] as const).map((severity) => ({
      id: 'x',
      severity,
      message: HARM,
      place,
      how_to_allow: null,
    }));
    const patch = patchOf('package-lock.json', 3) + patchOf('src/b.ts', 30);
    await showDiff(page, { patch, marks: { testPaths: ['src/b.ts'], findings }, place: { file: 'src/b.ts' } });
    await page.locator('.tok-word').first().waitFor();
    await page.getByRole('searchbox').fill('value1');
    await page.keyboard.press('Enter');
    await page.locator('.hit.current').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    const codes = [...Array(16).keys()].map(
      (at) => `\u001b[${at < 8 ? 30 + at : 82 + at}mfore\u001b[0;${at < 8 ? 40 + at : 92 + at}mback\u001b[0m`,
    );
    const text = `${codes.join('\n')}\n\u001b[2mdim\u001b[7minverse\u001b[0m\n${'long '.repeat(200)}\n`;
    await showLog(page, `window.textLog(${JSON.stringify(text)})`, { query: 'back' });
    await page.locator('.hit.current').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await page.close();
  });
});

describe.skipIf(isWithoutBrowser)('the test matrix', () => {
  const names = [...Array(9).keys()].map((at) => `candidate-${at}`).concat(`a.${'very-long-name'.repeat(4)}`);
  const outcomes = Object.fromEntries(names.map((name, at) => [name, at % 3 === 0 ? 'fail' : 'pass']));
  const failures = Object.fromEntries(names.map((name) => [name, `${HARM}\n\tsecond line of ${name}`]));
  const rows = [...Array(300).keys()].map((at) => ({
    ...{ id: `test/a.test.ts > suite > case ${at}`, path: 'test/a.test.ts', base: 'cannot_load', isScored: true },
    ...{ outcomes, failures: at % 2 === 0 ? failures : {} },
  }));
  const showMatrix = (page: Page, count: number) => {
    const groups = [{ title: 'Tests of fix', check: 'cross.fix', rows: rows.slice(0, count) }];
    return page.evaluate(`window.showMatrix(${JSON.stringify({ names, groups })})`);
  };

  it.each([360, 800])('shows 300 rows of 10 candidates at %i px in its own scroll area', async (width) => {
    const page = await open(width);
    await showMatrix(page, 300);
    await page.getByRole('region', { name: 'Test results by candidate' }).waitFor();
    expect(await page.locator('.matrix th[scope=row]').count()).toBe(100);
    await page.getByRole('button', { name: 'Show all 300 tests' }).click();
    expect(await page.locator('.matrix th[scope=row]').count()).toBe(300);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    // The names of tests and candidates stay visible.
    const edges = await page.evaluate(`(() => {
      const frame = document.querySelector('.matrix-scroll');
      frame.scrollTo(150, 2000);
      const { top, left } = frame.getBoundingClientRect();
      const boxOf = (part) => document.querySelector('.matrix ' + part).getBoundingClientRect();
      return [frame.scrollLeft, boxOf('thead th:nth-child(5)').top - top, boxOf('tbody tr:last-child th').left - left];
    })()`);
    expect(edges).toEqual([150, 1, 1]);
    await page.close();
  });

  it.each([
    [360, 'dark'],
    [1280, 'light'],
  ] as const)('shows the message of a failing cell by keyboard, as text, at %i px', async (width, scheme) => {
    const page = await open(width, scheme);
    await showMatrix(page, 4);
    const cell = page.getByRole('button', { name: 'fail on candidate-3, show message' }).first();
    await cell.press('Enter');
    expect(await cell.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('.failure-message').allTextContents()).toEqual([
      `${SEEN}\\u001b[31m\\u200b\n\tsecond line of candidate-3`,
    ]);
    expect(await page.locator('.matrix script, .matrix img').count()).toBe(0);
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(await accessibilityProblems(page)).toEqual([]);
    await cell.press('Enter');
    expect(await page.locator('.failure-message').count()).toBe(0);
    await page.close();
  });
});

it.skipIf(isWithoutBrowser)('loads the syntax highlighting as a separate script', () => {
  expect(harness.requested).toContain('/highlight-code.js');
});
