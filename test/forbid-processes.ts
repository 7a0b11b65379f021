// Makes every attempt to start a process fail, in this process and all modules that it loads.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

function refuse(): never {
  throw new Error('This test must not start a process. Tests that do belong to the project `integration` in vitest.config.ts.');
}

const starters = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;
Object.assign(childProcess, Object.fromEntries(starters.map((name) => [name, refuse])));
// Modules import these by name; the named exports are updated only by this call.
syncBuiltinESMExports();
