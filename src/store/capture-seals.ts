// The hashes of captures at the time they were taken, in memory. A capture that changes in the run folder before it is
// scored was changed by something other than Hydra.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Capture, canonicalJson, hydraError } from '../contract/index.ts';
import { hasStoredFiles } from './capture-cache.ts';

export class CaptureSeals {
  /** By folder. */
  readonly #taken = new Map<string, Capture>();

  add(folder: string, capture: Capture): void {
    this.#taken.set(folder, capture);
  }

  /** For captures that Hydra removed itself. */
  forgetRemoved(): void {
    for (const folder of this.#taken.keys()) if (!existsSync(folder)) this.#taken.delete(folder);
  }

  verify(): void {
    for (const [folder, capture] of this.#taken) {
      if (!isUnchanged(folder, capture)) throw hydraError('capture_changed', { folder });
    }
  }
}

function isUnchanged(folder: string, capture: Capture): boolean {
  const file = join(folder, 'capture.json');
  return existsSync(file) && readFileSync(file, 'utf8') === canonicalJson(capture) && hasStoredFiles(folder, capture);
}
