// What a sandboxed command can see and write.

/** A working sandbox, as found by the probe. */
export interface Sandbox {
  kind: 'bubblewrap' | 'seatbelt';
  /** Whether folders can be mounted copy-on-write. */
  hasOverlays: boolean;
}

/** A folder that the command sees at `path` and may change; its changes go to `upper`. */
export interface Overlay {
  path: string;
  /** Read-only layers, the topmost first. */
  lowers: readonly string[];
  upper: string;
  /** Empty folders on the file system of `upper`. */
  work: string;
  merged: string;
}

/** Everything outside the system folders is invisible unless it is listed here. */
export interface SandboxView {
  /** Read-write at their own paths. */
  writable: readonly string[];
  /** Read-only at their own paths, even inside a writable folder. */
  readable: readonly string[];
  /** Private folders that are mounted read-write over another path. */
  mounts: readonly { from: string; to: string }[];
  overlays: readonly Overlay[];
  /** Files that stay invisible inside a readable folder. */
  hidden: readonly string[];
  /** loopback: the command's own loopback interface, which no other command shares. on: the network of the machine. */
  network: 'loopback' | 'on';
  /** Null keeps the machine's. */
  hostname: string | null;
}

export interface Confinement {
  sandbox: Sandbox;
  view: SandboxView;
}

export interface ConfinedCommand {
  program: string;
  args: string[];
}
