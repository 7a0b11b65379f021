// `npm run screenshots` takes the pictures of the web UI in docs/images from the report of `hydra demo`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, explainMissingBrowser, findBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ROOT, runCaptured } from './project.mjs';

/** @type {{ file: string, view: string, shown: string, colorScheme: 'light' | 'dark', height: number }[]} */
const PICTURES = [
  { file: 'verdict.png', view: '', shown: '.excerpt', colorScheme: 'light', height: 800 },
  {
    file: 'diff.png',
    view: '/diff/sly?file=test%2Fcart.test.js&line=14&to=19&side=old',
    shown: '.diff-view',
    colorScheme: 'light',
    height: 560,
  },
  { file: 'score-details.png', view: '/why/hasty/tests', shown: '.score-details', colorScheme: 'dark', height: 800 },
];
const WIDTH = 1280;

await ensureBuilt();
const executablePath = findBrowser();
if (executablePath === null) {
  console.error(explainMissingBrowser());
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'hydra-screenshots-'));
const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
try {
  const report = join(folder, 'report.html');
  const demo = await runCaptured(process.execPath, [join(ROOT, 'dist/cli/main.js'), 'demo', '--html', report]);
  if (!demo.ok) throw new Error(demo.output);
  for (const picture of PICTURES) await take(pathToFileURL(report).href, picture);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function take(
  /** @type {string} */ address,
  /** @type {(typeof PICTURES)[number]} */ { file, view, shown, colorScheme, height },
) {
  const page = await browser.newPage({ viewport: { width: WIDTH, height }, colorScheme, reducedMotion: 'reduce' });
  await page.goto(address);
  await page.locator('main h1').waitFor();
  // The report opens on the ranking of its only run.
  await page.evaluate(`location.hash += ${JSON.stringify(view)}`);
  await page.locator(shown).first().waitFor();
  await page.screenshot({ path: join(ROOT, 'docs/images', file) });
  await page.close();
}
