// The merge view: message, new branch, second press, undo command, and errors in words of the page.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { git } from '../temporary-repository.ts';
import { accessibilityProblems, goTo, horizontalOverflow, isWithoutBrowser, servePage } from './open-page.ts';
import { makeSample, type Sample } from './sample-run.ts';

describe.skipIf(isWithoutBrowser)('the merge view', () => {
  let sample: Sample;
  let page: Page;
  let problems: string[];

  servePage(makeSample, (served) => {
    ({ scene: sample, page, problems } = served);
  });

  const show = (candidate: string) => goTo(page, `#/run/${sample.run}/merge/${candidate}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const message = (commitish: string) => git(sample.folder, 'log', '-1', '--format=%B', commitish);

  test('creates a branch with the default message, which contains the task and the facts', async () => {
    const main = git(sample.folder, 'rev-parse', 'main');
    await show('good');
    await page.getByLabel('Title').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toMatch(/^mend it <img src=x .*\.\.\.$/);
    expect(await page.getByLabel('Body').inputValue()).toContain(
      'good: fixes 1 of 1 failing test, breaks none of 2 passing tests, 2 changed lines in 1 file.',
    );
    await button('Create a branch instead').click();
    await button('Create branch hydra/good').click();
    await page.getByText('Press again to create it. The branch hydra/good is created; nothing else changes.').waitFor();
    await button('Create branch hydra/good').click();
    const note = page.getByText(/^Created branch hydra\/good with good at [0-9a-f]{7}$/);
    await note.waitFor();
    expect(await page.locator('.merged-note').innerText()).toContain('To undo: git branch -D hydra/good');
    expect(git(sample.folder, 'rev-parse', 'main')).toBe(main);
    expect(message('hydra/good')).toMatch(
      /2 changed lines in 1 file\.\n\nHydra-Task: mend it .*\nHydra-Run: .*\nHydra-Agent: good/,
    );
    expect(await page.evaluate('document.activeElement.className')).toBe('merges');
    expect([await accessibilityProblems(page), problems]).toEqual([[], []]);
  });

  test('merges with an edited message, using only the keyboard', async () => {
    const before = git(sample.folder, 'rev-parse', 'main').trim();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'good wins' }).waitFor();
    // The second candidate: the first has a branch already.
    for (const key of ['j', 'j', 'm']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Merge wordy' }).waitFor();
    await page.getByLabel('Title').waitFor();
    const tabTo = async (label: string) => {
      for (let count = 0; count < 40; count += 1) {
        const focused = await page.evaluate(
          '(document.activeElement.labels?.[0] ?? document.activeElement).innerText?.trim() ?? ""',
        );
        if (focused === label) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${label}`);
    };
    await tabTo('Title');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Mend the code');
    await tabTo('Body');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('By hand.');
    await tabTo('Merge into main');
    await page.keyboard.press('Enter');
    await page
      .getByText(`Press again to merge. main moves from ${before.slice(0, 7)} to the new commit, and its files are updated.`)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Press again to merge.').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByText('Press again to merge.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^Merged wordy into main as [0-9a-f]{7}$/).waitFor();
    expect(message('main')).toMatch(/^Mend the code\n\nBy hand\.\n\nHydra-Task: /);

    // A merged candidate offers no second merge as its main action.
    expect(await page.locator('.merge button:not(.quiet)').count()).toBe(0);
    await button('Merge again').waitFor();
    const command = page.locator('.merged-note', { hasText: 'wordy' }).locator('code').nth(1);
    const undo = await command.innerText();
    const option = command.locator('.code-word', { hasText: /^--no-edit$/ });
    const heightAt = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return (await option.boundingBox())?.height;
    };
    const oneLine = await heightAt(1280);
    for (let width = 330; width <= 500; width += 10) expect([width, await heightAt(width)]).toEqual([width, oneLine]);
    await page.setViewportSize({ width: 1280, height: 800 });
    execFileSync('sh', ['-c', undo], { cwd: sample.folder, stdio: 'pipe' });
    expect(git(sample.folder, 'show', 'main:code.c')).toBe('broken\n');
    expect(problems).toEqual([]);
  });

  test('counts the changed lines of a candidate with conflicts, and suggests a branch', async () => {
    git(sample.folder, 'branch', 'elsewhere', 'main');
    git(sample.folder, 'switch', 'elsewhere');
    writeFileSync(join(sample.folder, 'code.c'), 'other\nlines\n');
    git(sample.folder, 'commit', '--all', '-m', 'move on');
    git(sample.folder, 'switch', 'main');
    await show('slow');
    await page.getByLabel('Merge into').fill('elsewhere');
    expect(
      await page.locator('datalist option').evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
    ).toEqual(expect.arrayContaining(['elsewhere', 'hydra/good', 'main']));
    await button('Preview').click();
    const problem = page.locator('.refusals', { hasText: 'changed the same lines of code.c' });
    await problem.waitFor();
    expect(await problem.innerText()).toContain('Create a branch instead, then merge it by hand and resolve the conflicts.');
    expect(await page.locator('.merge-files').innerText()).toBe('code.c +1 −1');
    await page.getByLabel('Merge into').fill('nowhere');
    await button('Preview').click();
    await page.getByText('Enter an existing branch in “Merge into”.').waitFor();
    // Each preview of a missing branch is a refused request.
    expect(problems.filter((text) => !text.includes('409'))).toEqual([]);
  });

  test('names uncommitted changes without options of the command line', async () => {
    writeFileSync(join(sample.folder, 'code.c'), 'mine\n');
    await show('sly');
    const problem = page.locator('.refusals', { hasText: 'has uncommitted changes: code.c' });
    await problem.waitFor();
    expect(await problem.innerText()).not.toMatch(/--|hydra merge/);
    git(sample.folder, 'checkout', '--', 'code.c');
    await button('Preview').click();
    await problem.waitFor({ state: 'detached' });
  });

  test.each([360, 768, 1920])('fits a window of %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await show('slow');
    await page.getByLabel('Title').waitFor();
    expect([await horizontalOverflow(page), await accessibilityProblems(page)]).toEqual([0, []]);
  });
});
