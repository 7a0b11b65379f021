// What all captures of a run have in common.
import type { Policy } from '../contract/index.ts';
import type { ObjectStore, Repository } from '../git/index.ts';
import type { RunFolder, Store } from '../store/index.ts';
import type { EventLog } from './event-log.ts';

export interface CaptureStage {
  repository: Repository;
  store: Store;
  objects: ObjectStore;
  run: RunFolder;
  policy: Policy;
  /** Folder outside the repository. */
  area: string;
  /** Called when a tree is checked out. */
  tags(): Promise<string>;
  jobs: number;
  useCache: boolean;
  /** How long each check took before, by its id. */
  knownDurations: ReadonlyMap<string, number>;
  events: EventLog;
  /** clean: without credentials and what belongs to the caller. inherited: as the user's own shell has it. */
  environment: 'clean' | 'inherited';
  signal: AbortSignal;
}
