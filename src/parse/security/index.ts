// The security parsers. Where two read the same lines equally well, the earlier one is believed.
import type { Parser } from '../parser.ts';
import type { SecuritySection } from '../section.ts';
import { bandit } from './bandit.ts';
import { banditText } from './bandit-text.ts';
import { cargoAudit } from './cargo-audit.ts';
import { cargoAuditJson } from './cargo-audit-json.ts';
import { npmAudit } from './npm-audit.ts';
import { npmAuditJson } from './npm-audit-json.ts';
import { npmAuditV1 } from './npm-audit-v1.ts';
import { osvScanner } from './osv-scanner.ts';
import { pipAudit } from './pip-audit.ts';
import { pipAuditJson } from './pip-audit-json.ts';
import { sarif } from './sarif.ts';
import { trivy } from './trivy.ts';
import { yarnAudit } from './yarn-audit.ts';
import { yarnNpmAudit } from './yarn-npm-audit.ts';

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
