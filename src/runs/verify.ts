// Verifies a run folder: hashes, schemas and references. Reports each fault.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HydraError, hashOf, parseStored, type StoredKind } from '../contract/index.ts';
import { checkDecisions, checkManifest, describeFile, type RunFolder, readStored, runFile } from '../store/index.ts';
import { findExchangedCaptures } from './exchanged-captures.ts';

/** Sentences; empty if there is no fault. */
export function verifyRun(folder: RunFolder): string[] {
  const faults = collect(() => checkManifest(folder));
  const shapes = listJson(folder.path).flatMap((path) => collect(() => checkShape(folder, path)));
  const decisions = collect(() => checkDecisions(folder));
  return [...new Set([...faults, ...shapes, ...decisions, ...collect(() => checkReferences(folder))])];
}

/** An unreadable file is a fault of the run, not of Hydra. */
function collect(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof HydraError) return [error.place === null ? error.message : `${error.place.file}: ${error.message}`];
    throw error;
  }
}

const KINDS: Record<string, StoredKind> = {
  'run.json': 'run',
  'facts.json': 'facts',
  'scorecard.json': 'scorecard',
  'manifest.json': 'manifest',
  'capture.json': 'capture',
  'diff.json': 'diff',
  'agent.json': 'agent',
};

function listJson(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  return paths.filter((path) => KINDS[path.slice(path.lastIndexOf('/') + 1)] !== undefined && !path.includes('/reports/')).sort();
}

function checkShape(folder: RunFolder, path: string): string[] {
  const kind = KINDS[path.slice(path.lastIndexOf('/') + 1)];
  if (kind === undefined) return [];
  const file = join(folder.path, path);
  const value = parseStored(kind, readFileSync(file, 'utf8'), path);
  if (kind !== 'capture') return [];
  const capture = parseStored('capture', JSON.stringify(value), path);
  const files = [capture.stdout, capture.stderr, ...capture.reports.flatMap((report) => report.file ?? [])];
  return files.flatMap((recorded) => {
    const place = `${path.slice(0, path.lastIndexOf('/') + 1)}${recorded.path}`;
    if (!existsSync(join(folder.path, place))) return [`${place} is missing, although ${path} names it`];
    const found = describeFile(join(folder.path, place), recorded.path);
    return found.sha256 === recorded.sha256 && found.bytes === recorded.bytes ? [] : [`${place} is not what ${path} recorded`];
  });
}

function checkReferences(folder: RunFolder): string[] {
  const run = readStored('run', runFile(folder, 'run.json'));
  const facts = readStored('facts', runFile(folder, 'facts.json'));
  const scorecard = readStored('scorecard', runFile(folder, 'scorecard.json'));
  const names = (list: readonly string[]) => [...list].sort().join(', ');
  const inRun = names(run.candidates.map(({ name }) => name));
  const faults: string[] = [];
  if (facts.run_id !== run.run_id || scorecard.run_id !== run.run_id)
    faults.push('run.json, facts.json and scorecard.json name different runs');
  if (names(facts.candidates.map(({ name }) => name)) !== inRun) faults.push('facts.json has other candidates than run.json');
  if (names(scorecard.rankings.map(({ agent }) => agent)) !== inRun)
    faults.push('scorecard.json has other candidates than run.json');
  if (scorecard.policy_hash !== hashOf(run.policy)) faults.push('scorecard.json was made with another policy than run.json has');
  return [...faults, ...findExchangedCaptures(folder, run)];
}
