// The registry's first audit format as one document: `npm audit --json` of npm 6, `pnpm audit --json`,
// `yarn npm audit --json` of yarn 2 and 3.

import type { JsonParser } from '../../parser.ts';
import { emptySecuritySection, type SecuritySection } from '../../section.ts';
import { isRecord, recordMember } from '../../shared/json-access.ts';
import { distinctAdvisories } from '../shared/advisories.ts';
import { contradiction, isRegistryAdvisory, statedVulnerabilities, toAdvisory } from './registry-advisories.ts';

const ID = 'npm-audit-v1';

export const npmAuditV1: JsonParser<SecuritySection> = {
  id: ID,
  form: 'json',
  commands: ['npm', 'pnpm', 'yarn'],
  accepts: (document) =>
    isRecord(document) &&
    isRecord(document.advisories) &&
    Object.values(document.advisories).every(isRegistryAdvisory) &&
    statedVulnerabilities(recordMember(document, 'metadata')) !== null,
  readOld(document, firstLine, lastLine) {
    if (!isRecord(document)) return [];
    const listed = Object.values(recordMember(document, 'advisories')).filter(isRegistryAdvisory);
    const advisories = distinctAdvisories(listed.map(toAdvisory));
    const problems = contradiction(statedVulnerabilities(recordMember(document, 'metadata')), advisories.length);
    return [{ ...emptySecuritySection(ID, firstLine), hasHeader: true, hasFooter: true, lastLine, advisories, problems }];
  },
};
