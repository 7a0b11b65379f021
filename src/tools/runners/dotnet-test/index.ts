// dotnet test.
import type { TestRunner } from '../../tool.ts';
import { dotnetTest as consoleLines } from './dotnet-test.ts';
import { trx } from './trx.ts';

export const dotnetTest: TestRunner = {
  id: 'dotnet-test',
  parse: [consoleLines, trx],
};
