// The security results of all trees of a run, as they are compared.
import { AUTO_SECURITY, type SecuritySummary } from '../contract/index.ts';
import type { MaybeReading } from './measure.ts';
import type { CandidateCaptures, RunReading } from './run-reading.ts';

type Reading = MaybeReading<SecuritySummary>;

interface SecurityReadings {
  base: Reading;
  /** In the order of the candidates. */
  candidates: Reading[];
}

export function securityReadings({ run, baseline, candidates }: RunReading): SecurityReadings {
  const scans = [baseline, ...candidates.filter((candidate) => !changesSettings(candidate))].map(({ security }) => security);
  const silent = scans.find((scan) => scan.state === 'read' && scan.reading.unreachable !== undefined);
  // An outage is no property of a candidate: the check is then unavailable for all.
  if (silent !== undefined) return { base: silent, candidates: candidates.map(() => silent) };
  const isAuto = run.policy.scoring.commands.security === AUTO_SECURITY;
  // Only candidates with another lockfile were scanned.
  const reading = ({ security }: CandidateCaptures) =>
    isAuto && security.state === 'not_configured' ? baseline.security : security;
  return { base: baseline.security, candidates: candidates.map(reading) };
}

const SETTINGS =
  /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|pip\.conf|\.cargo\/(?:config|audit)(?:\.toml)?|osv-scanner\.toml)$/;

/** Such a candidate may be the reason why the service does not answer, so that it does not excuse others or itself. */
function changesSettings({ diff }: CandidateCaptures): boolean {
  return diff.files.some(({ path, old_path }) => SETTINGS.test(path) || (old_path !== null && SETTINGS.test(old_path)));
}
