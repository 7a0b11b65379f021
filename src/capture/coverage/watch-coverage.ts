// Measures the lines that one test run executes: requests coverage before it, and collects the reports after it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { PlannedCapture } from '../../contract/index.ts';
import { readTreeText } from '../../exec/index.ts';
import { listFiles } from '../../git/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { type CoverageReport, reportsLeft, reportsMade, stampReports } from './collect-coverage.ts';
import { coverageCommand, coverageVariables } from './coverage-request.ts';

export interface CoverageWatch {
  /** The variables to set for the command. */
  variables: Readonly<Record<string, string>>;
  /** The command to run. */
  command(text: string): string;
  /** Called after the run, with the folder where it wrote its files. */
  collect(written: string): Promise<CoverageReport[]>;
}

export interface WatchedRun {
  workspace: Workspace;
  /** The checkout. */
  tree: string;
  /** The command and the scripts it runs. */
  scripts: readonly string[];
  /** The variables of the command so far. */
  env: Readonly<Record<string, string>>;
}

/** Called before the run. */
export function watchCoverage(check: PlannedCapture, { workspace, tree, scripts, env }: WatchedRun): CoverageWatch {
  const { folder: root, reports } = workspace;
  const { coverage: paths } = check;
  const collectLeft = leavesReports(check) ? watchLeft(workspace, tree) : async () => [];
  if (paths === null) return { variables: {}, command: (text) => text, collect: collectLeft };
  // Code under test that knows the path could write forged reports there, so every run has another one.
  const folder = join(reports, randomBytes(16).toString('hex'));
  return {
    variables: coverageVariables({ scripts, paths, tree: root, folder, env, pytestSettings: pytestSettings(root) }),
    command: (text) => coverageCommand(text, { paths, folder }),
    collect: async (written) => [...reportsMade(folder, root, paths), ...(await collectLeft(written))],
  };
}

/** Only first runs: repetitions of some tests cover fewer lines. */
function leavesReports({ kind, run, coverage }: PlannedCapture): boolean {
  const isFirst = run.check === 'test' && (run.attempt === null || run.attempt.kind === 'changed');
  return coverage !== null || (kind === 'test' && isFirst);
}

function watchLeft({ folder, store }: Workspace, tree: string): (place: string) => Promise<CoverageReport[]> {
  const before = stampReports(folder);
  return async (place) => {
    const written = reportsLeft(place, folder, before);
    if (written.length === 0) return [];
    const committed = new Set(await listFiles(store, tree));
    return written.filter(({ place }) => place === null || !committed.has(place));
  };
}

function pytestSettings(tree: string): string {
  return ['pytest.ini', 'pyproject.toml', 'setup.cfg', 'tox.ini'].map((name) => readTreeText(tree, name) ?? '').join('\n');
}
