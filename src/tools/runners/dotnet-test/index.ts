// dotnet test.
import type { TestRunner } from '../../tool.ts';
import { dotnetTest as consoleLines } from './dotnet-test.ts';
import { trx } from './trx.ts';

export const dotnetTest: TestRunner = {
  id: 'dotnet-test',
  parse: [consoleLines, trx],
  report: {
    format: 'dotnet',
    covers: ['dotnet-test'],
    extension: 'trx',
    request: [
      {
        startedBy: /\bdotnet\s+test\b/,
        // MSBuild reads properties from the environment; those on the command line override them.
        variables: ({ folder }) => ({ VSTestLogger: 'trx', VSTestResultsDirectory: `${folder}/dotnet` }),
      },
    ],
  },
};
