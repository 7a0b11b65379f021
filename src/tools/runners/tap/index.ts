// node-tap.
import type { TestRunner } from '../../tool.ts';
import { insteadOfPaths } from '../shared/arguments.ts';
import { program } from '../shared/starts.ts';

export const tap: TestRunner = {
  id: 'tap',
  starts: [program(/^tap$/)],
  isNpmPackage: true,
  selects: /^(?:-g|--grep.*|-o|--only|-w|--watch|--changed.*|--)$/,
  selectFiles: (request) => insteadOfPaths(request, /^(?:-[jtRr]|--jobs|--timeout|--reporter|--node-arg|--test-arg|--plugin)$/),
  testFile: /\.[cm]?js$/,
};
