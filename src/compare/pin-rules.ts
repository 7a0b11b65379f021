// What is put back to the base's version before a candidate's sources are graded.
import { mayHoldPinned, pinContent } from './pin-content.ts';
import { supportRole } from './test-support.ts';

export const PIN_RULES = {
  isPinned: (path: string): boolean => supportRole(path) !== null,
  mayHoldPinned,
  pinContent,
};
