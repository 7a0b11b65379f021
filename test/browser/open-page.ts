// Starts `hydra ui` and a real browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.mjs';
import { MAIN } from '../integration/run-hydra.ts';
import { onlyFontsIn } from './font-sets.ts';

/** Without a browser the tests of the page are skipped, except in CI, where they fail. */
export const isWithoutBrowser = findBrowser() === null && (process.env.CI ?? '') === '';

/** By font set. */
const running = new Map<string | null, Promise<Browser>>();
const servers: ChildProcess[] = [];
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  for (const browser of running.values()) await (await browser).close();
});

export interface Server {
  /** An address whose code was not used yet. */
  newAddress(): Promise<string>;
  origin: string;
  /** The first match in what the terminal shows, now or later. */
  waitForText(pattern: RegExp): Promise<string>;
  stop(): Promise<void>;
}

export async function startUi(
  folder: string,
  port = '0',
  env: NodeJS.ProcessEnv = process.env,
  options: readonly string[] = [],
): Promise<Server> {
  const child = spawn(process.execPath, [MAIN, 'ui', '--no-open', '--port', port, ...options], {
    cwd: folder,
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  servers.push(child);
  let text = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waitForText = (pattern: RegExp, from = 0) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text.slice(from))?.[0];
        if (found === undefined) return;
        child.stderr.off('data', look);
        resolve(found);
      };
      child.stderr.on('data', look);
      look();
      ended.then(() => reject(new Error(`hydra ui ended: ${text}`)));
    });
  child.stderr.on('data', (piece) => {
    text += piece;
  });
  const { origin } = new URL(await waitForText(ADDRESS));
  return {
    newAddress: () => {
      const from = text.length;
      child.stdin.write('\n');
      return waitForText(ADDRESS, from);
    },
    origin,
    waitForText: (pattern) => waitForText(pattern),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const ADDRESS = /http:\S+(?=\n)/;

export interface WindowOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** The only folder with fonts; null for all fonts of the machine. */
  fonts?: string | null;
}

/** A browser window with empty storage. `problems` collects the errors of the page. */
export async function openWindow(options: WindowOptions = {}): Promise<{
  context: BrowserContext;
  page: Page;
  problems: string[];
}> {
  const { width = 1280, height = 800, colorScheme = 'light', fonts = null } = options;
  const browser = await (running.get(fonts) ?? startBrowser(fonts));
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { context, page, problems };
}

function startBrowser(fonts: string | null): Promise<Browser> {
  const env = { ...process.env, ...(fonts === null ? {} : { FONTCONFIG_FILE: onlyFontsIn(fonts) }) };
  const browser = chromium.launch({ executablePath: findBrowser() ?? 'chromium', args: BROWSER_FLAGS, env });
  running.set(fonts, browser);
  return browser;
}

export interface ServedPage<Scene> {
  scene: Scene;
  server: Server;
  page: Page;
  problems: string[];
}

/** A server on the repository that `make` makes, and a new window on the list of runs before each test, passed to `onPage`. */
export function servePage<Scene extends { folder: string }>(
  make: () => Promise<Scene>,
  onPage: (served: ServedPage<Scene>) => void,
): void {
  let scene: Scene;
  let server: Server | null = null;
  let context: BrowserContext | null = null;
  beforeAll(async () => {
    scene = await make();
    server = await startUi(scene.folder);
  }, 120_000);
  beforeEach(async () => {
    if (server === null) throw new Error('the server was not started');
    const opened = await openWindow();
    ({ context } = opened);
    await opened.page.goto(await server.newAddress());
    await opened.page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    onPage({ scene, server, page: opened.page, problems: opened.problems });
  });
  afterEach(() => context?.close());
  afterAll(() => server?.stop());
}

/** Changes the address as a link would, and waits until the view is loaded. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  // React renders after the change of the address.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  await page.locator('main h1').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** The serious and critical violations that axe finds, each with its first element. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // The legacy mode opens no second page. It omits frames of other origins, and the page has none.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/** By how many pixels the page is wider than the window. */
export function horizontalOverflow(page: Page): Promise<number> {
  // The body alone does not contain what is positioned outside of it.
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
