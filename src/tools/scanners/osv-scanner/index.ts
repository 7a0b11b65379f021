// `osv-scanner --format json`. A group lists the ids of one vulnerability in different databases.

import type { Advisory } from '../../../contract/index.ts';
import { isRecord, type Json, member, recordsMember, textMember, texts } from '../../../parse/shared/json-access.ts';
import type { Scanner } from '../../tool.ts';
import { advisorySeverity, distinctAdvisories, preferredId, severityOfScore } from '../shared/advisories.ts';
import { jsonScanner } from '../shared/json-scanner.ts';

const json = jsonScanner({
  id: 'osv-scanner',
  commands: ['osv-scanner'],
  accepts: (document) =>
    isRecord(document) &&
    Array.isArray(document.results) &&
    (document.results.length === 0 ? isRecord(document.experimental_config) : document.results.every(isResult)),
  advisories(document) {
    const packages = recordsMember(document, 'results').flatMap((result) => recordsMember(result, 'packages'));
    return distinctAdvisories(packages.flatMap(advisoriesOf));
  },
});

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
      package: textMember(entry, 'package.name'),
      version: textMember(entry, 'package.version'),
      severity: severityOf(group, members),
      title: members.map((vulnerability) => textMember(vulnerability, 'summary') ?? '').find((summary) => summary !== '') ?? '',
    };
  });
}

function severityOf(group: Json, members: readonly Json[]): Advisory['severity'] {
  const score = severityOfScore(Number(textMember(group, 'max_severity') ?? 0));
  if (score !== 'unknown') return score;
  const words = members.map((vulnerability) => advisorySeverity(member(vulnerability, 'database_specific.severity')));
  return words.find((word) => word !== 'unknown') ?? 'unknown';
}

export const osvScanner: Scanner = { id: 'osv-scanner', parse: [json] };
