// `pip-audit --format json`, as a document or, in old versions, a bare list. It knows no severities.
import type { Advisory } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { isRecord, recordsMember, textMember } from '../../shared/json-access.ts';
import { preferredId } from '../shared/advisories.ts';

const ID = 'pip-audit-json';
type Json = Readonly<Record<string, unknown>>;

export const pipAuditJson: JsonParser<SecuritySection> = {
  id: ID,
  form: 'json',
  commands: ['pip-audit', 'pip_audit'],
  accepts(document) {
    const dependencies = dependenciesOf(document);
    return dependencies !== null && dependencies.length > 0 && dependencies.every(isDependency);
  },
  readOld(document, firstLine, lastLine) {
    const advisories = (dependenciesOf(document) ?? []).filter(isRecord).flatMap(advisoriesOf);
    return [{ ...emptySecuritySection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, advisories }];
  },
};

function dependenciesOf(document: unknown): unknown[] | null {
  const list: unknown = isRecord(document) ? document.dependencies : document;
  return Array.isArray(list) ? list : null;
}

function isDependency(value: unknown): boolean {
  return isRecord(value) && textMember(value, 'name') !== null && (Array.isArray(value.vulns) || 'skip_reason' in value);
}

function advisoriesOf(dependency: Json): Advisory[] {
  return recordsMember(dependency, 'vulns').map((vulnerability) => {
    const aliases = Array.isArray(vulnerability.aliases) ? vulnerability.aliases : [];
    const ids = [vulnerability.id, ...aliases].filter((id) => typeof id === 'string');
    return {
      id: preferredId(ids) ?? 'unnamed',
      package: textMember(dependency, 'name'),
      version: textMember(dependency, 'version'),
      severity: 'unknown',
      title: (textMember(vulnerability, 'description') ?? '').trim().split('\n', 1)[0] ?? '',
    };
  });
}
