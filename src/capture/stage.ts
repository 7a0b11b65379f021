// The common context of all captures of a run.
import type { Capture, Fingerprint, PlannedCapture, PlantedFailure, Policy } from '../contract/index.ts';
import type { ObjectStore, Repository } from '../git/index.ts';
import type { RunFolder, Store } from '../store/index.ts';
import type { WorkspaceSandbox } from '../workspace/index.ts';
import type { EventLog } from './event-log.ts';
import type { RemoteExecutor, SharedCaptures } from './executor.ts';
import type { Installations } from './installations.ts';

export interface CaptureStage {
  repository: Repository;
  store: Store;
  objects: ObjectStore;
  run: RunFolder;
  policy: Policy;
  /** Folder outside the repository. */
  area: string;
  fingerprint: Fingerprint;
  jobs: number;
  useCache: boolean;
  /** The last duration of each check, by its id. */
  knownDurations: ReadonlyMap<string, number>;
  events: EventLog;
  /** Null: checks run with all rights of the user. */
  sandbox: WorkspaceSandbox | null;
  /** clean: without credentials and variables of the caller. inherited: the user's whole environment. */
  environment: 'clean' | 'inherited';
  /** Running set-ups, if other runs in this process share them. */
  installations?: Installations;
  /** Null: the captures of this machine are all there is. */
  shared: SharedCaptures | null;
  /** Runs what is missing on other machines; null: runs it here. */
  remote: RemoteExecutor | null;
  /** The hash of the files that are added to every checkout, if they come from another machine. */
  copied: string | null;
  /** Whether a run reports the failing tests of Hydra that are in it; the capture is stored in `folder`. */
  plantedFailure(planned: PlannedCapture, capture: Capture, folder: string): PlantedFailure;
  signal: AbortSignal;
}
