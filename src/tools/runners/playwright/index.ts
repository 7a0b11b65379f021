// Playwright.

import type { TestRunner } from '../../tool.ts';
import { nodeReport } from '../shared/node-report.ts';
import { playwright as consoleLines } from './playwright.ts';
import { playwrightJson } from './playwright-json.ts';

export const playwright: TestRunner = {
  id: 'playwright',
  parse: [consoleLines, playwrightJson],
  configFiles: /playwright\.(?:config|conf)\.[cm]?[jt]s(?:on)?/,
  report: nodeReport('playwright'),
};
