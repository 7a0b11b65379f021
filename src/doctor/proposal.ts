// Proposals for a repository: commands to try, in order, each with the file it comes from.
import type { CheckId } from '../contract/index.ts';
import type { ProfileId } from '../profiles/index.ts';

/** The checks that `hydra init` looks for; the user chooses a security check. */
export const PROPOSED_CHECKS = ['build', 'test', 'lint'] as const satisfies readonly CheckId[];
export type ProposedCheck = (typeof PROPOSED_CHECKS)[number];

export interface FailedAttempt {
  exitCode: number | null;
  /** The beginning and the end of the command's output. */
  output: string;
}

export interface Proposal {
  command: string;
  /** Why this command: "package.json has a script `lint`". */
  because: string;
  /** The project itself runs it: a script of package.json, a target, a step of CI. Otherwise it is derived from a file name. */
  isOwn?: boolean;
  /** The npm package that provides its program; without it the command is not tried. */
  provider?: string;
  /** Variants to try for this failure; they are tried before the next proposal. */
  repair?(failure: FailedAttempt): Proposal[];
  /** The command that this one is part of: also tried if tests fail, because they may need the rest of it. */
  whole?: Proposal;
}

/** How the dependencies are installed in the checkout. */
export interface SetupProposal {
  /** The value of `[workspace] setup`: "auto", a command, or null for none. */
  setup: string | null;
  /** `[workspace] link`: untracked folders of the working tree. */
  link: readonly string[];
  /** The command, as shown to the user; null for none. */
  command: string | null;
  because: string;
  /** Does not run the install scripts of packages. */
  skipsScripts?: boolean;
}

export interface ProjectProposals {
  profile: ProfileId;
  because: string;
  /** Tried first: a set-up without installation is kept if every test passes. */
  withoutInstall: readonly SetupProposal[];
  /** The first one that succeeds is used. */
  installs: readonly SetupProposal[];
  checks: Record<ProposedCheck, readonly Proposal[]>;
  /** Whether an installation provides this npm package, as far as the files say. */
  provides?(name: string): boolean;
  /** A note for the user before anything runs, such as a package manager that is not installed. */
  notes: readonly string[];
}

export const NO_SETUP: SetupProposal = { setup: null, link: [], command: null, because: 'no dependencies are installed' };

/** Removes commands that were already proposed. A command that the project also runs itself is its own. */
export function distinct(proposals: readonly Proposal[]): Proposal[] {
  const byCommand = new Map<string, Proposal>();
  for (const proposal of proposals) {
    const known = byCommand.get(proposal.command);
    if (known === undefined) byCommand.set(proposal.command, proposal);
    else if (proposal.isOwn === true) byCommand.set(proposal.command, { ...known, isOwn: true });
  }
  return [...byCommand.values()];
}
