// The security parsers. Where two read the same lines equally well, the earlier one is believed.
import type { Parser } from '../parser.ts';
import type { SecuritySection } from '../section.ts';
import { bandit } from './bandit/bandit.ts';
import { banditText } from './bandit/bandit-text.ts';
import { cargoAudit } from './cargo-audit/cargo-audit.ts';
import { cargoAuditJson } from './cargo-audit/cargo-audit-json.ts';
import { npmAudit } from './npm/npm-audit.ts';
import { npmAuditJson } from './npm/npm-audit-json.ts';
import { npmAuditV1 } from './npm/npm-audit-v1.ts';
import { yarnAudit } from './npm/yarn-audit.ts';
import { yarnNpmAudit } from './npm/yarn-npm-audit.ts';
import { osvScanner } from './osv-scanner.ts';
import { pipAudit } from './pip-audit/pip-audit.ts';
import { pipAuditJson } from './pip-audit/pip-audit-json.ts';
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
