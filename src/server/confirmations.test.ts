import { beforeEach, describe, expect, test } from 'vitest';
import type { MergeRequestBody } from '../contract/index.ts';
import { type Confirmations, type ForcedMerge, openConfirmations } from './confirmations.ts';

const QUESTION: MergeRequestBody = { candidate: 'a', onto: null, strategy: 'squash', dry_run: false, force_reason: 'later' };
const WRONG = '----';

let announced: ForcedMerge[];
let time: number;
let confirmations: Confirmations;
beforeEach(() => {
  announced = [];
  time = 0;
  confirmations = openConfirmations(
    (merge) => announced.push(merge),
    () => time,
  );
});

/** The error code, or null if the merge is confirmed. */
function ask(confirmation: string | null, changes: Partial<MergeRequestBody> = {}, run = 'r1'): string | null {
  const question = { ...QUESTION, confirmation, ...changes };
  try {
    confirmations.require(run, question, question.force_reason ?? '');
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const lastCode = () => announced.at(-1)?.code ?? '';

describe('the code of a forced merge', () => {
  test('is announced on request and valid once', () => {
    expect(ask(null)).toBe('confirmation_needed');
    const code = lastCode();
    expect(ask(code)).toBeNull();
    expect(ask(code)).toBe('confirmation_needed');
    expect(lastCode()).not.toBe(code);
  });

  test.each<[string, Partial<MergeRequestBody>, string]>([
    ['candidate', { candidate: 'b' }, 'r1'],
    ['target', { onto: 'main' }, 'r1'],
    ['strategy', { strategy: 'merge' }, 'r1'],
    ['reason', { force_reason: 'never' }, 'r1'],
    ['run', {}, 'r2'],
  ])('is not valid for another %s', (_what, changes, run) => {
    ask(null);
    expect(ask(lastCode(), changes, run)).toBe('confirmation_needed');
  });

  test('expires', () => {
    ask(null);
    time = 10 * 60_000 + 1;
    expect(ask(lastCode())).toBe('confirmation_needed');
    expect(ask(lastCode())).toBeNull();
  });

  test('cannot be guessed: after five wrong codes nothing is merged by force', () => {
    ask(null);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(ask(WRONG)).toBe('confirmation_wrong');
      // A new code does not reset the count.
      if (attempt === 2) ask(null);
    }
    expect(ask(lastCode())).toBe('confirmation_locked');
    expect(ask(null)).toBe('confirmation_locked');
  });

  test('a right code resets the count', () => {
    for (let round = 0; round < 3; round += 1) {
      ask(null);
      for (let attempt = 0; attempt < 4; attempt += 1) ask(WRONG);
      expect(ask(lastCode())).toBeNull();
    }
  });
});
