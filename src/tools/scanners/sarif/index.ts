// SARIF as scanners of code and dependencies write it. The package of a finding in code is its file.

import type { Advisory } from '../../../contract/index.ts';
import type { JsonParser } from '../../../parse/parser.ts';
import type { SecuritySection } from '../../../parse/section.ts';
import { recordMember, textMember } from '../../../parse/shared/json-access.ts';
import { isSarif, type SarifResult, sarifRuns } from '../../../parse/shared/sarif.ts';
import type { Scanner } from '../../tool.ts';
import { advisorySeverity, severityOfScore } from '../shared/advisories.ts';

const BY_LEVEL: Readonly<Record<SarifResult['level'], Advisory['severity']>> = {
  error: 'high',
  warning: 'moderate',
  note: 'low',
};

const json: JsonParser<SecuritySection> = {
  id: 'sarif',
  form: 'json',
  commands: [],
  accepts: isSarif,
  read(document, results) {
    for (const { tool, problems, results: found } of sarifRuns(document)) {
      const run = results.beginRun({ hasHeader: true, hasFooter: true, problems, tool });
      for (const result of found) run.advisory(toAdvisory(result));
    }
  },
};

function toAdvisory({ ruleId, rule, path, level, message, source }: SarifResult): Advisory {
  return { id: ruleId ?? message, package: path, version: null, severity: severityOf(rule, source, level), title: message };
}

/** GitHub's score in the result or the rule, else a severity among the tags, else the level. */
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

export const sarif: Scanner = { id: 'sarif', parse: [json] };
