// The npm registry's first audit format: as one document from `npm audit --json` of npm 6, `pnpm audit --json` and
// `yarn npm audit --json` of yarn 2 and 3; as a stream from `yarn audit --json` of yarn 1.
import type { Advisory } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonLinesReader, Results } from '../../../parse/parser.ts';
import type { SecurityRun, SecuritySection } from '../../../parse/section.ts';
import {
  isRecord,
  type Json,
  member,
  recordMember,
  recordsMember,
  textMember,
  texts,
} from '../../../parse/shared/json-access.ts';
import { advisorySeverity, distinctAdvisories, idInUrl, preferredId } from '../shared/advisories.ts';
import { jsonScanner } from '../shared/json-scanner.ts';

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;

export const npmAuditV1 = jsonScanner({
  id: 'npm-audit-v1',
  commands: ['npm', 'pnpm', 'yarn'],
  accepts: (document) =>
    isRecord(document) &&
    isRecord(document.advisories) &&
    Object.values(document.advisories).every(isAdvisory) &&
    statedVulnerabilities(member(document, 'metadata')) !== null,
  advisories: advisoriesOf,
  problems: (document) => contradiction(statedVulnerabilities(member(document, 'metadata')), advisoriesOf(document).length),
});

function advisoriesOf(document: unknown): Advisory[] {
  return distinctAdvisories(Object.values(recordMember(document, 'advisories')).filter(isAdvisory).map(toAdvisory));
}

/** One document for every path to an advisory, then a summary. */
export const yarnAudit: JsonLinesParser<SecuritySection> = {
  id: 'yarn-audit',
  form: 'json-lines',
  commands: ['yarn'],
  accepts: (document) => isRecord(document) && (document.type === 'auditAdvisory' || document.type === 'auditSummary'),
  open: openStream,
};

function openStream(results: Results<SecuritySection>): JsonLinesReader {
  let run: SecurityRun | null = null;
  const finish = () => {
    if (run !== null) run.advisories = distinctAdvisories(run.advisories);
  };
  return {
    document(document) {
      run ??= results.beginRun();
      const advisory = member(document, 'data.advisory');
      if (textMember(document, 'type') === 'auditSummary') {
        finish();
        run.problems = contradiction(statedVulnerabilities(member(document, 'data')), run.advisories.length);
        run.close();
        run = null;
      } else if (isAdvisory(advisory)) run.advisories.push(toAdvisory(advisory));
    },
    end: finish,
  };
}

function isAdvisory(value: unknown): value is Json {
  return textMember(value, 'module_name') !== null && textMember(value, 'severity') !== null;
}

function toAdvisory(advisory: Json): Advisory {
  const ids = [textMember(advisory, 'github_advisory_id'), idInUrl(textMember(advisory, 'url') ?? ''), ...texts(advisory.cves)];
  const versions = recordsMember(advisory, 'findings').map((finding) => textMember(finding, 'version'));
  return {
    id: preferredId(ids.filter((id) => id !== null)) ?? `npm:${advisory.id ?? textMember(advisory, 'title')}`,
    package: textMember(advisory, 'module_name'),
    version: versions.find((version) => version !== null) ?? null,
    severity: advisorySeverity(advisory.severity),
    title: textMember(advisory, 'title') ?? '',
  };
}

/** The sum of `vulnerabilities` in the metadata; its unit (paths, packages) differs between registries and versions. */
function statedVulnerabilities(metadata: unknown): number | null {
  const counts = recordMember(metadata, 'vulnerabilities');
  const numbers = SEVERITIES.map((severity) => counts[severity]).filter((count) => typeof count === 'number');
  return numbers.length === 0 ? null : numbers.reduce((sum, count) => sum + count, 0);
}

/** The totals do not count advisories, and include those below the requested level; but 0 contradicts any advisory. */
function contradiction(stated: number | null, listed: number): string[] {
  return stated === 0 && listed > 0 ? [`the report states no vulnerabilities, but names ${listed} advisories`] : [];
}
