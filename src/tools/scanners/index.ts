// The security scanners. Where the parsers of two match the same lines equally well, the earlier one takes precedence.
import type { Scanner } from '../tool.ts';
import { bandit } from './bandit/index.ts';
import { cargoAudit } from './cargo-audit/index.ts';
import { npmAudit } from './npm-audit/index.ts';
import { osvScanner } from './osv-scanner/index.ts';
import { pipAudit } from './pip-audit/index.ts';
import { sarif } from './sarif/index.ts';
import { trivy } from './trivy/index.ts';

export const SCANNERS: readonly Scanner[] = [sarif, npmAudit, cargoAudit, pipAudit, osvScanner, trivy, bandit];
