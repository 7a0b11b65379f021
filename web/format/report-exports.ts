// The formats in which the page offers a run as a file.
import type { ReportFormat } from '../../src/contract/index.ts';

export const EXPORTS: readonly { format: ReportFormat; title: string; use: string }[] = [
  { format: 'html', title: 'HTML', use: 'opens without a server' },
  { format: 'markdown', title: 'Markdown', use: 'for a pull request' },
  { format: 'json', title: 'JSON', use: 'the scorecard' },
  { format: 'junit', title: 'JUnit', use: 'for CI' },
  { format: 'sarif', title: 'SARIF', use: 'findings for code scanning' },
];

export function linkToExport(run: string, format: ReportFormat): string {
  return `/api/runs/${encodeURIComponent(run)}/report?format=${format}`;
}
