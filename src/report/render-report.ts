// A run in one of the formats that are written to files: for `hydra report`, and for the page to download.
import { canonicalJson, type Facts, type ReportFile, type ReportFormat, type Scorecard } from '../contract/index.ts';
import { renderHtml } from './render-html.ts';
import { renderJunit } from './render-junit.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderSarif } from './render-sarif.ts';

export interface ReportInput {
  task: string | null;
  scorecard: Scorecard;
  facts: Facts;
  /** The template of the page and its data, which only the HTML report needs. */
  page(): { template: string; data: ReportFile };
}

export function renderReport(format: ReportFormat, { task, scorecard, facts, page }: ReportInput): string {
  switch (format) {
    case 'html': {
      const { template, data } = page();
      return renderHtml(template, data);
    }
    case 'markdown':
      return renderMarkdown(scorecard, task);
    case 'json':
      return canonicalJson(scorecard);
    case 'junit':
      return renderJunit(scorecard);
    case 'sarif':
      return renderSarif(scorecard, facts);
  }
}
