// `hydra report`: exports a stored run as HTML, Markdown, JUnit or SARIF.
import { readFileSync, writeFileSync } from 'node:fs';
import { canonicalJson, type HydraError, hydraError } from '../contract/index.ts';
import { renderHtml, renderJunit, renderMarkdown, renderSarif } from '../report/index.ts';
import { collectReport, locateRun, readResult } from '../runs/index.ts';
import type { Outcome } from './exit-code.ts';
import { unreadable } from './read-text.ts';
import { unwritable } from './unwritable.ts';

const COMMAND = 'hydra report';
const STDOUT = '-';
/** Next to the compiled program. */
const TEMPLATE = new URL('../web/report.html', import.meta.url);

export interface ReportOptions {
  html?: string;
  markdown?: boolean;
  json?: boolean;
  junit?: string;
  sarif?: string;
}

export async function report(run: string | undefined, options: ReportOptions): Promise<Outcome> {
  const targets = listTargets(options);
  const folder = await locateRun(process.cwd(), run ?? null);
  const { run: stored, scorecard, facts } = readResult(folder);
  const render: Record<keyof ReportOptions, () => string> = {
    html: () => renderHtml(readTemplate(), collectReport(folder)),
    markdown: () => renderMarkdown(scorecard, stored.task),
    json: () => canonicalJson(scorecard),
    junit: () => renderJunit(scorecard),
    sarif: () => renderSarif(scorecard, facts),
  };
  let text = '';
  for (const { form, file } of targets) {
    const content = render[form]();
    if (file === STDOUT) text = content;
    else writeReport(file, content);
  }
  return { text, exitCode: 0 };
}

/** The run as a single HTML file. */
export function writeHtmlReport(folder: Parameters<typeof collectReport>[0], file: string): void {
  writeReport(file, renderHtml(readTemplate(), collectReport(folder)));
}

interface Target {
  form: keyof ReportOptions;
  file: string;
}

function listTargets({ html, markdown, json, junit, sarif }: ReportOptions): Target[] {
  const asked = { html, markdown: markdown ? STDOUT : undefined, json: json ? STDOUT : undefined, junit, sarif };
  const targets = (Object.entries(asked) as [keyof ReportOptions, string | undefined][]).flatMap(([form, file]) =>
    file === undefined ? [] : [{ form, file }],
  );
  if (targets.length === 0) throw usageError('Say what to write: --html, --markdown, --json, --junit or --sarif.');
  const printed = targets.filter(({ file }) => file === STDOUT).map(({ form }) => `--${form}`);
  if (printed.length > 1) throw usageError(`Only one report can go to stdout, not ${printed.join(' and ')}.`);
  const files = targets.map(({ file }) => file);
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw usageError(`Two reports cannot go to the same file \`${twice}\`.`);
  return targets;
}

function readTemplate(): string {
  try {
    return readFileSync(TEMPLATE, 'utf8');
  } catch (error) {
    throw unreadable('web/report.html', "page of Hydra's installation", error as NodeJS.ErrnoException);
  }
}

function writeReport(file: string, content: string): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw unwritable(file, 'report', error as NodeJS.ErrnoException);
  }
}

function usageError(problem: string): HydraError {
  return hydraError('usage', { problem, command: COMMAND });
}
