// Starting, watching and stopping a race on the page, with small programs as agents.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { createRepository, temporaryFolder } from '../temporary-repository.ts';
import {
  accessibilityProblems,
  goTo,
  horizontalOverflow,
  isWithoutBrowser,
  openWindow,
  type Server,
  startUi,
} from './open-page.ts';

const TASK = 'say "y" <b>now</b>; $(touch never)';

/** `quick` ends when the file `go` exists, which the first test writes; `endless` never ends. gemini is installed, claude is not. */
function makeScene(): { repository: string; go: string; env: NodeJS.ProcessEnv } {
  const folder = temporaryFolder();
  const go = join(folder, 'go');
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  writeFileSync(join(programs, 'gemini'), '#!/bin/sh\necho 9.9.9\n');
  chmodSync(join(programs, 'gemini'), 0o755);
  const agent = (name: string, script: string, more = '') => `[agents.${name}]\ncommand = ["sh", "-c", '''${script}'''${more}]\n`;
  const config = [
    '[scoring.commands]\ntest = "echo 1..1; echo ok 1"\n[scoring.tests]\nreruns = 0\n',
    agent('quick', `echo "I wait"; while [ ! -e '${go}' ]; do sleep 0.05; done; echo y > code.c`),
    agent('endless', 'echo "I go on"; while :; do sleep 0.05; done'),
    agent('named', 'echo "I am $1"', ', "sh", "{model}"'),
  ];
  const repository = createRepository({ 'hydra.toml': config.join(''), 'code.c': 'x\n' });
  const others = (process.env.PATH ?? '').split(delimiter).filter((path) => !existsSync(join(path, 'claude')));
  return {
    repository,
    go,
    env: { ...process.env, PATH: [programs, ...others].join(delimiter), HOME: folder, GEMINI_API_KEY: '' },
  };
}

describe.skipIf(isWithoutBrowser)('a race on the page', () => {
  const { repository, go, env } = makeScene();
  let server: Server;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    await ensureProgram();
    server = await startUi(repository, '0', env);
  }, 120_000);
  beforeEach(async () => {
    ({ page, problems } = await openWindow());
    await page.goto(await server.newAddress());
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
  });
  afterEach(async () => {
    await page.context().close();
  });
  afterAll(() => server.stop());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const fill = async (agents: string[]) => {
    await page.getByLabel('Task').fill(TASK);
    for (const name of agents) await page.getByRole('checkbox', { name, exact: true }).check();
  };
  /** The button must not move, so that the second press hits it. */
  const askToStopAll = async () => {
    const place = await button('Stop all').boundingBox();
    await button('Stop all').click();
    await page.getByText('stopping discards the run').waitFor();
    expect(await button('Stop all').boundingBox()).toEqual(place);
  };

  test('shows what is missing in the form, and errors of the server', async () => {
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'New race' }).waitFor();
    const gemini = page.getByRole('checkbox', { name: 'Gemini CLI (gemini)' });
    await gemini.waitFor();
    expect(page.url()).toBe(`${server.origin}/#/race`);
    await page.keyboard.type('x');
    expect(await page.getByLabel('Task').inputValue()).toBe('x');
    expect(await gemini.isDisabled()).toBe(true);
    expect(await page.locator('.agent', { hasText: 'quick' }).innerText()).toMatch(/^quick\s+installed$/);
    expect(await page.locator('.agent', { hasText: 'gemini' }).innerText()).toContain('no login found experimental');
    await page.getByLabel('Allow experimental agents').check();
    expect(await gemini.isDisabled()).toBe(false);
    await page.locator('.missing-agents summary').click();
    expect(await page.locator('.missing-agents').innerText()).toContain('npm install --global @anthropic-ai/claude-code');

    await button('Start race').click();
    await page.getByText('Select at least one agent.').waitFor();
    await fill(['quick']);
    await page.getByLabel('Budget in USD').fill('5,5');
    await button('Start race').click();
    await page.getByText('Enter a number above zero, such as 5 or 2.50, or leave it empty.').waitFor();
    expect(await page.evaluate('document.activeElement.dataset.field')).toBe('budgetUsd');
    await page.getByLabel('Budget in USD').fill('5');
    await page.getByLabel('Base').fill('nowhere');
    expect(problems).toEqual([]);
    await page.keyboard.press('Enter');
    const refusal = page.locator('.bad-note');
    await refusal.waitFor();
    expect(await refusal.innerText()).toMatch(/^The race was not started\.\n+.*nowhere.*\n.+/);
    expect(await page.getByLabel('Task').inputValue()).toBe(TASK);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'named', exact: true }).check();
    await page.getByLabel('Base').fill('HEAD');
    await page.getByLabel('Model of named').fill('--help');
    await page.keyboard.press('Enter');
    await refusal.filter({ hasText: '--help cannot be the model of the agent named: a model is' }).waitFor();
    expect(await page.getByLabel('Model of quick').count()).toBe(0);
  });

  test('shows progress, stops one agent after a second press, and ends with a winner', async () => {
    await page.getByRole('link', { name: 'New race' }).click();
    await fill(['quick', 'endless', 'named']);
    await page.getByLabel('Model of named').fill(' small/v1 ');
    await button('Start race').click();
    await page.locator('.lane[data-candidate=named-small-v1] .last-message', { hasText: 'I am small/v1' }).waitFor();
    await page.locator('.last-message', { hasText: 'I go on' }).waitFor();
    expect(await page.locator('.top .task').innerText()).toBe(TASK);
    await askToStopAll();
    await button('Stop endless').click();
    await page.getByText('Press again to stop. Hydra scores its work so far; the other agents continue.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // Escape cancels the question and does not leave the view.
    await page.keyboard.press('Escape');
    await page.getByText('Press again to stop.').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByText('Press again to stop.').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.lane[data-candidate=endless]', { hasText: 'stopped by the user' }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    expect(await button('Stop quick').isVisible()).toBe(true);
    writeFileSync(go, '');
    await page.getByRole('heading', { name: 'quick wins' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('is stopped as a whole, on a small screen in dark mode', async () => {
    const phone = await openWindow({ width: 360, height: 740, colorScheme: 'dark' });
    await phone.page.goto(await server.newAddress());
    await page.close();
    page = phone.page;
    await page.getByRole('link', { name: 'New race' }).click();
    await fill(['endless']);
    expect([await horizontalOverflow(page), await accessibilityProblems(page)]).toEqual([0, []]);
    await button('Start race').click();
    await button('Stop endless').waitFor();
    await askToStopAll();
    expect([await horizontalOverflow(page), await accessibilityProblems(page)]).toEqual([0, []]);
    await button('Stop all').click();
    await page.getByRole('heading', { name: 'Race stopped' }).waitFor();
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.locator('.run', { hasText: 'quick' }).waitFor();
    // The page polls the list every few seconds.
    await page.locator('.run').nth(1).waitFor({ state: 'detached' });
  });

  test('of another process cannot be stopped, but its agents can', async () => {
    const raced = runHydra(['race', TASK, '--agents', 'endless', '--base', 'main'], repository);
    await page.locator('.run', { hasText: 'running' }).locator('.run-task').click();
    const all = button('Stop all');
    await all.waitFor();
    expect(await all.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('Started in another process; stop it there with Ctrl-C.').waitFor();
    await button('Stop endless').click();
    await button('Stop endless').click();
    expect((await raced).exitCode).not.toBeNull();
    await page.getByRole('heading', { name: /of 1 finished/ }).waitFor({ state: 'detached' });
  });

  test('shows the test author in its own lane, which can be stopped', async () => {
    await page.getByRole('link', { name: 'New race' }).click();
    await fill(['quick']);
    await page.getByLabel('Test author').selectOption('endless');
    await button('Start race').click();
    const lane = page.locator('.lane', { hasText: 'test author' });
    await lane.locator('.last-message', { hasText: 'I go on' }).waitFor();
    expect(await page.locator('.lane h2').allInnerTexts()).toEqual(['base', 'quick', 'test author']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button('Stop test author').click();
    await page.getByText('Hydra uses the tests written so far; the other agents continue.').waitFor();
    await button('Stop test author').click();
    await page.getByRole('heading', { name: /quick/ }).waitFor();
    expect(problems).toEqual([]);
  });

  test('that fails shows the error and the next step, in the list and in its view', async () => {
    const config = '[scoring.commands]\ntest = "echo 1..1; echo ok 1"\n[workspace]\nsetup = "echo \'<b>no</b>\'; exit 3"\n';
    const agent = '[agents.idle]\ncommand = ["true"]\n';
    const folder = createRepository({ 'hydra.toml': config + agent, 'code.c': 'x\n' });
    const own = await startUi(folder, '0', env);
    const sentence = "The set-up command echo '<b>no</b>'; exit 3 failed on the base: exit code 3.";
    try {
      await page.goto(await own.newAddress());
      await page.getByRole('link', { name: 'New race' }).click();
      await fill(['idle']);
      await button('Start race').click();
      await page.getByRole('heading', { name: 'Failed' }).waitFor();
      const status = page.locator('.live [role=status]');
      expect(await status.locator('.bad-note').innerText()).toBe(sentence);
      expect(await status.innerText()).toContain('Make it work in a fresh clone, or set [workspace] setup.');
      expect(await accessibilityProblems(page)).toEqual([]);
      await goTo(page, '#/');
      const line = page.locator('.run');
      // The list is loaded again after the run has ended.
      await line.locator('.run-verdict', { hasText: /^failed$/ }).waitFor();
      expect(await line.locator('.run-error').innerText()).toBe(sentence);
      expect([await accessibilityProblems(page), problems]).toEqual([[], []]);
    } finally {
      await own.stop();
    }
  });
});
