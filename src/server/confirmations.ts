// The second confirmation of a forced merge: a code that only the terminal of `hydra ui` shows, so that a session token is not enough.
import { randomInt, timingSafeEqual } from 'node:crypto';
import { hydraError, type MergeRequestBody } from '../contract/index.ts';

export interface ForcedMerge {
  run: string;
  candidate: string | null;
  onto: string | null;
  toBranch: string | null;
  reason: string;
  code: string;
  minutes: number;
}

export interface Confirmations {
  /** Returns if the request has the code of this merge. Otherwise throws; a request without a code creates one. */
  require(run: string, question: MergeRequestBody, forceReason: string): void;
}

const MINUTES = 10;
/** Together, until a right code: then guessing is over until the server is started again. */
const MAX_WRONG_CODES = 5;
/** Without characters that look alike. 30 to the power of 8 codes. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;

interface Pending {
  /** The code is valid for this merge only. */
  merge: string;
  code: string;
  until: number;
}

/** `announce` shows the code to the user; `now` is the time in milliseconds. */
export function openConfirmations(announce: (merge: ForcedMerge) => void, now: () => number = Date.now): Confirmations {
  let pending: Pending | null = null;
  let wrong = 0;
  return {
    require(run, { candidate, onto, to_branch: toBranch = null, strategy, message = null, confirmation = null }, reason) {
      if (wrong >= MAX_WRONG_CODES) throw hydraError('confirmation_locked', {});
      const merge = JSON.stringify([run, candidate, onto, toBranch, strategy, message, reason]);
      if (confirmation === null || pending === null || pending.merge !== merge || pending.until < now()) {
        const code = newCode();
        pending = { merge, code, until: now() + MINUTES * 60_000 };
        announce({ run, candidate, onto, toBranch, reason, code, minutes: MINUTES });
        throw hydraError('confirmation_needed', { minutes: String(MINUTES) });
      }
      if (isSame(confirmation, pending.code)) {
        pending = null;
        wrong = 0;
        return;
      }
      wrong += 1;
      throw hydraError('confirmation_wrong', { left: String(MAX_WRONG_CODES - wrong) });
    },
  };
}

/** For example "KXT4-9RWM". */
function newCode(): string {
  const characters = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${characters.slice(0, CODE_LENGTH / 2)}-${characters.slice(CODE_LENGTH / 2)}`;
}

function isSame(given: string, code: string): boolean {
  const [a, b] = [given, code].map((text) => Buffer.from(text.toUpperCase().replace(/[^0-9A-Z]/g, '')));
  return a !== undefined && b !== undefined && a.length === b.length && timingSafeEqual(a, b);
}
