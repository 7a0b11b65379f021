// Scrolling in a real browser: the time of a frame in a diff of 20,000 lines over one of 400, and in a log of 100 MB over one of
// 1 MB, in the same window. Only the visible rows exist, so that the size must not matter.
import { chromium } from 'playwright-core';
import { runnerImport } from 'vite';
import { BROWSER_FLAGS, findBrowser } from '../scripts/browser.mjs';

const BAR = 1.5;
const FRAMES = 120;

const executablePath = findBrowser();
if (executablePath === null) {
  console.log('No browser was found; set HYDRA_BROWSER to one.');
  process.exit(0);
}
const { module } = await runnerImport('./test/browser/views-harness.ts');
const harness = await module.startHarness();
const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1000 } });
  await page.goto(harness.address);
  await page.evaluate(scrollTimes);
  for (const mode of ['split', 'unified']) {
    const small = await page.evaluate(`openDiff(${JSON.stringify(mode)}, 200, ${FRAMES})`);
    const large = await page.evaluate(`openDiff(${JSON.stringify(mode)}, 10000, ${FRAMES})`);
    print(`scrolling a diff of 20,000 lines, ${mode}`, small, large);
  }
  const small = await page.evaluate(`openLog(1e6, ${FRAMES})`);
  const large = await page.evaluate(`openLog(1e8, ${FRAMES})`);
  print('scrolling a log of 100 MB', small, large);
} finally {
  await browser.close();
  await harness.close();
}

function print(what, small, large) {
  const ratio = large.frame / small.frame;
  const verdict = ratio <= BAR ? 'reached' : 'missed';
  const times = `${small.frame.toFixed(1)} ms a frame in a small one, ${large.frame.toFixed(1)} ms here`;
  console.log(`${what}: ${times}, ${ratio.toFixed(2)}x (bar ${BAR}x: ${verdict}); opened in ${Math.round(large.opened)} ms`);
}

/** Runs in the page. */
function scrollTimes() {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const until = async (isTrue) => {
    while (!isTrue()) await frame();
  };
  const scroll = async (list, frames) => {
    const times = [];
    for (let count = 0; count < frames; count++) {
      const start = performance.now();
      // Back and forth, so that a short list scrolls too.
      list.scrollTop += Math.floor(count / 3) % 2 === 0 ? 700 : -700;
      await frame();
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[Math.floor(frames / 2)];
  };
  const patchOf = (lines) => {
    const all = Array.from({ length: lines }, (_, index) => index);
    const head = `diff --git a/big.ts b/big.ts\nindex 1..2 100644\n--- a/big.ts\n+++ b/big.ts\n@@ -1,${lines} +1,${lines} @@\n`;
    const [before, after] = [
      all.map((index) => `-const value${index} = ${index};\n`),
      all.map((index) => `+const value${index} = ${index} + 1;\n`),
    ];
    return head + before.join('') + after.join('');
  };
  window.openDiff = async (mode, lines, frames) => {
    localStorage.setItem('hydra-diff', mode);
    const start = performance.now();
    window.showDiff({ patch: patchOf(lines), marks: { testPaths: [], findings: [] } });
    await frame();
    await until(() => document.querySelector('.diff-lines .text') !== null);
    const opened = performance.now() - start;
    await until(() => document.querySelector('.tok-word') !== null);
    return { opened, frame: await scroll(document.querySelector('.diff-lines'), frames) };
  };
  window.openLog = async (size, frames) => {
    const start = performance.now();
    window.showLog(window.madeLog(size), {});
    await frame();
    await until(() => document.querySelector('.log-row') !== null);
    const opened = performance.now() - start;
    return { opened, frame: await scroll(document.querySelector('.log-lines'), frames) };
  };
}
