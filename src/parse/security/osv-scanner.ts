// `osv-scanner --format json`. A group holds the names that different databases give to one vulnerability.
import type { Advisory } from '../../contract/index.ts';
import type { JsonParser } from '../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../section.ts';
import { isRecord, recordMember, recordsMember, textMember } from '../shared/json-access.ts';
import { advisorySeverity, distinctAdvisories, preferredId, severityOfScore } from './shared/advisories.ts';

const ID = 'osv-scanner';
type Json = Readonly<Record<string, unknown>>;

export const osvScanner: JsonParser<SecuritySection> = {
  id: ID,
  form: 'json',
  commands: ['osv-scanner'],
  accepts: (document) =>
    isRecord(document) &&
    Array.isArray(document.results) &&
    (document.results.length === 0 ? isRecord(document.experimental_config) : document.results.every(isResult)),
  readOld(document, firstLine, lastLine) {
    const packages = isRecord(document)
      ? recordsMember(document, 'results').flatMap((result) => recordsMember(result, 'packages'))
      : [];
    const advisories = distinctAdvisories(packages.flatMap(advisoriesOf));
    return [{ ...emptySecuritySection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, advisories }];
  },
};

function isResult(value: unknown): boolean {
  return isRecord(value) && isRecord(value.source) && Array.isArray(value.packages);
}

function advisoriesOf(entry: Json): Advisory[] {
  const vulnerabilities = recordsMember(entry, 'vulnerabilities');
  const groups = recordsMember(entry, 'groups').map((group) => ({ group, ids: texts(group.ids) }));
  const known =
    groups.length > 0
      ? groups
      : vulnerabilities.map(({ id, aliases }) => ({ group: {}, ids: [...texts([id]), ...texts(aliases)] }));
  return known.map(({ group, ids }) => {
    const members = vulnerabilities.filter(({ id }) => ids.includes(String(id)));
    const names = [...ids, ...members.flatMap(({ aliases }) => texts(aliases))];
    return {
      id: preferredId(names) ?? 'unnamed',
      package: textMember(recordMember(entry, 'package'), 'name'),
      version: textMember(recordMember(entry, 'package'), 'version'),
      severity: severityOf(group, members),
      title: members.map((member) => textMember(member, 'summary') ?? '').find((summary) => summary !== '') ?? '',
    };
  });
}

function severityOf(group: Json, members: readonly Json[]): Advisory['severity'] {
  const score = severityOfScore(Number(textMember(group, 'max_severity') ?? 0));
  if (score !== 'unknown') return score;
  const words = members.map((member) => advisorySeverity(recordMember(member, 'database_specific').severity));
  return words.find((word) => word !== 'unknown') ?? 'unknown';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
