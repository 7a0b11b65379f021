// What the checks of a run meet on this machine: the sandbox, and the fingerprint that decides which results are comparable.
import { DEFAULT_POLICY, type Fingerprint, type Policy } from '../contract/index.ts';
import { cleanEnvironment, fingerprintMachine, KNOWN_PROGRAMS, locateProgram } from '../exec/index.ts';
import { programsOf } from './key.ts';
import { type OpenedSandbox, openSandbox } from './sandbox.ts';

export interface Machine {
  sandbox: OpenedSandbox;
  fingerprint: Fingerprint;
}

/** What a worker offers before it knows any command: the versions of all programs that it has. */
export async function openWorkerMachine(root: string): Promise<Machine> {
  const env = cleanEnvironment(process.env);
  const programs = KNOWN_PROGRAMS.filter((name) => locateProgram(name, env) !== null);
  const sandbox = await openSandbox(DEFAULT_POLICY);
  return { sandbox, fingerprint: await fingerprintMachine({ env, programs, sandbox: sandbox.stored.kind, cwd: root }) };
}

/** `root` is the folder whose settings choose versions of programs, for example `.python-version`. */
export async function openMachine(policy: Policy, root: string): Promise<Machine> {
  const env = cleanEnvironment(process.env, policy.scoring.environment?.variables);
  const programs = ['node', ...programsOf(commandsOf(policy).join('\n'))];
  const sandbox = await openSandbox(policy);
  return { sandbox, fingerprint: await fingerprintMachine({ env, programs, sandbox: sandbox.stored.kind, cwd: root }) };
}

/** The set-up that is found by itself starts programs whose versions its lockfile and Node decide. */
function commandsOf({ scoring: { commands, metrics, build }, workspace: { setup } }: Policy): string[] {
  const measured = Object.values(metrics).map(({ command }) => command);
  const all = [...Object.values(commands), ...Object.values(build.targets), ...measured, setup];
  return all.flatMap((command) => (command === null || command === 'auto' ? [] : [command]));
}
