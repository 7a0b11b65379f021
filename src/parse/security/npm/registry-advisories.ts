// The advisories of the npm registry's first audit format, which npm 6, pnpm and yarn pass on.
import type { Advisory } from '../../../contract/index.ts';
import { isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';
import { advisorySeverity, idInUrl, preferredId } from '../shared/advisories.ts';

type Json = Readonly<Record<string, unknown>>;

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;

export function isRegistryAdvisory(value: unknown): value is Json {
  return isRecord(value) && textMember(value, 'module_name') !== null && textMember(value, 'severity') !== null;
}

export function toAdvisory(advisory: Json): Advisory {
  const cves = Array.isArray(advisory.cves) ? advisory.cves.filter((id) => typeof id === 'string') : [];
  const named = [textMember(advisory, 'github_advisory_id'), idInUrl(textMember(advisory, 'url') ?? ''), ...cves];
  const findings = recordsMember(advisory, 'findings').map((finding) => textMember(finding, 'version'));
  return {
    id: preferredId(named.filter((id) => id !== null)) ?? `npm:${advisory.id ?? textMember(advisory, 'title')}`,
    package: textMember(advisory, 'module_name'),
    version: findings.find((version) => version !== null) ?? null,
    severity: advisorySeverity(advisory.severity),
    title: textMember(advisory, 'title') ?? '',
  };
}

/** What `metadata.vulnerabilities` adds up to; its unit (paths, packages) differs between registries and versions. */
export function statedVulnerabilities(metadata: Json): number | null {
  const counts = recordMember(metadata, 'vulnerabilities');
  const numbers = SEVERITIES.map((severity) => counts[severity]).filter((count) => typeof count === 'number');
  return numbers.length === 0 ? null : numbers.reduce((sum, count) => sum + count, 0);
}

/** The totals count other things than advisories, and also what a chosen level hides; but some cannot come out of none. */
export function contradiction(stated: number | null, listed: number): string[] {
  return stated === 0 && listed > 0 ? [`the report states no vulnerabilities, but names ${listed} advisories`] : [];
}
