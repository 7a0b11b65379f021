// SARIF as scanners of code and dependencies write it. What a finding of code is about is its file.
import type { Advisory } from '../../contract/index.ts';
import type { JsonParser } from '../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../section.ts';
import { recordMember, textMember } from '../shared/json-access.ts';
import { isSarif, type SarifResult, sarifRuns } from '../shared/sarif.ts';
import { advisorySeverity, severityOfScore } from './shared/advisories.ts';

const ID = 'sarif';
const BY_LEVEL: Readonly<Record<SarifResult['level'], Advisory['severity']>> = {
  error: 'high',
  warning: 'moderate',
  note: 'low',
};

export const sarif: JsonParser<SecuritySection> = {
  id: ID,
  form: 'json',
  commands: [],
  accepts: isSarif,
  readOld: (document, firstLine, lastLine) =>
    sarifRuns(document).map(({ tool, results, problems }) => {
      const section = { ...emptySecuritySection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine };
      return { ...section, tool, problems, advisories: results.map(toAdvisory) };
    }),
};

function toAdvisory({ ruleId, rule, path, level, message, source }: SarifResult): Advisory {
  return { id: ruleId ?? message, package: path, version: null, severity: severityOf(rule, source, level), title: message };
}

/** GitHub's score in the rule or the result, else the words some tools put among the rule's tags, else the level. */
function severityOf(rule: SarifResult['rule'], result: SarifResult['source'], level: SarifResult['level']): Advisory['severity'] {
  const properties = [recordMember(result, 'properties'), recordMember(rule, 'properties')];
  for (const property of properties) {
    const scored = severityOfScore(Number(textMember(property, 'security-severity') ?? property['security-severity'] ?? 0));
    if (scored !== 'unknown') return scored;
    const tags = Array.isArray(property.tags) ? property.tags.map(advisorySeverity) : [];
    const tagged = tags.find((severity) => severity !== 'unknown');
    if (tagged !== undefined) return tagged;
  }
  return BY_LEVEL[level];
}
