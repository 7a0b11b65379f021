// Renders the preview of a merge.
import type { AgentEnding, HydraError } from '../contract/index.ts';
import { failedAttemptText } from '../text/index.ts';
import { visibleText } from './terminal-text.ts';

export interface MergeText {
  runId: string;
  candidate: string;
  rank: number | null;
  of: number;
  total: number | null;
  ending: AgentEnding | null;
  strategy: 'squash' | 'merge' | 'rebase';
  destination: { kind: 'target' } | { kind: 'branch'; name: string } | { kind: 'patch'; file: string };
  target: { branch: string; from: string | null; isCheckedOut: boolean };
  hasMoved: boolean;
  files: readonly { path: string; added: number; removed: number }[];
  check: { runId: string; failedGates: readonly string[] } | null;
  message: { title: string } | null;
  forceReason: string | null;
  refusals: readonly Pick<HydraError, 'message' | 'next'>[];
}

const FILES_SHOWN = 20;
const SHORT_COMMIT = 10;

const HOW: Record<MergeText['strategy'], string> = {
  squash: 'as one commit',
  merge: 'as a merge commit',
  rebase: 'commit by commit',
};

export function renderMergePlan(plan: MergeText): string {
  const total = plan.total === null ? 'no total' : `total ${plan.total}`;
  const lines = [
    `${visibleText(plan.candidate)} of run ${visibleText(plan.runId)} (${rankText(plan)}, ${total})`,
    ...endingLine(plan),
    `  ${destinationText(plan)}`,
    ...filesText(plan.files),
    ...checkText(plan),
    ...(plan.message === null || plan.destination.kind === 'patch' ? [] : [`  message: ${visibleText(plan.message.title)}`]),
    ...(plan.forceReason === null ? [] : [`  forced: ${visibleText(plan.forceReason)}`]),
    ...plan.refusals.flatMap(({ message, next }) => [`  cannot: ${visibleText(message)}`, `    next: ${visibleText(next)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function endingLine({ ending }: MergeText): string[] {
  const text = failedAttemptText(ending ?? undefined);
  return text === null ? [] : [`  ${visibleText(text)}`];
}

function rankText({ rank, of }: MergeText): string {
  return rank === null ? 'not mergeable' : `rank ${rank} of ${of}`;
}

function destinationText({ destination, target, strategy }: MergeText): string {
  if (destination.kind === 'patch') return `as a patch in ${visibleText(destination.file)}; no branch changes`;
  if (destination.kind === 'branch')
    return `as the new branch ${visibleText(destination.name)}; your working tree stays as it is`;
  const where = target.isCheckedOut ? 'checked out here' : 'not checked out; your working tree stays as it is';
  return `${HOW[strategy]} onto ${visibleText(target.branch)} (now ${target.from?.slice(0, SHORT_COMMIT)}, ${where})`;
}

function filesText(files: MergeText['files']): string[] {
  const shown = files.slice(0, FILES_SHOWN).map(({ path, added, removed }) => `    ${visibleText(path)} +${added} -${removed}`);
  const more = files.length > FILES_SHOWN ? [`    and ${files.length - FILES_SHOWN} more`] : [];
  return [`  ${files.length} ${files.length === 1 ? 'file' : 'files'}:`, ...shown, ...more];
}

function checkText({ check, hasMoved, target }: MergeText): string[] {
  if (!hasMoved) return ['  the result is the tree that was scored'];
  const moved = `  ${visibleText(target.branch)} has moved since the candidates were scored`;
  if (check === null) return [`${moved}; the merged tree was not checked`];
  if (check.failedGates.length === 0) return [`${moved}; the merged tree passes every gate (run ${check.runId})`];
  return [
    `${moved}; the merged tree fails (run ${check.runId}):`,
    ...check.failedGates.map((reason) => `    ${visibleText(reason)}`),
  ];
}
