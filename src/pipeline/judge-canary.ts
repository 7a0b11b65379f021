// Room pipeline: what the stored captures say of Hydra's own failing tests.

import { placeCanaries } from '../capture/canary.ts';
import { PINNED_PREFIX } from '../capture/names.ts';
import { type CanaryVerdict, judgeCanaries } from '../compare/index.ts';
import type { Diff, Run } from '../contract/index.ts';
import { BASELINE, type RunFolder } from '../store/index.ts';
import { readCanary, readTests } from './2-parse.ts';

type JudgeCanary = (candidate: Run['candidates'][number], diff: Diff) => CanaryVerdict | null;

/** The base's run is read once for all candidates. */
export function openCanaries(folder: RunFolder, { canaries = [] }: Run): JudgeCanary {
  if (canaries.length === 0) return () => null;
  const baseline = readCanary(folder, BASELINE);
  return ({ name, pinned }, diff) => {
    const subject = { kind: 'candidate', name } as const;
    const placed = placeCanaries(canaries, diff, pinned !== null);
    const isPinned = placed.pinned.length > 0;
    const prefix = isPinned ? PINNED_PREFIX : '';
    return judgeCanaries({
      placed: isPinned ? placed.pinned : placed.own,
      baseline,
      candidate: readCanary(folder, subject, prefix),
      without: readTests(folder, subject, prefix),
    });
  };
}
