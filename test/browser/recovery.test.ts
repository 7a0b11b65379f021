// What the page says when the world changes under it: runs that go on, runs that vanish, a server that comes and goes.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { createRepository } from '../temporary-repository.ts';
import { goTo, isWithoutBrowser, openWindow, type Server, startUi } from './open-page.ts';

/** Every run waits at its test until the file is there. */
function waitingRepository(): { folder: string; gate: string } {
  const gate = join(createRepository({ a: '' }), 'gate');
  const test = `echo "TAP version 13"; echo "ok 1 - begins"; while [ ! -e '${gate}' ]; do sleep 0.05; done; echo "ok 2 - ends"; echo 1..2\n`;
  const config = '[scoring.commands]\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n';
  const folder = createRepository({ 'hydra.toml': config, 'test.sh': test, 'code.c': 'x\n' }, { one: { 'code.c': 'y\n' } });
  return { folder, gate };
}

describe.skipIf(isWithoutBrowser)('the page', () => {
  let server: Server;
  let folder: string;
  let gate: string;

  beforeAll(async () => {
    await ensureProgram();
    ({ folder, gate } = waitingRepository());
    server = await startUi(folder);
  }, 120_000);

  test('follows a run while it goes on, and shows its result when it ends', async () => {
    const { page, context } = await openWindow();
    await page.goto(server.address);
    await page.getByText('There are no runs in this repository yet.').waitFor();
    const scored = runHydra(['score', 'one', '--base', 'main'], folder);
    await page.getByText('running').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Running' }).waitFor();
    await page.locator('.lane-check.running').first().waitFor();
    expect(await page.locator('.lane h2').allInnerTexts()).toEqual(['base', 'one']);
    writeFileSync(gate, '');
    await scored;
    await page.getByRole('heading', { name: 'one wins' }).waitFor();
    await context.close();
  });

  test('shows what the agents of a race say and cost, and their ranking in the end', async () => {
    const racing = createRepository({ a: '' });
    const go = join(racing, 'go');
    const agent = `echo "I look at <b>it</b>"; while [ ! -e '${go}' ]; do sleep 0.05; done; echo y > code.c; echo '{"input_tokens":900,"output_tokens":100,"cost_usd":0.25}' > usage.json`;
    const config = `[scoring.commands]\ntest = "echo 1..1; echo ok 1"\n[agents.mine]\ncommand = ["sh", "-c", '''${agent}''']\nusage_file = "usage.json"\n`;
    const repository = createRepository({ 'hydra.toml': config, 'code.c': 'x\n' });
    const other = await startUi(repository);
    const { page, context } = await openWindow();
    await page.goto(other.address);
    const raced = runHydra(['race', 'say y', '--agents', 'mine', '--base', 'main'], repository);
    await page.getByText('running').waitFor();
    await page.locator('.run-task').click();
    await page.locator('.last-message', { hasText: 'I look at <b>it</b>' }).waitFor();
    expect(await page.locator('.lane-agent.working').innerText()).toContain('tokens unknown · cost unknown');
    writeFileSync(go, '');
    const { exitCode, stderr } = await raced;
    expect(exitCode, stderr).toBe(0);
    await page.getByRole('heading', { name: 'mine wins' }).waitFor();
    await page.keyboard.press('w');
    await page.getByRole('link', { name: /Cost/ }).click();
    await page.getByText('Cost: 0.25 USD').waitFor();
    await context.close();
    await other.stop();
  });

  test('says that the server is gone, that another one was started, and goes on when it may', async () => {
    const { page, context } = await openWindow();
    await page.goto(server.address);
    await page.locator('.run-task').click();
    await page.getByRole('heading', { name: 'one wins' }).waitFor();
    await server.stop();
    await page.getByText('The server does not answer.').waitFor();
    // What was shown is still there to be read.
    expect(await page.getByRole('heading', { name: 'one wins' }).isVisible()).toBe(true);
    server = await startUi(folder, new URL(server.origin).port);
    await page.getByText('The server was started again.').waitFor();
    const other = await context.newPage();
    await other.goto(server.address);
    await other.locator('.run').waitFor();
    await page.getByText('The server was started again.').waitFor({ state: 'hidden' });
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: /one against/ }).waitFor();
    await context.close();
  });

  test('says that a run was deleted, in every window that shows it', async () => {
    const { page, context } = await openWindow();
    await page.goto(server.address);
    const other = await context.newPage();
    await other.goto(server.origin);
    for (const window of [page, other]) {
      await window.locator('.run-task').click();
      await window.getByRole('heading', { name: 'one wins' }).waitFor();
    }
    rmSync(join(folder, '.hydra/runs'), { recursive: true });
    for (const window of [page, other]) await window.getByRole('heading', { name: 'This run is gone' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('There are no runs in this repository yet.').waitFor();
    await goTo(other, '#/run/20200101-000000-abcdef');
    await other.getByRole('heading', { name: 'This run is gone' }).waitFor();
    await context.close();
  });
});
