// `hydra ui --blind`: letters until the pick, names and scores afterwards.
import { beforeAll, describe, expect, test } from 'vitest';
import { accessibilityProblems, goTo, isWithoutBrowser, openWindow, startUi } from './open-page.ts';
import { makeSample, type Sample } from './sample-run.ts';

let sample: Sample;
beforeAll(async () => {
  sample = await makeSample();
}, 120_000);

describe.skipIf(isWithoutBrowser)('a blind run', () => {
  test('shows diffs under letters, and the ranking after the pick', async () => {
    const server = await startUi(sample.folder, '0', process.env, ['--blind']);
    expect(await server.waitForText(/Names and scores .*/)).toBe(
      'Names and scores of a run are hidden until you pick a candidate.',
    );
    const { page, problems } = await openWindow();
    await page.goto(await server.newAddress());
    await page.getByText('not picked yet').waitFor();
    expect(await page.locator('.run-candidates').innerText()).not.toMatch(/good|wordy|slow|sly|\d/);

    await goTo(page, `#/run/${sample.run}`);
    await page.getByRole('heading', { name: 'Pick a candidate' }).waitFor();
    expect(await page.locator('.blind-candidate h2').allInnerTexts()).toEqual(['A', 'B', 'C', 'D']);
    expect(await page.getByRole('button', { name: /^Pick / }).count()).toBe(2);
    const picks = await page.getByRole('button', { name: /^Pick / }).all();
    const [first, second] = await Promise.all(picks.map((pick) => pick.boundingBox()));
    expect(first?.x).toBe(second?.x);
    await page.getByText('Share', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    expect(await page.getByRole('link', { name: /^Export as/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show diff' }).first().click();
    await page.getByText('code.c').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await page
      .getByRole('button', { name: /^Pick / })
      .first()
      .click();
    await page.getByText('picked blind').waitFor();
    expect(await page.locator('.candidate-line .rank').count()).toBe(4);
    await page.getByText('Share', { exact: true }).click();
    await page.getByRole('link', { name: 'Export as HTML' }).waitFor();
    // The request that found the run hidden.
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
    await page.context().close();
    await server.stop();
  }, 120_000);
});
