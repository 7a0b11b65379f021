// Tests about the task on the page and in the report file: results by candidate, and their effect on the scores.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHydra } from '../integration/run-hydra.ts';
import { accessibilityProblems, goTo, isWithoutBrowser, openWindow, type Server, startUi } from './open-page.ts';
import { ATTACK, type Sample } from './sample-run.ts';
import { makeTaskSample } from './task-sample.ts';

describe.skipIf(isWithoutBrowser)('tests about the task', () => {
  let sample: Sample;
  let server: Server;
  let report: string;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    sample = await makeTaskSample();
    server = await startUi(sample.folder);
    const file = join(sample.folder, 'report.html');
    await runHydra(['report', sample.run, '--html', file], sample.folder);
    report = pathToFileURL(file).href;
  }, 180_000);

  beforeEach(async () => {
    ({ page, problems } = await openWindow());
    await page.goto(await server.newAddress());
    await goTo(page, `#/run/${sample.run}`);
  });
  afterEach(async () => {
    expect(await page.evaluate('window.obeyed')).toBeUndefined();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const rowsOf = async () => (await page.locator('.matrix tr:has(> th[scope=row])').allInnerTexts()).map(plain);

  test('lists the deciding tests with the candidates that pass and fail them', async () => {
    const section = page.getByRole('region', { name: 'Tests about the task' });
    await section.getByRole('heading', { name: 'Deciding tests' }).waitFor();
    const [first = '', second = ''] = (await section.locator('.separating li').allInnerTexts()).map(plain);
    expect(first).toContain('dashes test/slug.test.js passes fix.v2 and source fails partial and wrong by fix.v2');
    expect(first).toContain("expected: 'a'");
    expect(second).toContain(`empty ${ATTACK} test/slug.test.js passes fix.v2, source and partial fails wrong`);
    expect(second).toContain(`wrong for empty: ${ATTACK} safe\\u202etxt.exe`);
  });

  test('states the number of acceptance tests and the reasons of the gate', async () => {
    await page.getByText('2 acceptance tests; 1 of them passes on the base and says nothing about the task.').waitFor();
    const lines = (await page.locator('.task-tests .compact-list li').allInnerTexts()).map(plain);
    expect(lines).toEqual([
      'pass fix.v2, source, partial and wrong: passes all 2 acceptance tests',
      'fail lazy: fails 1 of 2 acceptance tests: test/accept.test.js > not empty',
    ]);
  });

  test('shows every result, the message of a failure, and a link to its log', async () => {
    expect((await page.locator('.matrix thead th').allInnerTexts()).map(plain)).toEqual([
      ...['test', 'base', 'fix.v2', 'source', 'partial', 'wrong', 'lazy'],
    ]);
    expect(await rowsOf()).toEqual([
      'not empty ✗ fail ✓ pass ✓ pass ✓ pass ✓ pass ✗ fail',
      'old ✓ pass ✓ pass ✓ pass ✓ pass ✓ pass ✓ pass',
      'dashes ✗ fail ✓ pass ✓ pass ✗ fail ✗ fail – not run',
      `empty ${ATTACK} ✗ fail ✓ pass ✓ pass ✓ pass ✗ fail – not run`,
    ]);
    await page.getByRole('button', { name: 'fail on wrong, show message' }).last().press('Space');
    const message = page.locator('.matrix .message');
    expect(await message.locator('pre').innerText()).toContain(`wrong for empty: ${ATTACK} safe\\u202etxt.exe`);
    await message.getByRole('link', { name: 'view log' }).click();
    await page.getByRole('heading', { name: 'Logs of wrong' }).waitFor();
    expect(page.url()).toContain(`#/run/${sample.run}/logs/wrong/cross.fix.v2/stdout?q=empty`);
    expect(plain(await page.locator('.side-nav [aria-current]').innerText())).toBe('tests of fix.v2 exit 1');
    await page.getByText('not ok 2 - empty').first().waitFor();
  });

  test('lists uncounted tests with the reason, collapsed at first', async () => {
    expect(await page.getByText('test/slug.test.js > one word').isVisible()).toBe(false);
    await page.getByText('1 test not counted').click();
    const list = page.locator('.uncounted-tests');
    expect(plain(await list.innerText())).toContain(
      'They pass on the base, or there with only comments added, so they say nothing about the task 1',
    );
    expect(await page.getByText('test/slug.test.js > one word').isVisible()).toBe(true);
  });

  test('moves to a failing result with j, and to the diff of its candidate with d', async () => {
    // Five candidates come first, then the rows with failures.
    for (let step = 0; step < 7; step += 1) await page.keyboard.press('j');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('fail on partial, show message');
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: /partial against/ }).waitFor();
  });

  test('shows the share of each dimension per candidate, and why one does not apply', async () => {
    const scores = async (name: string) => {
      await goTo(page, `#/run/${sample.run}?candidate=${name}&pane=score`);
      return (await page.locator('.pane-scores tbody tr').allInnerTexts()).map((text) => plain(text));
    };
    expect(await scores('fix.v2')).toEqual([
      'Tests 100.0 35.3 of 35.3',
      'Acceptance tests 100.0 23.5 of 23.5',
      'Cross-tests 100.0 23.5 of 23.5',
      'Diff scope 100.0 17.6 of 17.6',
      'Build – no build command is configured',
      'Lint – no lint command is configured',
      expect.stringMatching(/^Speed – /),
    ]);
    expect((await scores('partial'))[2]).toBe('Cross-tests 50.0 11.8 of 23.5');
  });

  test('shows the totals of the scoring module when a weight changes', async () => {
    await page.getByText('other weights').click();
    await page.getByRole('slider', { name: 'Cross-tests' }).fill('65');
    await page.getByRole('slider', { name: 'Acceptance tests' }).fill('0');
    await page.getByText('What if: ').waitFor();
    const totals = await page.locator('.fact-table td.score .number').allInnerTexts();
    const weights = ['cross_tests=65', 'acceptance=0'].flatMap((weight) => ['--weight', weight]);
    const { stdout } = await runHydra(['replay', sample.run, ...weights, '--json'], sample.folder);
    const replayed = JSON.parse(stdout) as { rankings: { agent: string; total: number }[] };
    expect(totals).toEqual(replayed.rankings.map(({ total }) => total.toFixed(1)));
    expect(await page.locator('.candidate-line a').allInnerTexts()).toEqual(replayed.rankings.map(({ agent }) => agent));
    expect(await page.locator('.toml').innerText()).toContain('acceptance = 0\ncross_tests = 65\n');
  });

  test('lists the tests behind the score of one candidate', async () => {
    await goTo(page, `#/run/${sample.run}/why/partial/cross_tests`);
    expect((await page.locator('.evidence-list').allInnerTexts()).map(plain)).toEqual([
      expect.stringMatching(/^Fails 1 test\/slug.test.js > dashes Tests of fix.v2 .*wrong dashes expected: 'a'/),
      `Passes 1 test/slug.test.js > empty ${ATTACK} Tests of fix.v2`,
    ]);
    await goTo(page, `#/run/${sample.run}/why/fix.v2/cross_tests`);
    await page.getByText("The candidate's own tests do not count for it.").waitFor();
    await goTo(page, `#/run/${sample.run}/why/lazy/acceptance`);
    expect((await page.locator('.evidence-list h3').allInnerTexts()).map(plain)).toEqual(['Fails 1', 'Passes 1']);
    await goTo(page, `#/run/${sample.run}/why/lazy/coverage`);
    await page.getByText('No coverage data: it is unknown which changed lines the tests execute.').waitFor();
  });

  test('shows the coverage of the change in the score details', async () => {
    for (const view of ['', '/coverage']) {
      await goTo(page, `#/run/${sample.run}/why/fix.v2${view}`);
      await page.getByText('Tests about the task execute 2 of 2 changed lines.').waitFor();
      const files = page.locator('.evidence-list', { hasText: 'Files' });
      expect(plain(await files.innerText())).toBe('Files 1 src/slug.js 2 of 2 changed lines');
    }
    await page.locator('.evidence-list').getByRole('link', { name: 'src/slug.js' }).click();
    await page.waitForURL(/\/diff\/fix\.v2/);
  });

  test('shows the same in the report file', async () => {
    const onPage = await rowsOf();
    await page.goto(report);
    await page.locator('.matrix').waitFor();
    expect(await rowsOf()).toEqual(onPage);
    await page.getByRole('button', { name: 'fail on partial, show message' }).click();
    await page.locator('.matrix .message').getByRole('link', { name: 'view log' }).click();
    await page.getByText('not ok 3 - dashes').first().waitFor();
  });

  test.each([
    { width: 360, height: 740, colorScheme: 'dark' },
    { width: 1280, height: 800, colorScheme: 'light' },
  ] as const)(
    'fits $width px, and axe finds no serious problem in $colorScheme mode',
    async (look) => {
      const { page: own, context } = await openWindow(look);
      await own.goto(await server.newAddress());
      for (const view of ['', '/why/wrong/cross_tests', '/why/lazy/acceptance', '/logs/wrong/cross.fix.v2']) {
        await goTo(own, `#/run/${sample.run}${view}`);
        for (const closed of await own.locator('.task-tests details:not([open]) summary').all()) await closed.click();
        const cells = own.locator('.matrix button');
        if ((await cells.count()) > 0) await cells.last().click();
        expect(await own.evaluate('document.documentElement.scrollWidth - innerWidth'), view).toBeLessThanOrEqual(0);
        expect(await accessibilityProblems(own), view).toEqual([]);
      }
      await context.close();
    },
    120_000,
  );
});
