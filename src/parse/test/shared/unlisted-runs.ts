// Until the last user of the old name is converted.
export { flagRunsWithoutTests as doubtUnlistedRuns } from './totals.ts';
