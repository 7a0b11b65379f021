// Which of two working commands measures a check better. A passing command of the project is never replaced by one under
// which tests fail: those failures are a fault of the command, not of the base.
import { BEST_GRADE, type Working } from './judge-attempt.ts';
import type { Proposal } from './proposal.ts';

export interface KeptCommand extends Proposal {
  verdict: Working;
}

export function isBetter(found: KeptCommand, kept: KeptCommand): boolean {
  const [one, other] = [found.verdict, kept.verdict];
  if (other.failed === 0 && one.failed > 0) return false;
  const isTrusted = kept.whole?.command === found.command || (isOwn(found) && !isOwn(kept));
  if (isTrusted && one.failed === 0 && other.failed > 0) return true;
  if (one.grade !== other.grade) return one.grade > other.grade && one.passed >= other.passed;
  return isTrusted && one.passed > other.passed;
}

/** Whether a better command may follow: one that names the tests, or the project's own if tests fail under another one. */
export function mayBeImproved(kept: KeptCommand, queue: readonly Proposal[]): boolean {
  if (kept.verdict.grade < BEST_GRADE) return true;
  if (kept.verdict.failed === 0) return false;
  return queue[0]?.command === kept.whole?.command || (!isOwn(kept) && queue.some(isOwn));
}

/** Why a command that names tests was not chosen; null if there is nothing to explain. */
export function whyPassedOver(other: KeptCommand, kept: KeptCommand): string | null {
  if (other.verdict.failed === 0 || kept.verdict.failed > 0) return null;
  return `${other.verdict.figures}; \`${kept.command}\` passes`;
}

function isOwn({ isOwn: own }: Proposal): boolean {
  return own === true;
}
