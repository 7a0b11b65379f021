// Requests coverage from runtimes, in a separate run whose test results are not used.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../../languages/index.ts';
import { asksRuntime, expandScripts, measuredLanguages } from '../../tools/index.ts';
import { PYTHON_COVERAGE } from './python-coverage.ts';

export interface CoverageRequest {
  /** The command, followed by the scripts it runs, if they are known. */
  scripts: readonly string[];
  /** The changed files, relative to the root of the tree. */
  paths: readonly string[];
  tree: string;
  /** The folder for reports. */
  folder: string;
  env: Readonly<Record<string, string>>;
  /** Settings of pytest in the tree. */
  pytestSettings: string;
}

/** The changed files that a run of this command can measure. `packages` are those in package.json. */
export function measurableFiles(
  paths: readonly string[],
  command: string,
  scripts: Readonly<Record<string, string>>,
  packages: ReadonlySet<string>,
): string[] {
  const measured: ReadonlySet<string> = measuredLanguages(expandScripts(command, scripts), packages);
  return paths.filter((path) => measured.has(languageOf(path)?.id ?? ''));
}

/** The variables to set. Prepares the files that the runtimes load. */
export function coverageVariables(request: CoverageRequest): Record<string, string> {
  const { scripts, paths, tree, folder } = request;
  const text = scripts.join('\n');
  mkdirSync(folder, { recursive: true });
  const common = { HYDRA_COVERAGE: folder, HYDRA_COVERAGE_PATHS: paths.join('\n'), HYDRA_COVERAGE_ROOT: tree };
  const hasFiles = paths.some((path) => languageOf(path)?.id === 'javascript');
  return {
    ...common,
    ...(hasFiles && asksRuntime(text, 'javascript') ? { NODE_V8_COVERAGE: v8Folder(folder) } : {}),
    ...(asksRuntime(text, 'python') ? pythonVariables(request) : {}),
  };
}

export function v8Folder(folder: string): string {
  return join(folder, 'v8');
}

function pythonVariables({ scripts, folder, env, pytestSettings }: CoverageRequest): Record<string, string> {
  const modules = pythonFolder(folder);
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(modules, 'sitecustomize.py'), PYTHON_COVERAGE);
  // pytest-cov would replace the tracer used here.
  const isMeasuredAlready = [...scripts, pytestSettings].some((text) => /(?:^|[\s"'=])--cov\b/.test(text));
  const options = isMeasuredAlready ? { PYTEST_ADDOPTS: `${env.PYTEST_ADDOPTS ?? ''} --no-cov`.trim() } : {};
  return { ...options, PYTHONPATH: [modules, env.PYTHONPATH ?? ''].filter((part) => part !== '').join(':') };
}

function pythonFolder(folder: string): string {
  return join(folder, 'python');
}

export function goProfile(folder: string): string {
  return join(folder, 'go.out');
}

/** The command to run: Go reads no options from the environment, and a command may set PYTHONPATH itself. */
export function coverageCommand(command: string, { paths, folder }: Pick<CoverageRequest, 'paths' | 'folder'>): string {
  const withPython = command.replace(/(?<=^|[\s;&|(])PYTHONPATH=/g, () => `PYTHONPATH=${quote(pythonFolder(folder))}:`);
  const packages = [...new Set(paths.filter((path) => path.endsWith('.go')).map(folderOf))].sort();
  if (packages.length === 0) return withPython;
  const options = `-coverprofile=${quote(goProfile(folder))} -coverpkg=${packages.map(quote).join(',')}`;
  return withPython.replace(/\bgo test\b/, () => `go test ${options}`);
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? '.' : `./${path.slice(0, end)}`;
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
