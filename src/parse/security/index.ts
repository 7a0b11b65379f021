// The security parsers. Where two read the same lines equally well, the earlier one wins.
import type { Parser } from '../parser.ts';
import type { SecuritySection } from '../section.ts';
import { bandit, banditText } from './bandit.ts';
import { cargoAudit, cargoAuditJson } from './cargo-audit/cargo-audit.ts';
import { npmAudit, npmAuditJson } from './npm/npm-audit.ts';
import { npmAuditV1, yarnAudit } from './npm/npm-audit-v1.ts';
import { yarnNpmAudit } from './npm/yarn-npm-audit.ts';
import { osvScanner } from './osv-scanner.ts';
import { pipAudit, pipAuditJson } from './pip-audit.ts';
import { sarif } from './sarif.ts';
import { trivy } from './trivy.ts';

export const SECURITY_PARSERS: readonly Parser<SecuritySection>[] = [
  sarif,
  npmAuditJson,
  npmAuditV1,
  yarnAudit,
  yarnNpmAudit,
  cargoAuditJson,
  pipAuditJson,
  osvScanner,
  trivy,
  bandit,
  npmAudit,
  banditText,
  cargoAudit,
  pipAudit,
];
