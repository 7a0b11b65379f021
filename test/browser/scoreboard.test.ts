// The list of runs: what it says about each agent, and its filters.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { createRepository, git } from '../temporary-repository.ts';
import {
  accessibilityProblems,
  goTo,
  horizontalOverflow,
  isWithoutBrowser,
  openWindow,
  type Server,
  startUi,
} from './open-page.ts';

/** `steady` does the task for 20 cents. `sloppy` does it for 5 cents in the first task, and breaks a test in the second. */
function makeRepository(): string {
  const usage = (cents: string) => `printf '{"cost_usd":0.${cents}}' > usage.json`;
  const agent = (name: string, script: string) =>
    `[agents.${name}]\ncommand = ["sh", "-c", '''${script}''', "sh", "{task}"]\nusage_file = "usage.json"\n`;
  const config = [
    '[scoring.commands]\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n',
    agent('steady', `echo works > code.c; ${usage('20')}`),
    agent('sloppy', `case "$1" in first*) echo works ;; *) echo careless ;; esac > code.c; ${usage('05')}`),
  ];
  const script = `echo "TAP version 13"; echo 1..2
if grep -q works code.c; then echo "ok 1 - works"; else echo "not ok 1 - works"; status=1; fi
if grep -q careless code.c; then echo "not ok 2 - keeps"; status=1; else echo "ok 2 - keeps"; fi
exit \${status:-0}
`;
  const folder = createRepository({ 'hydra.toml': config.join(''), 'test.sh': script, 'code.c': 'broken\n' });
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  return folder;
}

describe.skipIf(isWithoutBrowser)('the scoreboard', () => {
  let folder: string;
  let server: Server;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    await ensureProgram();
    folder = makeRepository();
    for (const task of ['first <b>task</b>\n\nwith details', 'second'])
      await runHydra(['race', task, '--agents', 'steady,sloppy', '--base', 'main'], folder);
    await runHydra(['merge', 'steady', '--to-branch', 'kept', '--yes'], folder);
    server = await startUi(folder);
  }, 120_000);
  beforeEach(async () => {
    ({ page, problems } = await openWindow());
    await page.goto(await server.newAddress());
    await page.getByRole('heading', { name: 'Agents in this repository' }).waitFor();
  });
  afterEach(async () => {
    expect(problems).toEqual([]);
    await page.context().close();
  });

  const rows = async (selector: string) =>
    (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

  test('has a line per agent with rates, intervals and the cost of a win', async () => {
    const lines = await rows('.agent-table tbody tr');
    expect(lines.map((line) => line.replace(/\d+(\.\d)? (ms|s)/, 'TIME'))).toEqual([
      expect.stringMatching(
        /^steady too few runs \d+% \d of 2 , 95% interval .* 100% 2 of 2 , 95% interval 34% to 100% last 2: .* 0 TIME \$0\.\d\d$/,
      ),
      expect.stringMatching(
        /^sloppy too few runs \d+% \d of 2 , 95% interval .* 50% 1 of 2 , 95% interval 9% to 91% last 2: .*, 1 not mergeable 0 TIME /,
      ),
    ]);
  });

  test('plots each attempt, hollow if it is not mergeable, and opens its run', async () => {
    expect(await page.locator('.scatter .dot').count()).toBe(4);
    expect(await page.locator('.scatter .dot.hollow').count()).toBe(1);
    const hollow = page.locator('.scatter .dot.hollow');
    expect(await hollow.getAttribute('aria-label')).toMatch(/^sloppy, .* for \$0\.05, not mergeable$/);
    await hollow.hover();
    await page.locator('.scatter-readout', { hasText: 'for $0.05, not mergeable' }).waitFor();
    await hollow.click();
    await page.locator('.top .task', { hasText: 'second' }).waitFor();
    await goTo(page, '#/');
    await page.getByText('Show as table').click();
    expect(await rows('.attempts tbody tr')).toHaveLength(4);
    expect((await rows('.attempts tbody tr'))[0]).toMatch(/\$0\.\d\d (won|not mergeable)$/);
  });

  test('gives an agent the same color in the table and in the plot, with and without a filter', async () => {
    const colors = () =>
      page.evaluate(`[
        getComputedStyle(document.querySelector('.agent-table .swatch')).backgroundColor,
        getComputedStyle(document.querySelector('.scatter .dot[aria-label^=steady]')).color,
      ]`);
    const [swatch, dot] = (await colors()) as string[];
    expect(swatch).toBe(dot);
    await page.getByLabel('Filter runs').fill('second');
    await page.locator('.run').nth(1).waitFor({ state: 'detached' });
    expect(await colors()).toEqual([swatch, dot]);
  });

  test('marks the winner and the merge, and names candidates that cannot be merged once', async () => {
    const [newest = '', oldest = ''] = await rows('.run');
    expect(newest).toMatch(/^second .* ✓ winner steady [\d.]+ cannot be merged: sloppy merged decided by tests$/);
    expect(oldest).toMatch(/^first <b>task<\/b> … /);
    expect(oldest).not.toContain('cannot be merged');
  });

  test('filters by candidate, verdict and merge, keeps that in the address, and groups by task', async () => {
    await page.getByLabel('Merged').selectOption('merged');
    expect(await rows('.run-task')).toEqual(['second']);
    await page.getByLabel('Verdict').selectOption('no winner');
    await page.getByText('No runs match the filter.').waitFor();
    expect(page.url()).toBe(`${server.origin}/#/?outcome=none&merged=yes`);
    await page.reload();
    await page.getByText('No runs match the filter.').waitFor();
    await page.getByLabel('Verdict').selectOption('Any verdict');
    await page.getByLabel('Merged').selectOption('Merged or not');
    await page.getByLabel('Candidate').selectOption('sloppy');
    expect(await page.locator('.run').count()).toBe(2);
    await page.getByLabel('Group by task').check();
    expect(await rows('.task-group h2')).toEqual(['second 1 run', 'first <b>task</b> … 1 run']);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('fits a phone in dark mode and a wide window', async () => {
    await page.getByText('Show as table').click();
    expect(await accessibilityProblems(page)).toEqual([]);
    const phone = await openWindow({ width: 360, height: 740, colorScheme: 'dark' });
    await phone.page.goto(await server.newAddress());
    await phone.page.getByRole('heading', { name: 'Agents in this repository' }).waitFor();
    expect([await horizontalOverflow(phone.page), await accessibilityProblems(phone.page)]).toEqual([0, []]);
    await phone.context.close();
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect(await horizontalOverflow(page)).toBe(0);
  });

  test('leaves out a run with a damaged result', async () => {
    const address = await page.locator('.run-task').first().getAttribute('href');
    const run = join(folder, '.hydra/runs', (address ?? '').replace('#/run/', ''));
    writeFileSync(join(run, 'facts.json'), '{');
    // A new time: the server keeps what it read until the result changes.
    writeFileSync(join(run, 'scorecard.json'), readFileSync(join(run, 'scorecard.json')));
    await page.reload();
    await page.locator('.run').nth(1).waitFor();
    const attempts = await page.request.get(`${server.origin}/api/attempts`);
    expect((await attempts.json()).map(({ candidate }: { candidate: string }) => candidate).sort()).toEqual(['sloppy', 'steady']);
  });
});
