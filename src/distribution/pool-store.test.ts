import { expect, test } from 'vitest';
import type { PlannedCapture } from '../capture/index.ts';
import type { Subject } from '../store/index.ts';
import { jobLabel } from './pool-store.ts';

const RUN = '20260102-030405-123abcd';

function planned(subject: Subject, check: string): PlannedCapture {
  const base = {
    kind: 'test',
    command: 'true',
    timeoutSeconds: 1,
    alone: false,
    canaries: [],
    varied: [],
    commit: null,
  } as const;
  const rest = { rebuilds: false, asksForReport: false, coverage: null, independent: null, leftOut: null, usesCache: true };
  return { ...base, ...rest, subject, run: { check, tree: 'own', attempt: null }, reason: '' };
}

test('labels a job with its tree, its checks in order and its run', () => {
  const claude: Subject = { kind: 'candidate', name: 'claude' };
  const pinned: PlannedCapture = { ...planned(claude, 'test'), run: { check: 'test', tree: 'pinned', attempt: null } };
  expect(jobLabel(RUN, [planned({ kind: 'baseline' }, 'build')])).toBe(`base: build (run ${RUN})`);
  expect(jobLabel(RUN, [planned(claude, 'build'), pinned])).toBe(`claude: build, pinned-test (run ${RUN})`);
});

test('keeps a label with long names within 200 characters, and the run in it', () => {
  const long: Subject = { kind: 'candidate', name: 'n'.repeat(500) };
  const label = jobLabel(
    RUN,
    Array.from({ length: 90 }, () => planned(long, 'cross.somebody')),
  );
  expect(label.length).toBeLessThanOrEqual(200);
  expect(label).toMatch(/^n{60}\.\.\.: cross\.somebody, .*\.\.\. \(run 20260102-030405-123abcd\)$/);
});
