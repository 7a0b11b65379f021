// The Agent tab: how an agent ended, its claim beside the measurement, and its timeline.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { runHydra } from '../integration/run-hydra.ts';
import {
  accessibilityProblems,
  goTo,
  horizontalOverflow,
  isWithoutBrowser,
  openWindow,
  type Server,
  servePage,
} from './open-page.ts';
import { makeRacedRun, type RacedRun } from './raced-run.ts';
import { ATTACK } from './sample-run.ts';

describe.skipIf(isWithoutBrowser)('the Agent tab', () => {
  let raced: RacedRun;
  let server: Server;
  let page: Page;
  let problems: string[];

  servePage(makeRacedRun, (served) => {
    ({ scene: raced, server, page, problems } = served);
  });
  afterEach(async () => {
    expect(await page.evaluate('window.obeyed')).toBeUndefined();
    expect(problems).toEqual([]);
  });

  const texts = async (selector: string) =>
    (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const open = async (candidate: string) => {
    await goTo(page, `#/run/${raced.run}/agent/${candidate}`);
    await page.getByRole('heading', { level: 1, name: `Agent ${candidate}` }).waitFor();
  };

  test('shows program, model, time, tokens and cost', async () => {
    await open('claude-sly');
    expect(await texts('.agent-end')).toEqual(['finished']);
    const facts = await texts('.agent-facts > div');
    expect(facts.map((fact) => fact.replace(/[\d.]+ m?s$/, 'N s'))).toEqual([
      'Program claude 2.1 (stand-in)',
      'Model sly',
      'Time N s',
      'Tokens unknown',
      'Cost $0.25',
      'Work 2 tool calls, 1 changed file',
    ]);
  });

  test('puts a false claim beside the measurement', async () => {
    await open('claude-sly');
    expect(await texts('.claim')).toEqual([
      'The agent says All 2 tests pass. in its message contradicted # pass 2, # fail 0 in its output contradicted',
      'Hydra measured 1 of 2 tests pass, 1 fail fixes 1 of 1 that fail on the base breaks 1 of 1 that pass on the base',
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Candidate').selectOption('claude');
    await page.getByRole('heading', { level: 1, name: 'Agent claude', exact: true }).waitFor();
    expect((await texts('.claim'))[0]).toBe(
      'The agent says All 2 tests pass. in its message confirmed # pass 2, # fail 0 in its output confirmed',
    );
  });

  test('lists messages, edits and test runs with the cost, as text', async () => {
    await open('claude');
    const entries = await texts('.timeline > li');
    expect(entries.map((entry) => entry.replace(/^\d+:\d\d /, ''))).toEqual([
      `message I look at it ${ATTACK} safe\\u202etxt.exe - first - second`,
      'edit Edit code.c 1,050 tokens',
      'tests Bash sh test.sh 2,100 tokens',
      'message It works now. All 2 tests pass. 3,150 tokens',
      expect.stringMatching(/^done Done\. .*\$0\.25$/),
    ]);
    expect(await page.locator('img[src=x]').count()).toBe(0);
  });

  test('shows how a crash ended, and the first and last lines of a long output in colors', async () => {
    await open('crasher');
    expect(await texts('.agent-end')).toEqual(['crashed (SIGABRT: step 500)']);
    expect(await texts('.timeline-gap')).toEqual([expect.stringMatching(/^10\d entries not shown/)]);
    await page.locator('.timeline details').first().locator('summary').click();
    const red = page.locator('.timeline .fore-1', { hasText: 'out of memory' }).first();
    await red.waitFor();
    expect(await page.locator('.timeline').innerText()).not.toContain('\u001b');
    expect(await page.locator('.timeline').innerText()).not.toContain('step 300');
    await page.getByRole('button', { name: /^stdout/ }).click();
    await page.locator('.log-view').getByText('step 1', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('opens by keyboard and by its tab, and says when there is no agent', async () => {
    await goTo(page, `#/run/${raced.run}`);
    await page.keyboard.press('a');
    await page.getByRole('heading', { level: 1, name: /^Agent / }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Agent', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Agent / }).waitFor();
    await goTo(page, `#/run/${raced.run}/agent/..%2f..`);
    await page.getByRole('heading', { name: 'Candidate not found' }).waitFor();
  });

  test('fits a phone in dark mode', async () => {
    const phone = await openWindow({ width: 360, height: 740, colorScheme: 'dark' });
    await phone.page.goto(await server.newAddress());
    for (const candidate of ['claude-sly', 'crasher']) {
      await goTo(phone.page, `#/run/${raced.run}/agent/${candidate}`);
      expect([await horizontalOverflow(phone.page), await accessibilityProblems(phone.page)]).toEqual([0, []]);
    }
    await phone.context.close();
  });

  test('is part of a report file, without the complete output', async () => {
    const file = join(raced.folder, 'report.html');
    await runHydra(['report', raced.run, '--html', file], raced.folder);
    await page.goto(`${pathToFileURL(file).href}#/run/${raced.run}/agent/claude-sly`);
    await page.locator('.claim').first().waitFor();
    expect((await texts('.claim'))[1]).toContain('1 of 2 tests pass, 1 fail');
    expect(await page.locator('.timeline > li').count()).toBe(5);
    await page.getByRole('button', { name: /^stdout/ }).click();
    await page.getByText('This report file does not contain the stdout of agent.').waitFor();
  });
});
