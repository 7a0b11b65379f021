// The files that are restored to the base's version before a candidate's sources are scored.

import { supportRole } from '../integrity/index.ts';
import { mayHoldPinned, pinContent } from './pin-content.ts';

export const PIN_RULES = {
  isPinned: (path: string): boolean => supportRole(path) !== null,
  mayHoldPinned,
  pinContent,
};
