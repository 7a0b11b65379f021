// A race while it runs: lanes, headline, title of the tab, log, notification and disabled tabs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/**
 * `quick` ends at once. `patient` changes two files, prints 200 lines, and one more when the file `more` exists; it ends with
 * the file `go`.
 */
function makeScene(): { repository: string; more: string; go: string } {
  const folder = temporaryFolder();
  const [more, go] = [join(folder, 'more'), join(folder, 'go')];
  const until = (file: string) => `while [ ! -e "${file}" ]; do sleep 0.05; done`;
  const agent = (name: string, script: string) =>
    `[agents.${name}]\ncommand = ["sh", "-c", '''${script}''']\nusage_file = "usage.json"\n`;
  const patient = `printf 'y\\nz\\n' > code.c; echo n > new.c; for line in $(seq 200); do echo "line $line"; done; ${until(more)}; printf "\\\\033[31mlast <b>line</b>\\\\033[0m\\\\n"; ${until(go)}; echo y > code.c`;
  const config = [
    '[scoring.commands]\ntest = "echo 1..1; echo ok 1"\n[scoring.tests]\nreruns = 0\n[race]\nbudget_usd = 5\n',
    agent('quick', `echo z > code.c; printf '{"cost_usd":0.25}' > usage.json`),
    agent('patient', patient),
    agent('crasher', 'echo "I crash"; kill -ABRT $$'),
  ];
  return { repository: createRepository({ 'hydra.toml': config.join(''), 'code.c': 'x\n' }), more, go };
}

/** Replaces the notifications of the browser, which a test cannot see. */
const FAKE_NOTIFICATIONS = `
  window.notified = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = 'granted'); }
    constructor(title, { body }) { window.notified.push([title, body]); }
  };
`;

describe.skipIf(isWithoutBrowser)('a race while it runs', () => {
  let scene: ReturnType<typeof makeScene>;
  let server: Server;

  beforeAll(async () => {
    await ensureProgram();
    scene = makeScene();
    server = await startUi(scene.repository);
  }, 120_000);
  afterAll(() => server.stop());

  test('shows its progress in lanes and in the title of the tab, and notifies at the end', async () => {
    const { page, context, problems } = await openWindow();
    await context.addInitScript(FAKE_NOTIFICATIONS);
    await page.goto(await server.newAddress());
    const raced = runHydra(['race', 'say y', '--agents', 'quick,patient,crasher', '--base', 'main'], scene.repository);
    await page.locator('.run', { hasText: 'running' }).locator('.run-task').click();
    const lane = (name: string) => page.locator(`.lane[data-candidate=${name}]`);
    await lane('quick').getByText('finished', { exact: true }).waitFor();
    await lane('crasher').getByText('killed by SIGABRT').waitFor();
    await lane('crasher').getByText('no files changed').waitFor();
    expect(await page.locator('h1').innerText()).toMatch(/^2 of 3 finished · \d+:\d\d · \$0\.25 of \$5$/);
    expect(await page.title()).toBe('2/3 · Hydra');

    // `patient` is still working.
    await lane('patient').getByText('2 changed files, +3 −1').waitFor();
    expect(await lane('quick').innerText()).toContain('1 changed file, +1 −1');

    // The checks of an agent that ended begin before the others end.
    await lane('quick').locator('.lane-check.done.good').first().waitFor();
    expect(await lane('patient').locator('.lane-check').first().getAttribute('title')).toBe('test: starts when the agent ends');
    expect((await lane('quick').boundingBox())?.height).toBeLessThanOrEqual(64);

    const tab = (name: string) => page.getByRole('link', { name, exact: true });
    for (const name of ['Score', 'Diff', 'Agent', 'Merge']) expect(await tab(name).getAttribute('href')).toBeNull();
    expect(await tab('Logs').getAttribute('href')).toContain('/logs/');
    const live = page.url();
    for (const key of ['w', 'd', 'a', 'm']) await page.keyboard.press(key);
    expect(page.url()).toBe(live);

    const log = lane('patient').getByRole('list', { name: 'Agent output' });
    await lane('patient').locator('.last-message', { hasText: 'line 200' }).click();
    await log.waitFor();
    const fromEnd = () => log.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
    expect(await fromEnd()).toBeLessThan(2);
    writeFileSync(scene.more, '');
    const last = log.locator('.fore-1', { hasText: 'last <b>line</b>' });
    await last.waitFor();
    expect(await fromEnd()).toBeLessThan(2);
    expect(await accessibilityProblems(page)).toEqual([]);

    await page.getByRole('button', { name: 'Notify me when it ends' }).click();
    await page.getByText('The browser notifies you when the run ends.').waitFor();
    writeFileSync(scene.go, '');
    await raced;
    await page.locator('.verdict').waitFor();
    await page.waitForFunction('window.notified.length > 0');
    expect(await page.evaluate('window.notified')).toEqual([['Unproven', 'say y']]);
    expect(await page.title()).toBe('Unproven · Hydra');
    await goTo(page, `${new URL(page.url()).hash}/agent/crasher`);
    expect(await page.title()).toBe('Agent · crasher · Hydra');
    await page.getByText('crashed (SIGABRT').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  test('fits a phone in dark mode', async () => {
    const endless = createRepository({
      'hydra.toml': `[scoring.commands]\ntest = "true"\n[agents.a-name-that-is-rather-long-for-a-lane]\ncommand = ["sh", "-c", '''echo ${'word '.repeat(80)}; while :; do sleep 0.05; done''']\n`,
      'code.c': 'x\n',
    });
    const own = await startUi(endless);
    const { page, context } = await openWindow({ width: 360, height: 740, colorScheme: 'dark' });
    const raced = runHydra(['race', 'wait', '--agents', 'a-name-that-is-rather-long-for-a-lane', '--base', 'main'], endless);
    await page.goto(await own.newAddress());
    await page.locator('.run', { hasText: 'running' }).locator('.run-task').click();
    await page.locator('.last-message', { hasText: 'word' }).waitFor();
    expect([await horizontalOverflow(page), await accessibilityProblems(page)]).toEqual([0, []]);
    const stop = page.getByRole('button', { name: /^Stop a-name/ });
    // In a wide window the button is in a narrow column beside the marks of the checks.
    await page.setViewportSize({ width: 1280, height: 740 });
    const [marks, button] = await Promise.all([page.locator('.lane-check').last().boundingBox(), stop.boundingBox()]);
    expect(button?.x).toBeGreaterThan((marks?.x ?? 0) + (marks?.width ?? 0));
    await stop.click();
    await stop.click();
    await raced;
    await context.close();
    await own.stop();
  });
});
