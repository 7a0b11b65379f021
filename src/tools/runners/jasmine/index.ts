// Jasmine.
import type { TestRunner } from '../../tool.ts';
import { jasmine as consoleLines } from './jasmine.ts';

export const jasmine: TestRunner = {
  id: 'jasmine',
  parse: [consoleLines],
  coverage: { language: 'javascript', startedBy: /\bjasmine\b/ },
};
