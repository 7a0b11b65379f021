// Until the last user of the old name is converted.
export { dropExcessTests as testsThatFit } from './totals.ts';
