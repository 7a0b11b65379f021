#!/usr/bin/env node
// The entry point. It handles --version itself and loads everything else on demand,
// because the version and the help are requested often.
import { ENGINE_VERSION } from '../contract/version.ts';
import { EXIT_FAULT } from './exit-code.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `hydra ... | head` closes the pipe early; the exit code still has to be the result.
  if (error.code === 'EPIPE') return;
  process.stderr.write(`hydra: Cannot write the output: ${error.message}\n`);
  process.exit(EXIT_FAULT);
});
process.stderr.on('error', () => {});

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${ENGINE_VERSION}\n`);
} else {
  const { runCli } = await import('./run-cli.ts');
  process.exitCode = await runCli(args);
}
