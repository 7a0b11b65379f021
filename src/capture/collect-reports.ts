// The reports of one test run: requested ones, and those that build tools write into the checkout.
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RUNNERS } from '../tools/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { findWrittenReports, mayWriteReports } from './written-reports.ts';

export interface CollectedReport {
  /** The name in the capture; it begins with the runner. */
  name: string;
  file: string;
}

/** In total; larger files are not reports of a test suite. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_REPORTS = 10_000;

/** Files whose names the runners choose: each runner has its own folder. */
const FOLDERS = RUNNERS.flatMap(({ report }) =>
  report?.extension === undefined ? [] : [{ runner: report.format, extension: report.extension }],
);

/**
 * Called before a run; the returned function collects after it, from the folder where it wrote its files. A report of an earlier command in the checkout belongs to
 * another run: only new and changed reports are collected.
 */
export function watchReports(
  { folder, reports }: Pick<Workspace, 'folder' | 'reports'>,
  scripts: readonly string[],
): (written: string) => CollectedReport[] {
  const writesReports = mayWriteReports(scripts.join('\n'));
  const find = (root: string) => (writesReports ? findWrittenReports(root) : []);
  const before = new Map(find(folder).map(({ file, stamp }) => [file, stamp]));
  return (place) => {
    const written = find(place).filter(({ file, stamp }) => before.get(file) !== stamp);
    const names = numberedNames(written.map(({ format }) => format));
    const found = written.map(({ file }, index) => ({ name: `${names[index]}.xml`, file }));
    return withinLimits([...askedFor(reports), ...found].filter(({ file }) => isReadable(file)));
  };
}

function askedFor(reports: string): CollectedReport[] {
  const named = listFiles(reports).filter((name) => /^[a-z-]+(?:-\d+)?\.(?:xml|jsonl?)$/.test(name));
  const inFolders = FOLDERS.flatMap(({ runner, extension }) => {
    const files = listFiles(join(reports, runner)).filter((name) => name.endsWith(`.${extension}`));
    return files.map((file, index) => ({
      name: `${runner}-${index + 1}.${extension}`,
      file: join(reports, runner, file),
    }));
  });
  return [...named.map((name) => ({ name, file: join(reports, name) })), ...inFolders];
}

/** The folder may be missing: the command could remove it. */
function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/** maven, maven, gradle -> maven-1, maven-2, gradle-1 */
function numberedNames(formats: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return formats.map((format) => {
    const count = (counts.get(format) ?? 0) + 1;
    counts.set(format, count);
    return `${format}-${count}`;
  });
}

/** A test may remove the read permission. */
function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** None if there are too many: a part of a suite's reports would look complete. */
function withinLimits(found: CollectedReport[]): CollectedReport[] {
  const bytes = found.reduce((sum, { file }) => sum + statSync(file).size, 0);
  return found.length <= MAX_REPORTS && bytes <= MAX_BYTES ? found : [];
}
