// Contract: programs that run as tests. They need no runner: how they end decides.

/** Runs a file of the tree; passes if it ends with 0. */
export interface FileProgram {
  readonly kind: 'file';
  /** Its path in the tree, which is the id of the test too. */
  readonly id: string;
}

/** Runs a command line of the repository; passes if it prints what the text says. */
export interface CommandProgram {
  readonly kind: 'command';
  readonly id: string;
  /** Lines that run before it in the same shell. */
  readonly setup: string;
  readonly command: string;
  readonly output: string;
  /** The exit status; null if the text does not say. */
  readonly status: number | null;
}

export type ProgramTest = FileProgram | CommandProgram;
