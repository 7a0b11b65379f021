// The lines of the base that its tests execute, if coverage is available.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COVERAGE_CHECK, type Policy } from '../contract/index.ts';
import { readCoverage } from '../parse/index.ts';
import { openSelector } from '../pipeline/trees/open-selector.ts';
import { planBaseCoverage } from '../plan/index.ts';
import { BASELINE, captureFolder, readStoredIfPresent } from '../store/index.ts';
import type { DiagnosisOptions } from './diagnostic.ts';
import { inTrial, type TrialArea } from './try-checks.ts';

/** `path:line` of each executed line; null if unknown. */
export async function executedLines(
  area: TrialArea,
  policy: Policy,
  { signal, watch }: DiagnosisOptions,
  paths: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const selector = await openSelector(area.objects, policy, area.base);
  const captures = planBaseCoverage(policy, selector.measurable(paths));
  if (captures.length === 0) return null;
  return inTrial(area, { policy, jobs: 1, useCache: true, signal, watch }, async ({ place, capturer }) => {
    capturer.add([{ subject: BASELINE, own: area.base, pinned: null }]);
    await capturer.capture(captures);
    return readLines(captureFolder(place.folder, BASELINE, COVERAGE_CHECK), paths);
  });
}

function readLines(home: string, paths: readonly string[]): ReadonlySet<string> | null {
  const reports = readStoredIfPresent('capture', join(home, 'capture.json'))?.coverage_reports ?? [];
  const files = reports.flatMap(({ path }) => readCoverage(readFileSync(join(home, path), 'utf8'), () => true) ?? []);
  const executed = files.flatMap(({ path, lines }) => {
    const known = paths.find((each) => path === each || path.endsWith(`/${each}`));
    return known === undefined ? [] : [...lines].flatMap(([line, ran]) => (ran ? [`${known}:${line}`] : []));
  });
  return executed.length === 0 ? null : new Set(executed);
}
