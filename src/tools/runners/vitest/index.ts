// Vitest.

import type { TestRunner } from '../../tool.ts';
import { byNameInFiles } from '../shared/arguments.ts';
import { nodeReport } from '../shared/node-report.ts';
import { nodeFile, program } from '../shared/starts.ts';
import { vitest as consoleLines } from './vitest.ts';
import { write } from './write.ts';

const inOrderOf = (seed: number) => ['--sequence.shuffle', `--sequence.seed=${seed}`];

export const vitest: TestRunner = {
  id: 'vitest',
  parse: [consoleLines],
  // It ends its workers before the runtime can write coverage.
  coverage: {
    language: 'javascript',
    startedBy: /\bvitest\b/,
    isOwn: true,
    needsPackage: ['@vitest/coverage-v8', '@vitest/coverage-istanbul'],
  },
  loadError: { when: /⎯ Failed Suites \d+ ⎯/, line: /^\s*(?:\w+\.)*\w*Error: /, isBelow: true },
  configFiles: /(?:vitest|vite)\.(?:config|conf)\.[cm]?[jt]s(?:on)?|vitest\.(?:workspace|setup)\.[cm]?[jt]s/,
  report: nodeReport('vitest'),
  starts: [program(/^vitest(?:\.mjs)?$/, /^run$/), program(/^vitest(?:\.mjs)?$/), nodeFile('vitest')],
  isNpmPackage: true,
  selects: /^(?:-t|--testNamePattern.*|--watch.*|-w|--shard.*|--changed.*|--sequence.*|watch|dev|bench|list|--)$/,
  selectTests: ({ args, ids, seed }) => [...args, ...(seed === null ? [] : inOrderOf(seed)), ...byNameInFiles(ids)],
  selectFiles: ({ args, files }) => [...args, ...files],
  shuffle: (args, seed) => [...args, ...inOrderOf(seed)],
  testFile: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  idsBeginWithFile: true,
  readsSources: true,
  write,
};
