// What detection proposes for a repository: commands to try, in order, each with the file it rests on.
import type { CheckId } from '../contract/index.ts';
import type { ProfileId } from '../profiles/index.ts';

/** The checks that `hydra init` looks for; security stays the user's choice. */
export const PROPOSED_CHECKS = ['build', 'test', 'lint'] as const satisfies readonly CheckId[];
export type ProposedCheck = (typeof PROPOSED_CHECKS)[number];

export interface FailedAttempt {
  exitCode: number | null;
  /** The beginning and the end of what the command printed. */
  output: string;
}

export interface Proposal {
  command: string;
  /** Why this one: "package.json has a script `lint`". */
  because: string;
  /** Variants worth a try, told from how the command failed; they are tried before the next proposal. */
  repair?(failure: FailedAttempt): Proposal[];
  /** The command that this one is a part of: tried too where tests fail, because they may need the rest of it. */
  whole?: Proposal;
}

/** How the dependencies get into the checkout. */
export interface SetupProposal {
  /** The value of `[workspace] setup`: "auto", a command, or null for none. */
  setup: string | null;
  /** `[workspace] link`: untracked folders of the working tree. */
  link: readonly string[];
  /** What runs, for people; null when nothing does. */
  command: string | null;
  because: string;
}

export interface ProjectProposals {
  profile: ProfileId;
  because: string;
  /** Tried first: what works without installing anything is kept when every test passes. */
  withoutInstall: readonly SetupProposal[];
  /** The first one that succeeds is used. */
  installs: readonly SetupProposal[];
  checks: Record<ProposedCheck, readonly Proposal[]>;
  /** What the user should know before anything runs, such as a package manager that is not installed. */
  notes: readonly string[];
}

export const NO_SETUP: SetupProposal = { setup: null, link: [], command: null, because: 'no dependencies are installed' };

/** Leaves out commands that were proposed before for another reason. */
export function distinct(proposals: readonly Proposal[]): Proposal[] {
  const byCommand = new Map<string, Proposal>();
  for (const proposal of proposals) if (!byCommand.has(proposal.command)) byCommand.set(proposal.command, proposal);
  return [...byCommand.values()];
}
