// Programs that run as tests: those of candidates, and commands of the repository.
export { type CommandTree, commandsOf, describesCommands, whyNotRun } from './repository-commands.ts';
export { runPrograms } from './run-programs.ts';
