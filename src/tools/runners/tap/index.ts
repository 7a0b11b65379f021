// node-tap and tape.

import type { TestRunner } from '../../tool.ts';
import { insteadOfPaths } from '../shared/arguments.ts';
import { program } from '../shared/starts.ts';
import { prove } from './prove.ts';
import { tap as consoleLines } from './tap.ts';
import { write } from './write.ts';

export const tap: TestRunner = {
  id: 'tap',
  parse: [prove, consoleLines],
  coverage: { language: 'javascript', startedBy: /\b(?:tap|tape)\b/ },
  configFiles: /\.taprc/,
  starts: [program(/^tape?$/)],
  isNpmPackage: true,
  selects: /^(?:-g|--grep.*|-o|--only|-w|--watch|--changed.*|--)$/,
  selectFiles: (request) => insteadOfPaths(request, /^(?:-[jtRr]|--jobs|--timeout|--reporter|--node-arg|--test-arg|--plugin)$/),
  testFile: /\.[cm]?js$/,
  write,
};
