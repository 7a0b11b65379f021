// Plans the security scan of `security = "auto"`: only if a candidate changes a lockfile, on the base and on these
// candidates, all with the same command. Equal lockfiles have equal advisories, so that the others need no scan.

import { AUTO_SECURITY, BASELINE, firstCapture, type PlannedCapture, type Policy, type Subject } from '../contract/index.ts';
import type { CandidateCaptures, RunReading, SubjectReading } from '../judge/index.ts';
import { subjectOf } from './planning.ts';
import { lockfilesIn, scanCommand } from './security-scan.ts';

export function planSecurity({ baseline, candidates }: RunReading, policy: Policy): PlannedCapture[] {
  if (policy.scoring.commands.security !== AUTO_SECURITY) return [];
  const changed = candidates.filter((candidate) => changedLockfiles(candidate).length > 0);
  const command = scanCommand([...new Set(changed.flatMap(changedLockfiles))].sort());
  if (command === null) return [];
  const scanned: [Subject, SubjectReading, string][] = [
    [BASELINE, baseline, 'a candidate changes dependencies; which advisories does the base have?'],
    ...changed.map((each): [Subject, SubjectReading, string] => [subjectOf(each), each, 'it changes dependencies']),
  ];
  const check = {
    id: 'security',
    kind: 'security' as const,
    command,
    timeoutSeconds: policy.scoring.timeouts.security,
    alone: policy.workspace.alone.includes('security'),
  };
  return scanned
    .filter(([, { security }]) => security.state === 'not_configured')
    .map(([subject, , reason]) => firstCapture(check, subject, 'own', reason));
}

function changedLockfiles({ diff }: CandidateCaptures): string[] {
  return lockfilesIn(diff.files.flatMap(({ path, old_path }) => [path, ...(old_path === null ? [] : [old_path])]));
}
