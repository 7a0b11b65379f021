// `hydra report`: exports a stored run as HTML, Markdown, JUnit, SARIF or in-toto statements.
import { writeFileSync } from 'node:fs';
import { statementsOf } from '../attest/index.ts';
import { canonicalJson, type HydraError, hydraError, type Scorecard } from '../contract/index.ts';
import { renderHtml, renderReport, visibleText } from '../report/index.ts';
import {
  collectReport,
  locateRun,
  readAttestedRun,
  readCandidateTree,
  readReportTemplate,
  readResult,
  summarizeList,
  verifyRun,
} from '../runs/index.ts';
import type { Outcome } from './exit-code.ts';
import { unreadable } from './read-text.ts';
import { unwritable } from './unwritable.ts';

const COMMAND = 'hydra report';
const STDOUT = '-';

export interface ReportOptions {
  html?: string;
  markdown?: boolean;
  json?: boolean;
  junit?: string;
  sarif?: string;
  attest?: string;
  attestTree?: string;
}

type Folder = Awaited<ReturnType<typeof locateRun>>;

export async function report(run: string | undefined, options: ReportOptions): Promise<Outcome> {
  const targets = listTargets(options);
  if (run === undefined) await refuseRunAsFile(targets);
  const folder = await locateRun(process.cwd(), run ?? null);
  const { run: stored, scorecard, facts } = readResult(folder);
  const page = () => ({ template: readTemplate(), data: collectReport(folder) });
  const render = (form: Target['form']): string | Promise<Uint8Array> => {
    if (form === 'attest') return renderStatements(folder);
    if (form === 'attestTree') return readCandidateTree(process.cwd(), folder, winnerOf(scorecard));
    return renderReport(form, { task: stored.task, scorecard, facts, page });
  };
  let printed: string | null = null;
  for (const { form, file } of targets) {
    const content = await render(form);
    if (file !== STDOUT) writeReport(file, content);
    else if (typeof content === 'string') printed = content;
  }
  const files = targets.map(({ file }) => visibleText(file)).join(', ');
  return { text: printed ?? `Wrote ${files} for run ${folder.id}.\n`, exitCode: 0 };
}

/** `hydra report --html RUN` would write the newest run into a file with the name of the run that the user means. */
async function refuseRunAsFile(targets: readonly Target[]): Promise<void> {
  for (const { file } of targets) {
    const found = await locateRun(process.cwd(), file).catch(() => null);
    if (found?.id === file) throw usageError(`\`${file}\` is a run, not a file. Name the run before the options.`);
  }
}

/** One statement on each line. A run that was changed is not attested. */
function renderStatements(folder: Folder): string {
  const attested = readAttestedRun(folder);
  const faults = verifyRun(folder);
  if (faults.length > 0) throw hydraError('run_changed', { run: folder.id, files: summarizeList(faults) });
  winnerOf(attested.scorecard);
  return statementsOf(attested).map(canonicalJson).join('');
}

function winnerOf({ winner, run_id: run, verdict }: Scorecard): string {
  if (typeof winner === 'string') return winner;
  throw hydraError('nothing_to_attest', { run, reason: verdict.reason });
}

/** The run as a single HTML file. */
export function writeHtmlReport(folder: Folder, file: string): void {
  writeReport(file, renderHtml(readTemplate(), collectReport(folder)));
}

interface Target {
  form: keyof ReportOptions;
  file: string;
}

function listTargets({ html, markdown, json, ...others }: ReportOptions): Target[] {
  const asked = { html, markdown: markdown ? STDOUT : undefined, json: json ? STDOUT : undefined, ...others };
  if (others.attestTree === STDOUT) throw usageError('The tree object of --attest-tree is not text: give a file.');
  const targets = (Object.entries(asked) as [keyof ReportOptions, string | undefined][]).flatMap(([form, file]) =>
    file === undefined ? [] : [{ form, file }],
  );
  if (targets.length === 0) throw usageError('Say what to write: --html, --markdown, --json, --junit, --sarif or --attest.');
  const printed = targets.filter(({ file }) => file === STDOUT).map(({ form }) => `--${form}`);
  if (printed.length > 1) throw usageError(`Only one report can go to stdout, not ${printed.join(' and ')}.`);
  const files = targets.map(({ file }) => file);
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw usageError(`Two reports cannot go to the same file \`${twice}\`.`);
  return targets;
}

function readTemplate(): string {
  try {
    return readReportTemplate();
  } catch (error) {
    throw unreadable('web/report.html.br', "page of Hydra's installation", error as NodeJS.ErrnoException);
  }
}

function writeReport(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw unwritable(file, 'report', error as NodeJS.ErrnoException);
  }
}

function usageError(problem: string): HydraError {
  return hydraError('usage', { problem, command: COMMAND });
}
