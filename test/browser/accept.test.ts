// Accepting and rejecting contested tests on the page, and the ranking that follows.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { CONTESTED_BRANCHES, CONTESTED_PROJECT } from '../contested-project.ts';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { createRepository } from '../temporary-repository.ts';
import { goTo, isWithoutBrowser, openWindow, startUi } from './open-page.ts';

beforeAll(ensureProgram, 120_000);

describe.skipIf(isWithoutBrowser)('contested tests', () => {
  test('are listed with the candidate and can be accepted', async () => {
    const { keeps, changes } = CONTESTED_BRANCHES;
    const folder = createRepository(CONTESTED_PROJECT, { keeps, changes });
    const scored = await runHydra(['score', '--json', '--base', 'main', 'keeps', 'changes'], folder);
    const { run_id: run } = JSON.parse(scored.stdout) as Scorecard;
    await runHydra(['accept', run, 'changes', '--reject'], folder);
    const server = await startUi(folder);
    const { page, problems } = await openWindow();
    await page.goto(await server.newAddress());

    await goTo(page, `#/run/${run}`);
    await page.getByRole('heading', { name: 'keeps wins' }).waitFor();
    await goTo(page, `#/run/${run}/why/changes`);
    const section = page.locator('.contested');
    expect(await section.locator('h2').innerText()).toBe('Changes what 1 existing test expects');
    expect(await section.locator('.badge').allInnerTexts()).toEqual(['rejected']);
    await section.getByRole('button', { name: 'Accept' }).click();
    await section.getByText('accepted').first().waitFor();
    expect(await section.locator('.badge').allInnerTexts()).toEqual(['accepted']);

    await goTo(page, `#/run/${run}`);
    await page.getByRole('heading', { name: 'Merge either changes or keeps: they are level' }).waitFor();
    expect(await page.locator('.candidate-line .rank').allInnerTexts()).toEqual(['=1', '=1']);
    expect(problems).toEqual([]);
    await page.context().close();
    await server.stop();
  }, 120_000);
});
