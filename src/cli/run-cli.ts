// Arguments in, text and an exit code out. The module of each command is loaded when it is called.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, CommanderError } from 'commander';
import { diskErrorOf, HydraError, hydraError } from '../contract/errors.ts';
import { ENGINE_VERSION } from '../contract/version.ts';
import { renderError } from '../report/render-error.ts';
import { addCommands } from './commands.ts';
import { EXIT_FAULT, EXIT_INTERRUPTED, type Outcome } from './exit-code.ts';

export async function runCli(args: readonly string[]): Promise<number> {
  try {
    const { text, exitCode } = await dispatch(args);
    if (typeof text === 'string') process.stdout.write(text);
    else await printPieces(text);
    return exitCode;
  } catch (thrown) {
    const error = diskErrorOf(thrown) ?? thrown;
    process.stderr.write(error instanceof HydraError ? renderError(error) : `hydra: ${faultText(error)}\n`);
    return error instanceof HydraError && INTERRUPTED.has(error.code) ? EXIT_INTERRUPTED : EXIT_FAULT;
  }
}

/** Waits until the output is written: a pipe would otherwise buffer all of it in memory. */
async function printPieces(pieces: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces, { highWaterMark: 1 }), process.stdout, { end: false });
  } catch (error) {
    // The reader closed the pipe.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

const INTERRUPTED: ReadonlySet<string> = new Set(['interrupted', 'init_interrupted', 'race_interrupted']);

/** An internal error: show the stack, which is needed to fix it. */
function faultText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function dispatch(args: readonly string[]): Promise<Outcome> {
  const nothingMore: Outcome = { text: '', exitCode: 0 };
  let outcome = nothingMore;
  const program = buildProgram((result) => {
    outcome = result;
  });
  if (args.length === 0) return { text: program.helpInformation(), exitCode: 0 };
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Help and version have already been printed.
    if (error instanceof CommanderError && error.exitCode === 0) return nothingMore;
    throw error;
  }
  return outcome;
}

function buildProgram(finish: (outcome: Outcome) => void): Command {
  const program = new Command('hydra')
    .description('Ranks several attempts at one task and says which one to merge, with the evidence.')
    .version(ENGINE_VERSION)
    .configureOutput({ writeErr: () => {} })
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .showSuggestionAfterError()
    .helpCommand('help [command]', 'show the help of a command');
  addCommands(program, finish);
  for (const command of [program, ...program.commands]) command.exitOverride((error) => refuse(error, command));
  return program;
}

/** Converts an error of the argument parser to a HydraError. */
function refuse(error: CommanderError, command: Command): never {
  if (error.exitCode === 0) throw error;
  const [, problem = error.message, hint] = /^(?:error: )?(.*?)\.?(?:\n\((Did you mean .*\?)\))?$/s.exec(error.message) ?? [];
  const sentence = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.${hint === undefined ? '' : ` ${hint}`}`;
  const name = command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`;
  throw hydraError('usage', { problem: sentence, command: name });
}
