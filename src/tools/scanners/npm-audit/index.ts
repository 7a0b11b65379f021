// The audits of npm, pnpm and yarn.
import type { Scanner } from '../../tool.ts';
import { npmAudit as consoleOutput, npmAuditJson } from './npm-audit.ts';
import { npmAuditV1, yarnAudit } from './npm-audit-v1.ts';
import { yarnNpmAudit } from './yarn-npm-audit.ts';

export const npmAudit: Scanner = {
  id: 'npm-audit',
  parse: [npmAuditJson, npmAuditV1, yarnAudit, yarnNpmAudit, consoleOutput],
};
