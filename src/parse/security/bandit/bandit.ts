// `bandit -f json`. What a finding of code is about is its file.
import type { Advisory } from '../../../contract/index.ts';
import type { JsonParser } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { isRecord, recordMember, recordsMember, textMember } from '../../shared/json-access.ts';
import { advisorySeverity } from '../shared/advisories.ts';

const ID = 'bandit';

export const bandit: JsonParser<SecuritySection> = {
  id: ID,
  form: 'json',
  commands: ['bandit'],
  accepts: (document) =>
    isRecord(document) && isRecord(recordMember(document, 'metrics')._totals) && Array.isArray(document.results),
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document)) return [];
    const unread = recordsMember(document, 'errors').length;
    const problems = unread > 0 ? [`bandit could not read ${unread} files`] : [];
    const advisories = recordsMember(document, 'results').map(toAdvisory);
    return [{ ...emptySecuritySection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, advisories, problems }];
  },
};

function toAdvisory(result: Readonly<Record<string, unknown>>): Advisory {
  return {
    id: textMember(result, 'test_id') ?? 'unnamed',
    package: textMember(result, 'filename'),
    version: null,
    severity: advisorySeverity(result.issue_severity),
    title: textMember(result, 'issue_text') ?? '',
  };
}
