// ExUnit.
import type { TestRunner } from '../../tool.ts';
import { exUnit as consoleLines } from './ex-unit.ts';

export const exUnit: TestRunner = {
  id: 'ex-unit',
  parse: [consoleLines],
  loadError: {
    when: /^== Compilation error in file|^\*\* \((?:CompileError|SyntaxError|TokenMissingError)\)/,
    line: /^\*\* \(|^error: /,
  },
};
