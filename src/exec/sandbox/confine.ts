// The command line of a program inside a sandbox.
import { bubblewrapCommand } from './bubblewrap.ts';
import { seatbeltCommand } from './seatbelt.ts';
import type { ConfinedCommand, Confinement } from './view.ts';

/** The command line that runs a program with arguments inside the sandbox. */
export function confine({ sandbox, view }: Confinement, cwd: string, command: readonly string[]): ConfinedCommand {
  return sandbox.kind === 'bubblewrap' ? bubblewrapCommand(view, cwd, command) : seatbeltCommand(view, command);
}
