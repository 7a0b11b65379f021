// Runs one check in a workspace and writes its capture folder atomically.

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ANSWERS_FILE_VARIABLE } from '../answers/index.ts';
import {
  type Capture,
  canonicalJson,
  checkId,
  type PlannedCapture,
  type ProbeFile,
  reportInTree,
  SCHEMA_VERSION,
  type StoredFile,
  type VariedFile,
} from '../contract/index.ts';
import {
  type CommandEnding,
  type Confinement,
  type DiskLimit,
  readRegularFile,
  readTreeText,
  runCommand,
  type SandboxView,
} from '../exec/index.ts';
import type { ViewedCheckout } from '../git/index.ts';
import { describeFile, writeFileAtomically, writeFolderAtomically } from '../store/index.ts';
import { expandScripts, keepGoing, listEveryTest } from '../tools/index.ts';
import {
  addFiles,
  applyFileTimes,
  beginCommand,
  type ConfinementOptions,
  removeFiles,
  renewReports,
  resetWorkspace,
  type Workspace,
} from '../workspace/index.ts';
import { type CollectedReport, watchReports } from './collect-reports.ts';
import type { CoverageReport } from './coverage/collect-coverage.ts';
import { watchCoverage } from './coverage/watch-coverage.ts';
import { copyMasked, type SecretMasker } from './mask-secrets.ts';
import { HOOK_FOLDER, requestReports } from './report-requests.ts';
import { type WrittenFiles, watchFiles } from './watch-files.ts';
import { watchTests } from './watch-tests.ts';

/** For both streams of a command together. */
export const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024;

export interface CaptureRequest {
  workspace: Workspace;
  /** The key of the capture. */
  key: string;
  tree: string;
  environmentHash: string;
  mask: SecretMasker;
  signal: AbortSignal;
  /** For files that the command writes besides its output. */
  diskLimitBytes: number;
  network: SandboxView['network'];
  /** The capture folder. */
  folder: string;
  /** Called while a test check runs, with the number of tests so far. */
  testsSeen(tests: number): void;
}

/**
 * Null if it was interrupted, because a resumed run must repeat an incomplete check. Null, too, if a
 * required file cannot be added to the checkout.
 */
export async function captureCheck(check: PlannedCapture, name: string, request: CaptureRequest): Promise<Capture | null> {
  const { workspace, signal } = request;
  const raw = rawFiles(workspace, name);
  await resetWorkspace(workspace);
  await applyFileTimes(workspace);
  renewReports(workspace);
  const changes = check.kind === 'build' ? 'kept' : 'discarded';
  await beginCommand(workspace, changes);
  const added = addedFiles(check);
  if (added.length > 0) workspace.isPristine = false;
  if (addFiles(workspace.folder, added).length < added.length) return null;
  const scripts = expandScripts(check.command, readScripts(workspace.folder));
  const asked = check.asksForReport ? askForReports(scripts, workspace) : {};
  const collectReports = watchReports(workspace, check.kind === 'test' ? scripts : []);
  const answers = check.probes === null ? {} : { [ANSWERS_FILE_VARIABLE]: answersFile(workspace) };
  const env = { ...workspace.env, ...asked, ...answers };
  const coverage = watchCoverage(check, { workspace, tree: request.tree, scripts, env });
  const listWritten = await watchFiles(workspace, check.kind);
  const stopWatching = check.kind === 'test' ? watchOutput(check, raw, request) : () => {};
  const ending = await runCommand({
    command: coverage.command(commandOf(check)),
    cwd: workspace.folder,
    env: { ...env, ...coverage.variables },
    ...raw,
    timeoutMs: check.timeoutSeconds * 1000,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
    disk: diskLimit(workspace, request.diskLimitBytes),
    signal,
    confinement: confinementFor(workspace, request.network, changes),
  }).finally(stopWatching);
  removeFiles(workspace.folder, added);
  if (ending.ended === 'interrupted') return null;
  const left = leftBy(workspace, changes);
  const written = await listWritten(left.view);
  const stored = { ...check, name: checkId(check.run), coverage: await coverage.collect(left.files), written };
  const answered = check.probes === null ? null : writtenAnswers(workspace);
  const capture = await storeCapture(stored, ending, { ...raw, reports: collectReports(left.files), answers: answered }, request);
  if (changes === 'discarded') await workspace.untracked?.restore();
  return capture;
}

/** A build is what later checks of the tree start from. What other checks write is never there for another one. */
type Changes = ConfinementOptions['changes'];

/** The sandbox of one command; null if commands run with all rights of the user. */
function confinementFor(
  { confinement, reports, identity }: Workspace,
  network: SandboxView['network'],
  changes: Changes,
): Confinement | null {
  const hostname = identity?.hostname ?? null;
  return confinement?.confine({ network, writable: [reports], readable: [HOOK_FOLDER], hostname, changes }) ?? null;
}

/** Where the files are that the command wrote, and how to see the whole checkout as the command left it. */
function leftBy(workspace: Workspace, changes: Changes): { files: string; view: ViewedCheckout } {
  const { confinement, folder } = workspace;
  if (changes === 'kept' || confinement === null || !confinement.canDiscard) return { files: folder, view: workspace };
  const { changedFiles } = confinement;
  return { files: changedFiles, view: { ...workspace, ...confinement.changedView(), changed: changedFiles } };
}

function commandOf(check: PlannedCapture): string {
  const { kind, command, asksForReport } = check;
  if (kind !== 'test') return command;
  const whole = addedFiles(check).length > 0 ? keepGoing(command) : command;
  return asksForReport ? listEveryTest(whole) : whole;
}

function addedFiles({ canaries, varied, probes }: PlannedCapture): { path: string; text: string }[] {
  return [...canaries, ...varied, ...(probes?.files ?? [])];
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Not under a name that is collected as a report. */
function answersFile({ reports }: Workspace): string {
  return join(reports, 'hydra.answers');
}

/** Code of the candidate runs in the same process: it can write anything there, or put something else in its place. */
function writtenAnswers(workspace: Workspace): string | null {
  const content = readRegularFile(answersFile(workspace), MAX_ANSWER_BYTES);
  return content === null || content.length === 0 ? null : answersFile(workspace);
}

function watchOutput(
  { command }: PlannedCapture,
  { stdoutFile, stderrFile }: RawFiles,
  { testsSeen }: CaptureRequest,
): () => void {
  return watchTests({ command, files: [stdoutFile, stderrFile], seen: testsSeen });
}

/** The checkout, the temporary folder and the reports. */
export function diskLimit({ folder }: Workspace, bytes: number): DiskLimit {
  return { folder: dirname(folder), bytes };
}

interface RawFiles {
  stdoutFile: string;
  stderrFile: string;
}

/** Where a command's output is stored before it is masked. */
export function rawFiles({ outputs }: Workspace, name: string): RawFiles {
  return { stdoutFile: join(outputs, `${name}.stdout`), stderrFile: join(outputs, `${name}.stderr`) };
}

interface StorableCheck {
  /** The check, without the tree and the attempt: equal captures of two trees are interchangeable. */
  name: string;
  command: string;
  timeoutSeconds: number;
  coverage?: readonly CoverageReport[];
  varied?: readonly VariedFile[];
  probes?: ProbeFile | null;
  written?: WrittenFiles;
  independent?: PlannedCapture['independent'];
  leftOut?: readonly string[] | null;
  authors?: readonly string[] | null;
}

export async function storeCapture(
  check: StorableCheck,
  ending: CommandEnding,
  raw: RawFiles & { reports?: readonly CollectedReport[]; answers?: string | null },
  { workspace, key, tree, environmentHash, mask, folder }: Omit<CaptureRequest, 'testsSeen' | 'network'>,
): Promise<Capture> {
  let capture: Capture | null = null;
  await writeFolderAtomically(folder, async (temporary) => {
    const keep = (file: string, path: string) => {
      mkdirSync(dirname(join(temporary, path)), { recursive: true });
      copyMasked(file, join(temporary, path), mask);
      return describeFile(join(temporary, path), path);
    };
    capture = {
      schema_version: SCHEMA_VERSION,
      key,
      check: check.name,
      tree,
      command: check.command,
      workdir: workspace.folder,
      environment_hash: environmentHash,
      ended: ending.ended,
      exit_code: ending.exitCode,
      signal: ending.signal,
      duration_ms: ending.durationMs,
      timeout_seconds: check.timeoutSeconds,
      left_behind: ending.leftBehind,
      strays: listStrays(workspace),
      stdout: keep(raw.stdoutFile, 'stdout.log'),
      stderr: keep(raw.stderrFile, 'stderr.log'),
      reports: (raw.reports ?? []).map(({ name, file }) => ({
        format: name.replace(/[-.].*$/s, ''),
        file: keep(file, `reports/${name}`),
      })),
      ...keptCoverage(check.coverage ?? [], keep),
      ...(check.varied === undefined || check.varied.length === 0 ? {} : { varied: [...check.varied] }),
      ...(check.probes ? { probes: check.probes } : {}),
      ...(raw.answers ? { answers: keep(raw.answers, 'answers.jsonl') } : {}),
      ...check.written,
      ...(check.independent ? { independent: check.independent } : {}),
      ...(check.leftOut ? { left_out: [...check.leftOut] } : {}),
      ...(check.authors ? { authors: [...check.authors] } : {}),
      from_cache: false,
    };
    writeFileAtomically(join(temporary, 'capture.json'), canonicalJson(capture));
  });
  if (capture === null) throw new Error('the capture was not written');
  return capture;
}

type LostRequest = Pick<CaptureRequest, 'key' | 'tree' | 'environmentHash' | 'folder'> & { reason: string };

/** For a check whose machines disappeared: it has no output, only the reason. */
export async function storeLostCapture(
  check: StorableCheck,
  { key, tree, environmentHash, folder, reason }: LostRequest,
): Promise<Capture> {
  const files = { 'stdout.log': '', 'stderr.log': `${reason}\n` };
  let capture: Capture | null = null;
  await writeFolderAtomically(folder, async (temporary) => {
    for (const [name, text] of Object.entries(files)) writeFileAtomically(join(temporary, name), text);
    const [stdout, stderr] = ['stdout.log', 'stderr.log'].map((name) => describeFile(join(temporary, name), name));
    if (stdout === undefined || stderr === undefined) throw new Error('the files were not written');
    capture = {
      ...{ schema_version: SCHEMA_VERSION, key, check: check.name, tree, command: check.command, workdir: '/' },
      ...{ environment_hash: environmentHash, ended: 'lost', exit_code: null, signal: null, duration_ms: 0 },
      ...{ timeout_seconds: check.timeoutSeconds, left_behind: 0, strays: [], stdout, stderr, reports: [], from_cache: false },
    };
    writeFileAtomically(join(temporary, 'capture.json'), canonicalJson(capture));
  });
  if (capture === null) throw new Error('the capture was not written');
  return capture;
}

function keptCoverage(
  reports: readonly CoverageReport[],
  keep: (file: string, path: string) => StoredFile,
): Pick<Capture, 'coverage_reports'> {
  if (reports.length === 0) return {};
  const pathOf = ({ file, place }: CoverageReport, index: number) =>
    place === null ? `coverage/${index + 1}-${basename(file)}` : reportInTree(place);
  return { coverage_reports: reports.map((report, index) => keep(report.file, pathOf(report, index))) };
}

/** Beside the checkout. */
const PRIVATE_FOLDERS = ['tmp', 'home', 'layers', 'kept', 'discarded'];

/** Files next to the checkout that Hydra did not create. */
function listStrays(workspace: Workspace): string[] {
  const home = dirname(workspace.folder);
  if (!existsSync(home)) return [];
  const own = new Set([basename(workspace.folder), basename(workspace.reports), ...PRIVATE_FOLDERS]);
  return [...readdirSync(home), ...(workspace.confinement?.listStrays() ?? [])].filter((name) => !own.has(name)).sort();
}

function askForReports(scripts: readonly string[], { reports, env }: Workspace): Record<string, string> {
  return requestReports({ scripts, folder: reports, env });
}

/** The scripts of the package.json at the root of the tree. */
function readScripts(folder: string): Record<string, string> {
  try {
    const { scripts = {} } = JSON.parse(readTreeText(folder, 'package.json') ?? '{}') as {
      scripts?: Record<string, unknown>;
    };
    return Object.fromEntries(Object.entries(scripts).map(([name, text]) => [name, String(text)]));
  } catch {
    return {};
  }
}
