// Applies the policy to the integrity findings of the facts. It adds only findings about protected paths,
// which the policy defines.
import type { CandidateFacts, IntegrityFinding, Policy } from '../contract/index.ts';
import { matchPaths, placesOf } from './path-patterns.ts';

export type IntegrityRule = (candidate: Pick<CandidateFacts, 'integrity' | 'diff'>) => IntegrityFinding[];

/** Applies the severities of the policy and removes allowed and disabled findings. */
export function integrityRule(policy: Policy): IntegrityRule {
  const { enabled, severity, allow } = policy.scoring.integrity;
  if (!enabled) return () => [];
  const severities = new Map(Object.entries(severity));
  const allowed = new Map(Object.entries(allow).map(([id, patterns]) => [id, matchPaths(patterns)]));
  const isProtected = matchPaths(policy.scoring.diff_scope.protected_paths);
  return ({ integrity, diff }) => {
    const onProtected = diff.files.filter((file) => placesOf(file).some(isProtected)).map(({ path }) => protectedPath(path));
    return [...integrity, ...onProtected].flatMap((finding) => {
      const effective = severities.get(finding.id) ?? finding.severity;
      const isAllowed = finding.place !== null && (allowed.get(finding.id)?.(finding.place.path) ?? false);
      return effective === 'off' || isAllowed ? [] : [{ ...finding, severity: effective }];
    });
  };
}

function protectedPath(path: string): IntegrityFinding {
  return {
    id: 'protected_path',
    severity: 'warning',
    message: 'changes a protected path',
    place: { path, start_line: null, end_line: null },
    how_to_allow: 'take the path out of protected_paths under [scoring.diff_scope]',
  };
}
