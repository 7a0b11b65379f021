// Which coverage reports in the tree count. Code under test can write there, and so can a changed setting. Pure.
import { type Diff, placeOfReport } from '../contract/index.ts';
import { mixedFile, supportRole } from '../tools/index.ts';

/** The facts that decide whether the reports of one capture count. */
export interface ReportJudgement {
  /** Paths in the tree to which the test command of the base wrote reports. */
  placesOnBase: ReadonlySet<string>;
  diff: Diff;
}

/**
 * Reports that Hydra requested always count. One in the tree counts if the base writes one to the same path, which means that
 * the project's own settings create it, and if the candidate does not change settings of checks.
 */
export function countedReports<Report extends { path: string }>(
  reports: readonly Report[],
  { placesOnBase, diff }: ReportJudgement,
): Report[] {
  const changesSettings = diff.files.some(({ path, old_path }) =>
    [path, old_path].some((each) => each !== null && isSetting(each)),
  );
  return reports.filter(({ path }) => {
    const place = placeOfReport(path);
    return place === null || (placesOnBase.has(place) && !changesSettings);
  });
}

function isSetting(path: string): boolean {
  const role = supportRole(path);
  return mixedFile(path) !== null || (role !== null && role !== 'test');
}
