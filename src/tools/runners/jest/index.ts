// Jest.

import type { TestRunner } from '../../tool.ts';
import { byNameInFiles } from '../shared/arguments.ts';
import { nodeReport } from '../shared/node-report.ts';
import { nodeFile, program } from '../shared/starts.ts';
import { jest as consoleLines } from './jest.ts';
import { jestJson } from './jest-json.ts';
import { write } from './write.ts';

const inOrderOf = (seed: number) => ['--randomize', `--seed=${seed}`];

export const jest: TestRunner = {
  id: 'jest',
  parse: [consoleLines, jestJson],
  coverage: { language: 'javascript', startedBy: /\b(?:jest|react-scripts)\b/, isOwn: true },
  loadError: {
    when: /● Test suite failed to run/,
    line: /error TS\d+|^\s*(?:Cannot find module|\w*Error: |Jest encountered)|Cannot find module/,
    isBelow: true,
  },
  configFiles: /jest\.(?:config|conf)\.[cm]?[jt]s(?:on)?|jest\.setup\.[cm]?[jt]s|setupTests\.[jt]sx?/,
  report: nodeReport('jest'),
  starts: [program(/^jest(?:\.js)?$/), nodeFile('jest')],
  isNpmPackage: true,
  selects: /^(?:-t|--testNamePattern.*|--watch.*|--listTests|--shard.*|-o|--onlyChanged|--)$/,
  selectTests: ({ args, ids, seed }) => [...args, ...(seed === null ? [] : inOrderOf(seed)), ...byNameInFiles(ids)],
  selectFiles: ({ args, files }) => [...args, '--runTestsByPath', ...files],
  shuffle: (args, seed) => [...args, ...inOrderOf(seed)],
  testFile: /(?:\.(?:test|spec)|(?:^|\/)__tests__\/[^/]+)\.[cm]?[jt]sx?$/,
  idsBeginWithFile: true,
  readsSources: true,
  write,
};
