// Accepting and rejecting contested tests on the page, and the ranking that follows.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { createRepository } from '../temporary-repository.ts';
import { goTo, isWithoutBrowser, openWindow, startUi } from './open-page.ts';

const STORED = fileURLToPath(new URL('../fixtures/runs/version-1', import.meta.url));
const { run_id: run } = JSON.parse(readFileSync(join(STORED, 'run.json'), 'utf8')) as { run_id: string };

beforeAll(ensureProgram, 120_000);

describe.skipIf(isWithoutBrowser)('contested tests', () => {
  test('are listed with the candidate and can be accepted', async () => {
    const folder = createRepository({ 'a.txt': 'a\n' }, {});
    mkdirSync(join(folder, '.hydra/runs'), { recursive: true });
    cpSync(STORED, join(folder, '.hydra/runs', run), { recursive: true });
    // A first decision upgrades the stored run to the current version.
    await runHydra(['accept', run, 'relabel', '--reject'], folder);
    const server = await startUi(folder);
    const { page, problems } = await openWindow();
    await page.goto(await server.newAddress());

    await goTo(page, `#/run/${run}`);
    await page.getByRole('heading', { name: 'fix wins' }).waitFor();
    await goTo(page, `#/run/${run}/why/relabel`);
    const section = page.locator('.contested');
    expect(await section.locator('h2').innerText()).toBe('Changes what 2 existing tests expect');
    expect(await section.locator('.badge').allInnerTexts()).toEqual(['rejected', 'rejected']);
    await section.getByRole('button', { name: 'Accept' }).click();
    await section.getByText('accepted').first().waitFor();
    expect(await section.locator('.badge').allInnerTexts()).toEqual(['accepted', 'accepted']);

    await goTo(page, `#/run/${run}`);
    await page.getByRole('heading', { name: 'Merge either fix or relabel: they are level' }).waitFor();
    expect(await page.locator('.candidate-line .rank').allInnerTexts()).toEqual(['=1', '=1']);
    expect(problems).toEqual([]);
    await page.context().close();
    await server.stop();
  }, 120_000);
});
