// The page while its data changes: runs in progress, deleted runs, a server that stops and restarts.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { createRepository } from '../temporary-repository.ts';
import { accessibilityProblems, goTo, isWithoutBrowser, openWindow, type Server, startUi } from './open-page.ts';

/** Every run waits in its test until the file exists. */
function waitingRepository(): { folder: string; gate: string } {
  const gate = join(createRepository({ a: '' }), 'gate');
  const test = `echo "TAP version 13"; echo "ok 1 - begins"; while [ ! -e '${gate}' ]; do sleep 0.05; done; echo "ok 2 - ends"; echo 1..2\n`;
  const config = '[scoring.commands]\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n[sandbox]\nmode = "off"\n';
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

  test('shows the progress of a run, then its result', async () => {
    const { page, context } = await openWindow();
    await page.goto(await server.newAddress());
    await page.getByText('This repository has no runs yet.').waitFor();
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

  test('shows the output and the cost of the agents of a race, then the ranking', async () => {
    const racing = createRepository({ a: '' });
    const go = join(racing, 'go');
    const agent = `echo "I look at <b>it</b>"; while [ ! -e '${go}' ]; do sleep 0.05; done; echo y > code.c; echo '{"input_tokens":900,"output_tokens":100,"cost_usd":0.25}' > usage.json`;
    const config = `[scoring.commands]\ntest = "echo 1..1; echo ok 1"\n[agents.mine]\ncommand = ["sh", "-c", '''${agent}''']\nusage_file = "usage.json"\n`;
    const repository = createRepository({ 'hydra.toml': config, 'code.c': 'x\n' });
    const other = await startUi(repository);
    const { page, context } = await openWindow();
    await page.goto(await other.newAddress());
    const raced = runHydra(['race', 'say y', '--agents', 'mine', '--base', 'main'], repository);
    await page.getByText('running').waitFor();
    await page.locator('.run-task').click();
    await page.locator('.last-message', { hasText: 'I look at <b>it</b>' }).waitFor();
    expect(await page.locator('.lane-agent.working').innerText()).toContain('usage unknown');
    writeFileSync(go, '');
    const { exitCode, stderr } = await raced;
    expect(exitCode, stderr).toBe(0);
    await page.getByRole('heading', { name: 'mine wins' }).waitFor();
    await page.keyboard.press('w');
    await page.getByRole('link', { name: /Cost/ }).click();
    await page.getByText('Cost: $0.25').waitFor();
    await context.close();
    await other.stop();
  });

  test('shows that the server stopped or restarted, and continues when it can', async () => {
    const { page, context } = await openWindow();
    await page.goto(await server.newAddress());
    await page.locator('.run-task').click();
    await page.getByRole('heading', { name: 'one wins' }).waitFor();
    await server.stop();
    await page.getByText('The server does not respond.').waitFor();
    // The page keeps what it showed.
    expect(await page.getByRole('heading', { name: 'one wins' }).isVisible()).toBe(true);
    server = await startUi(folder, new URL(server.origin).port);
    await page.getByText('The server was restarted.').waitFor();
    const other = await context.newPage();
    await other.goto(await server.newAddress());
    await other.locator('.run').waitFor();
    await page.getByText('The server was restarted.').waitFor({ state: 'hidden' });
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: /one against/ }).waitFor();
    await context.close();
  });

  test('shows an error when the server sends malformed data', async () => {
    const { page, context } = await openWindow();
    await page.goto(await server.newAddress());
    await page.locator('.run-task').click();
    await page.getByRole('heading', { name: 'one wins' }).waitFor();
    const { pathname } = new URL(page.url().replace('#/run/', 'api/runs/'));
    const detail = await (await page.request.get(server.origin + pathname)).json();
    const reopen = async (json: unknown) => {
      await page.unroute(`**${pathname}`);
      await page.route(`**${pathname}`, (route) => route.fulfill({ json }));
      await page.reload();
      await page.getByRole('heading', { name: 'Unexpected data' }).waitFor();
    };

    await reopen({ ...detail, scorecard: { ...detail.scorecard, rankings: 'none' } });
    const message = `The response to ${pathname} does not have the expected form: scorecard.rankings: Invalid input: expected array, received string`;
    expect(await page.locator('.error-view p').allInnerTexts()).toEqual([
      message,
      'Reload the page. If the error stays, restart hydra ui.',
      'Try again',
      'All runs',
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.route(`**${pathname}/events*`, (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: 'event: run\ndata: {"seq":1}\n\n' }),
    );
    await reopen({ ...detail, state: 'running', scorecard: null, facts: null });
    await page.getByText('The server sent an event that this page cannot read.').waitFor();

    await page.route('**/api/runs', (route) => route.fulfill({ json: [{ id: 'R' }] }));
    await goTo(page, '#/');
    await page.reload();
    await page.getByRole('heading', { name: 'Unexpected data' }).waitFor();
    await context.close();
  });

  test('shows an error in every window when the run was deleted', async () => {
    const { page, context } = await openWindow();
    await page.goto(await server.newAddress());
    const other = await context.newPage();
    await other.goto(server.origin);
    for (const window of [page, other]) {
      await window.locator('.run-task').click();
      await window.getByRole('heading', { name: 'one wins' }).waitFor();
    }
    rmSync(join(folder, '.hydra/runs'), { recursive: true });
    for (const window of [page, other]) await window.getByRole('heading', { name: 'Run deleted' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('This repository has no runs yet.').waitFor();
    await goTo(other, '#/run/20200101-000000-abcdef');
    await other.getByRole('heading', { name: 'Run not found' }).waitFor();
    await context.close();
  });
});
