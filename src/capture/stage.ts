// Capture: what the captures of a stage have in common, and the trees that they are made of.
import type { CanaryFile, Policy } from '../contract/index.ts';
import type { ObjectStore, Repository, ResolvedCommit } from '../git/index.ts';
import type { RunFolder, Store, Subject } from '../store/index.ts';
import type { EventLog } from './event-log.ts';
import type { SecretMasker } from './mask-secrets.ts';

export interface CapturedTree {
  subject: Subject;
  commit: ResolvedCommit;
  /** Put before the names of its captures; with one, only what decides the tests is run. */
  prefix: string;
  /** Failing tests of Hydra's own that its tests are run with once more. */
  canaries?: readonly CanaryFile[];
  /** In place of the policy's own; null for that. */
  testCommand: string | null;
}

export interface CaptureStage {
  repository: Repository;
  store: Store;
  objects: ObjectStore;
  run: RunFolder;
  policy: Policy;
  /** Folder outside the repository. */
  area: string;
  /** Asked for when a tree is checked out. */
  tags(): Promise<string>;
  trees: readonly CapturedTree[];
  /** The number of the first workspace; later stages of a run go on counting. */
  firstIndex: number;
  jobs: number;
  useCache: boolean;
  /** How long each check took before, by its id. */
  knownDurations: ReadonlyMap<string, number>;
  events: EventLog;
  signal: AbortSignal;
}

export interface TreeContext {
  /** Put before the names of the captures. */
  prefix: string;
  subject: Subject;
  commit: ResolvedCommit;
  /** The files at the top of the tree, with the hashes of their content. */
  topFiles: ReadonlyMap<string, string>;
  index: number;
  env: Record<string, string>;
  mask: SecretMasker;
  /** Changes with the files that are put into every tree. */
  brought: string;
  /** Set-ups under way in this run, so that each is done once. */
  installing: Map<string, Promise<void>>;
}
