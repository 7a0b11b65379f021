// A run as a file to download.
import type { ReportFormat } from '../contract/index.ts';
import { renderReport } from '../report/index.ts';
import { collectReport, readReportTemplate, readResult } from '../runs/index.ts';
import type { RunFolder } from '../store/index.ts';

const FILES: Record<ReportFormat, { ending: string; type: string }> = {
  html: { ending: 'html', type: 'text/html; charset=utf-8' },
  markdown: { ending: 'md', type: 'text/markdown; charset=utf-8' },
  json: { ending: 'json', type: 'application/json' },
  junit: { ending: 'junit.xml', type: 'application/xml' },
  sarif: { ending: 'sarif', type: 'application/sarif+json' },
};

export function exportRun(folder: RunFolder, format: ReportFormat): { name: string; type: string; text: string } {
  const { run, scorecard, facts } = readResult(folder);
  const page = () => ({ template: readReportTemplate(), data: collectReport(folder) });
  const { ending, type } = FILES[format];
  // A run folder can be anywhere and have any name; a header cannot.
  const name = `hydra-${folder.id.replace(/[^\w.-]/g, '_')}.${ending}`;
  return { name, type, text: renderReport(format, { task: run.task, scorecard, facts, page }) };
}
