// uvu.
import type { TestRunner } from '../../tool.ts';
import { uvu as consoleLines } from './uvu.ts';

export const uvu: TestRunner = {
  id: 'uvu',
  parse: [consoleLines],
  coverage: { language: 'javascript', startedBy: /\buvu\b/ },
};
