// CTest of CMake.

import type { TestRunner } from '../../tool.ts';
import { loosely } from '../shared/arguments.ts';
import { program } from '../shared/starts.ts';
import { ctest as consoleLines } from './ctest.ts';

export const ctest: TestRunner = {
  id: 'ctest',
  parse: [consoleLines],
  starts: [program(/^ctest$/)],
  selects: /^(?:-[RELITNSDM].*|--tests-.*|--rerun-failed)$/,
  selectTests: ({ args, ids }) => [...args, '-R', `'^(${ids.map(loosely).join('|')})$'`],
};
