// The page in a real browser with a real run: every view, by mouse and by keyboard, on small screens and in dark mode.
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { git } from '../temporary-repository.ts';
import {
  accessibilityProblems,
  goTo,
  horizontalOverflow,
  isWithoutBrowser,
  openWindow,
  type Server,
  servePage,
  startUi,
} from './open-page.ts';
import { ATTACK, makeSample, type Sample } from './sample-run.ts';

let sample: Sample;
let server: Server;

describe.skipIf(isWithoutBrowser)('the page', () => {
  let page: Page;
  let problems: string[];

  servePage(makeSample, (served) => {
    ({ scene: sample, server, page, problems } = served);
  });
  afterEach(async () => {
    expect(await page.evaluate('window.obeyed')).toBeUndefined();
    expect(problems).toEqual([]);
  });

  const text = (selector: string) => page.locator(selector).first().innerText();

  test('lists and filters the runs, and keeps the filter in the address', async () => {
    expect(page.url()).toBe(`${server.origin}/`);
    expect(await page.locator('.run').count()).toBe(1);
    expect(await text('.run-task')).toBe(`mend it ${ATTACK} safe\\u202etxt.exe …`);
    expect((await text('.run-candidates')).replace(/\s+/g, ' ')).toMatch(
      /^✓ winner good 100\.0 wordy [\d.]+ cannot be merged: s/,
    );
    expect(await text('.run-verdict')).toBe('decided by quality');
    await page.getByLabel('Filter runs').fill('nowhere');
    await page.getByText('No runs match the filter.').waitFor();
    expect(page.url()).toBe(`${server.origin}/#/?q=nowhere`);
    await page.getByLabel('Filter runs').fill('wordy quality');
    expect(await page.locator('.run').count()).toBe(1);
  });

  test('shows the winner, the reason of every other candidate, and suspicious changes', async () => {
    await goTo(page, `#/run/${sample.run}`);
    expect(await text('h1')).toBe('good wins');
    const rows = await page.locator('.fact-table tr[data-candidate] .candidate-line').allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
      '1 good winner',
      '2 wordy',
      '– slow breaks 1 test',
      '– sly changes the tests 1 warning',
    ]);
    expect(await text('tr[data-candidate=slow] .reason')).toBe('broken: stays quick');
    expect(await text('tr[data-candidate=wordy] .reason')).toBe('the same test results, 30 more lint findings, 30 more lines');
    expect(await page.locator('.divider').allInnerTexts()).toEqual(['CANNOT BE MERGED however high the score']);
    expect(await page.locator('.verdict .candidate-facts li').allInnerTexts()).toEqual([
      '✓fixes 1 of 1 failing test',
      '✓breaks none of 2 passing tests',
      '✓no new lint',
      '2 lines in 1 file',
      '✓confirmed by an independent run',
    ]);
    expect(await text('.verdict-out')).toBe('Cannot be merged: slow breaks 1 test, sly changes the tests.');
  });

  test('opens on the worst candidate, with the lines of each finding', async () => {
    await goTo(page, `#/run/${sample.run}`);
    expect(await text('.candidate-pane h2')).toBe('sly');
    expect(await text('.finding-group h3')).toBe('error changes the tests');
    await page.locator('.excerpt .removed').first().waitFor();
    expect(await text('.finding figcaption')).toMatch(/^test\.sh:\d+$/);
    expect(await page.getByText('under [scoring.integrity').first().isVisible()).toBe(false);
    await page.getByText('How to allow this').first().click();
    await page.getByText('under [scoring.integrity').first().waitFor();
  });

  test('shows the selected candidate beside the table without loading the page again', async () => {
    await goTo(page, `#/run/${sample.run}`);
    await page.evaluate('window.kept = true');
    await page.locator('tr[data-candidate=slow]').click();
    expect(await text('.candidate-pane h2')).toBe('slow');
    expect(page.url()).toContain('candidate=slow');
    const pane = page.getByRole('region', { name: 'Details of slow' });
    for (const [tab, shown] of [
      ['Diff', 'Open the whole diff'],
      ['Tests', 'stays quick'],
      ['Logs', 'exit 1'],
      ['Score', 'Every formula with its numbers'],
      ['Evidence', 'No suspicious change was found.'],
    ] as const) {
      await pane.getByRole('button', { name: tab }).click();
      await pane.getByText(shown).first().waitFor();
      expect(await accessibilityProblems(page), tab).toEqual([]);
    }
    expect(await page.evaluate('window.kept')).toBe(true);
    await page.keyboard.press('l');
    await page.getByRole('heading', { name: 'Logs of slow' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Details of slow' }).waitFor();
  });

  test('shows the tests that moved, each failure with its message and its place in the log', async () => {
    await goTo(page, `#/run/${sample.run}`);
    const table = page.getByRole('table', { name: 'Tests of the base whose result changed, by candidate' });
    const rows = (await table.locator('tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
    expect(rows.find((row) => row.startsWith('stays quick'))).toBe('stays quick ✓ passes ✓ passes ✓ passes ✗ broken gone');
    const failure = table.locator('.failure');
    const opened = async () => (await failure.innerText()).replace(/\s+/g, ' ');

    const mends = table.locator('tr', { hasText: 'mends' });
    await mends.getByRole('button', { name: 'fails on the base, show message' }).press('Enter');
    await failure.getByText('view log').waitFor();
    expect(await opened()).toBe('Failure on the base, view log The runner printed no message for this test.');
    expect(await failure.getByRole('link').getAttribute('href')).toContain(`/run/${sample.run}/logs/base/test/stdout?q=mends`);
    await mends.getByRole('button', { name: 'fails on the base, show message' }).press('Enter');
    expect(await failure.count()).toBe(0);

    const broken = table.getByRole('button', { name: 'broken on slow, show message' });
    await broken.click();
    await failure.locator('pre').waitFor();
    // What follows the details of the test in the log is not part of the message.
    expect(await opened()).toBe('Failure on slow, view log expected <b>1</b> s, got 5 s');
    expect(await broken.getAttribute('aria-expanded')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await failure.getByRole('link', { name: 'view log' }).click();
    await page.getByRole('heading', { name: 'Logs of slow' }).waitFor();
    await page.getByText('not ok 3 - stays quick').first().waitFor();
  });

  test('lists the executions with their reasons', async () => {
    await goTo(page, `#/run/${sample.run}`);
    expect(await page.getByRole('table', { name: 'Executions' }).count()).toBe(0);
    await page.locator('.executions summary').press('Enter');
    const table = page.getByRole('table', { name: 'Executions in the order in which they ended' });
    await table.waitFor();
    expect(await text('.executions > p')).toMatch(/^\d+ executions, \d+\.\d s of check time; \d+ whole test runs for 5 trees\.$/);
    const rows = (await table.locator('tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
    expect(rows).toContainEqual(expect.stringMatching(/^base test exit code 1 baseline [\d.]+ m?s$/));
    expect(rows).toContainEqual(
      expect.stringMatching(
        /^sly test, with the base's tests passed the candidate changed tests or settings; the base's decide what regressed [\d.]+ m?s$/,
      ),
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await table.locator('tr', { hasText: 'slow' }).getByRole('link', { name: 'test', exact: true }).click();
    await page.getByRole('heading', { name: 'Logs of slow' }).waitFor();
    expect(page.url()).toContain(`#/run/${sample.run}/logs/slow/test/stdout`);
  });

  test('sorts by a column in both directions, and updates the ranking when a weight changes', async () => {
    await goTo(page, `#/run/${sample.run}`);
    const names = () => page.locator('.candidate-line a').allInnerTexts();
    const byRank = await names();
    await page.getByRole('button', { name: 'broken', exact: true }).click();
    expect(page.url()).toContain('sort=broken');
    expect((await names()).at(-1)).toBe('slow');
    await page.locator('.sort', { hasText: 'broken' }).click();
    expect((await names())[0]).toBe('slow');
    expect(await page.locator('th[aria-sort=descending]').innerText()).toBe('broken ↑');
    await page.locator('.sort', { hasText: 'broken' }).click();
    expect(await names()).toEqual(byRank);

    const scoreOfWordy = 'tr[data-candidate=wordy] td.score';
    const own = await text(scoreOfWordy);
    await page.getByText('other weights').click();
    await page.getByRole('slider', { name: 'Lint' }).fill('90');
    await page.getByText('What if: good wins').waitFor();
    expect(await text('.what-if-ranking')).toMatch(
      /^With these weights: 1 good \d+\.\d · 2 wordy \d+\.\d · – slow \d+\.\d · – sly \d+\.\d$/,
    );
    expect(await text('.toml')).toBe(
      '[scoring.weights]\nbuild = 30\ntests = 30\nacceptance = 20\ncross_tests = 20\nlint = 90\ndiff_scope = 15\nspeed = 10\ncost = 0\nsecurity = 0\ncoverage = 0',
    );
    const less = await text(scoreOfWordy);
    expect(Number(less)).toBeLessThan(Number(own));
    await page.reload();
    await page.getByText('What if: good wins').waitFor();
    await page.getByRole('link', { name: 'Score', exact: true }).click();
    await page.getByText('these are not the weights of the run').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('What if: good wins').waitFor();
    expect(await text(scoreOfWordy)).toBe(less);
    await page.getByRole('button', { name: 'Reset weights' }).click();
    expect(await text('h1')).toBe('good wins');
    expect(await text(scoreOfWordy)).toBe(own);
  });

  test('shows each formula step by step, and evidence with links to the log', async () => {
    await goTo(page, `#/run/${sample.run}/why/slow/tests`);
    expect((await page.locator('.score-words tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '))).toEqual([
      '2 of 3 tests pass 66.7',
      '1 test that passed on the base is broken −30.0',
      'score 36.7',
    ]);
    await page.getByText('Check it').click();
    const steps = (await page.locator('.steps li').allInnerTexts()).map((step) => step.replace(/\s+/g, ' '));
    expect(steps).toContain(
      'pass_rate = if executed == 0 then 0 else A_pass / executed = if 3 == 0 then 0 else 2 / 3 = 0.66666667',
    );
    const regressed = page.locator('.evidence-list', { hasText: 'Regressed' });
    expect(await regressed.locator('a').innerText()).toContain('stays quick');
    await regressed.locator('a').click();
    await page.getByRole('heading', { name: 'Logs of slow' }).waitFor();
    expect(page.url()).toContain(`#/run/${sample.run}/logs/slow/test/stdout?q=stays+quick`);
    await page.getByText('not ok 3 - stays quick').first().waitFor();

    await goTo(page, `#/run/${sample.run}/why/wordy/lint`);
    expect((await page.locator('.evidence-list li').first().innerText()).replace(/\s+/g, ' ')).toContain(
      'warning code.c:2 use <b>let</b> instead of var',
    );
    await goTo(page, `#/run/${sample.run}/why/sly`);
    const gates = (await page.locator('.gates li').allInnerTexts()).map((gate) => gate.replace(/\s+/g, ' '));
    expect(gates).toContain('pass build passes the build passes');
    // Every error and warning links to its lines or to the diff.
    const suspicious = page.locator('.finding-group .finding');
    await suspicious.locator('figure').first().waitFor();
    for (const finding of await suspicious.all())
      expect(await finding.locator('a').first().getAttribute('href')).toContain(`/run/${sample.run}/diff/sly`);
    await goTo(page, `#/run/${sample.run}/why/good/diff_scope`);
    expect((await page.locator('.files tbody tr').innerText()).replace(/\s+/g, ' ')).toBe('code.c modified +1 −1 2');
  });

  test('shows hostile diffs, names and logs as text', async () => {
    await goTo(page, `#/run/${sample.run}/diff/sly`);
    await page.getByText(ATTACK.slice(0, 30)).first().waitFor();
    // Lost tests are shown at the lines of the test script that lost them.
    await page.getByText(/^2 tests of the base no longer run, because of the candidate's changes to tests/).waitFor();
    await goTo(page, `#/run/${sample.run}/diff/sly/good`);
    await page.getByText(ATTACK.slice(0, 30)).first().waitFor();
    await goTo(page, `#/run/${sample.run}/logs/good/test/stdout`);
    await page.getByText("<img src=x onerror='window.obeyed=1'>").first().waitFor();
    await goTo(page, `#/run/${sample.run}/why/sly/diff_scope`);
    expect(await text('.files')).toContain('safe\\u202etxt.exe');
    for (const hash of ['#/run/..%2f..%2fetc', '#/run/%E0%A4%A/why/x', `#/run/${sample.run}/logs/..%2f..%2f/x`]) {
      await goTo(page, hash);
      expect(await page.locator('main').innerText()).not.toBe('');
    }
    // These addresses are invalid, so their requests fail.
    problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes('Failed to load resource')));
  });

  test('reaches every view by keyboard', async () => {
    const press = (key: string) => page.keyboard.press(key);
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
    await press('/');
    await page.keyboard.type('mend');
    await press('Escape');
    await press('j');
    await press('Enter');
    await heading('good wins');
    await press('j');
    await press('j');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('wordy');
    await press('k');
    await press('j');
    await press('w');
    await heading(/wordy/);
    for (const _step of [1, 2, 3]) await press('j');
    await press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Tests' }).waitFor();
    await press('d');
    await heading(/wordy against/);
    await press('l');
    await heading('Logs of wordy');
    await press('m');
    await heading('Merge wordy');
    await page.getByRole('button', { name: 'Merge into main' }).waitFor();
    await press('?');
    expect(await page.getByRole('dialog').innerText()).toContain('next and previous row');
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await press('Escape');
    await heading('good wins');
    await press('Escape');
    await heading('Runs');
  });

  test('merges a mergeable candidate, and any other only with a reason', async () => {
    await goTo(page, `#/run/${sample.run}/merge/slow`);
    const force = page.getByRole('button', { name: 'Merge anyway' });
    await force.waitFor();
    expect(await force.isDisabled()).toBe(true);
    expect(await text('.merge-blocked')).toContain('breaks 1 of 2 passing tests');
    await page.getByLabel(/Reason for merging anyway/).fill('speed is for later');
    expect(await force.isDisabled()).toBe(false);
    const untouched = git(sample.folder, 'rev-parse', 'main');
    await force.click();
    const code = page.getByLabel('Code from the terminal');
    await code.fill('0000-0000');
    await force.click();
    await page.getByText('This is not the code that hydra ui printed last.').waitFor();
    expect(git(sample.folder, 'rev-parse', 'main')).toBe(untouched);
    git(sample.folder, 'branch', 'forced', 'main');
    const printed = await server.waitForText(/Code: \S+/);
    expect(await server.waitForText(/The page requests a forced merge: .*/)).toContain('`slow` of run');
    await page.getByLabel('Merge into').fill('forced');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await force.click();
    // Another target needs another code.
    await code.waitFor();
    await code.fill(printed.slice('Code: '.length));
    await code.press('Enter');
    await page.getByText('This is not the code').waitFor();
    await code.fill((await server.waitForText(/into `forced`[\s\S]*Code: \S+/)).slice(-9));
    expect(await accessibilityProblems(page)).toEqual([]);
    await code.press('Enter');
    await page.getByText(/^Merged slow into forced as [0-9a-f]{7}$/).waitFor();
    expect(git(sample.folder, 'rev-parse', 'main')).toBe(untouched);
    // The expected errors of these requests.
    problems.length = 0;

    await goTo(page, `#/run/${sample.run}/merge/good`);
    git(sample.folder, 'branch', 'aside', 'main');
    for (const [branch, answer] of [
      ['aside', 'Merge into aside'],
      ['', 'Merge into main'],
    ] as const) {
      await page.getByLabel('Merge into').fill(branch);
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await page.getByRole('button', { name: answer }).waitFor();
    }
    const before = git(sample.folder, 'rev-parse', 'main');
    expect(await page.locator('.merge-files').innerText()).toContain('code.c +1 −1');
    await page.getByRole('button', { name: 'Merge into main' }).click();
    await page.getByText('Press again to merge.').waitFor();
    expect(git(sample.folder, 'rev-parse', 'main')).toBe(before);
    await page.getByRole('button', { name: 'Merge into main' }).click();
    await page.getByText(/^Merged good into main as [0-9a-f]{7}$/).waitFor();
    expect(git(sample.folder, 'rev-parse', 'main')).not.toBe(before);
    expect(git(sample.folder, 'show', 'main:code.c')).toBe('fixed\n');
    await goTo(page, `#/run/${sample.run}`);
    await page.getByText('merged', { exact: true }).waitFor();
  });
});

describe.skipIf(isWithoutBrowser)('every view', () => {
  beforeAll(async () => {
    sample = await makeSample();
    server = await startUi(sample.folder);
  }, 120_000);

  const views = [
    '',
    '/why/sly',
    '/why/slow/tests',
    '/why/wordy/lint',
    '/why/good/diff_scope',
    '/diff/sly',
    '/logs/slow',
    '/merge/slow',
  ];

  test.each([
    { width: 360, height: 740, colorScheme: 'dark' },
    { width: 1280, height: 800, colorScheme: 'light' },
  ] as const)(
    'fits $width px, and axe finds no serious problem in $colorScheme mode',
    async (look) => {
      const { page, context } = await openWindow(look);
      await page.goto(await server.newAddress());
      for (const hash of ['#/', ...views.map((view) => `#/run/${sample.run}${view}`), '#/unknown']) {
        await goTo(page, hash);
        expect(await horizontalOverflow(page), hash).toBe(0);
        expect(await accessibilityProblems(page), hash).toEqual([]);
      }
      await goTo(page, `#/run/${sample.run}`);
      await page.getByText('Executions', { exact: true }).click();
      await page.getByRole('table', { name: 'Executions' }).waitFor();
      expect(await horizontalOverflow(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('?');
      expect(await accessibilityProblems(page)).toEqual([]);
      await context.close();
    },
    180_000,
  );

  test('follows the theme of the system, and stores another choice', async () => {
    const { page, context } = await openWindow({ colorScheme: 'dark' });
    await page.goto(await server.newAddress());
    await page.locator('h1').waitFor();
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(18, 20, 22)');
    await page.getByRole('button', { name: /Theme: system/ }).click();
    expect(await background()).toBe('rgb(250, 249, 247)');
    await page.reload();
    await page.locator('h1').waitFor();
    expect(await background()).toBe('rgb(250, 249, 247)');
    await context.close();
  });
});
