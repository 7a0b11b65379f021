// Sections -> one summary. Results of several tools and packages are joined, their ids kept apart,
// and the exit code has the last word.
import type { Advisory, LintFinding, LintSummary, Precision, SecuritySummary, TestSummary } from '../../contract/index.ts';
import { SCHEMA_VERSION } from '../../contract/index.ts';
import type { LintSection, SecuritySection, TestSection } from '../section.ts';
import { reconcileLint, reconcileSecurity, reconcileTests } from './check-totals.ts';
import { distinctTests } from './unique-test-ids.ts';

const MAX_NOTES = 20;

/** A section with the name of the package that printed it; empty when there is only one. */
export interface Placed<Kind> {
  stream: string;
  section: Kind;
}

export interface Ending {
  /** Null when it is not known. */
  exitCode: number | null;
  /** Something was too large to be read. */
  oversized: boolean;
}

export function summarizeTests(placed: readonly Placed<TestSection>[], ending: Ending): TestSummary {
  if (placed.length === 0) return testsByExitCode(ending);
  const readings = placed.map(({ section }) => reconcileTests(section));
  const sum = (status: 'passed' | 'failed' | 'skipped') => readings.reduce((total, { counts }) => total + counts[status], 0);
  const counts = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  const doubts = [...sizeDoubts(ending), ...exitDoubts(ending.exitCode, counts.failed)];
  return {
    schema_version: SCHEMA_VERSION,
    kind: 'test',
    parser: parserNames(placed),
    precision: weakest(readings, doubts),
    notes: fewNotes([...readings.flatMap(({ notes }) => notes), ...doubts]),
    ...counts,
    total: counts.passed + counts.failed + counts.skipped,
    tests: distinctTests(
      placed.map(({ stream, section }) => ({ prefix: prefixOf(stream, section.scope), tests: section.tests })),
    ),
  };
}

function prefixOf(stream: string, scope: string | null): string {
  return [stream, scope ?? ''].map((part) => (part === '' ? '' : `${part} > `)).join('');
}

/** Nothing was readable: the whole command is one test. */
function testsByExitCode({ exitCode, oversized }: Ending): TestSummary {
  const base = { schema_version: SCHEMA_VERSION, kind: 'test', parser: 'none' } as const;
  const unread = oversized ? ['the output was too large to be read'] : ['no test results were recognised'];
  if (exitCode === null)
    return { ...base, precision: 'none', notes: unread, passed: 0, failed: 0, skipped: 0, total: 0, tests: [] };
  const passed = exitCode === 0 && !oversized;
  return {
    ...base,
    precision: 'exit-code',
    notes: unread,
    passed: passed ? 1 : 0,
    failed: passed ? 0 : 1,
    skipped: 0,
    total: 1,
    tests: [{ id: 'exit code', status: passed ? 'passed' : 'failed' }],
  };
}

function exitDoubts(exitCode: number | null, failed: number): string[] {
  if (exitCode === 0 && failed > 0) return [`the command exited with 0 although ${failed} tests failed`];
  if (exitCode !== null && exitCode !== 0 && failed === 0) return [`the command exited with ${exitCode} although no test failed`];
  return [];
}

export function summarizeLint(placed: readonly Placed<LintSection>[], ending: Ending): LintSummary {
  const base = { schema_version: SCHEMA_VERSION, kind: 'lint' } as const;
  if (placed.length === 0) return { ...base, ...lintByExitCode(ending) };
  const readings = placed.map(({ section }) => reconcileLint(section));
  const errors = readings.reduce((total, reading) => total + reading.errors, 0);
  const warnings = readings.reduce((total, reading) => total + reading.warnings, 0);
  const doubts = [...sizeDoubts(ending), ...endDoubts(ending.exitCode, errors + warnings)];
  return {
    ...base,
    parser: parserNames(placed),
    precision: weakest(readings, doubts),
    notes: fewNotes([...readings.flatMap(({ notes }) => notes), ...doubts]),
    errors,
    warnings,
    findings: placed.flatMap(({ section }): LintFinding[] => section.findings),
  };
}

/** Codes by which a shell tells that a program could not be started, or was ended by a signal. 255 is what many exit with. */
const [NOT_EXECUTABLE, NOT_FOUND, SIGNALLED] = [126, 127, 129];
const MAX_SIGNALS = 64;

/** Of several tools the last may be missing, killed or unreadable, while the numbers of the others look complete. */
function endDoubts(exitCode: number | null, found: number): string[] {
  if (exitCode === null || exitCode === 0) return [];
  if (found === 0) return [`the command exited with ${exitCode} although nothing was found`];
  // Some linters exit with the number of their findings.
  if (exitCode === found % 256) return [];
  if (exitCode === NOT_EXECUTABLE || exitCode === NOT_FOUND)
    return [`the command exited with ${exitCode}, by which a shell says that a program could not be started`];
  const isSignal = exitCode >= SIGNALLED && exitCode < SIGNALLED + MAX_SIGNALS;
  return isSignal ? [`the command exited with ${exitCode}, by which a shell says that a program was ended by a signal`] : [];
}

function lintByExitCode({ exitCode, oversized }: Ending) {
  const notes = [oversized ? 'the output was too large to be read' : 'no findings were recognised'];
  const nothing = { parser: 'none', notes, warnings: 0, findings: [] };
  if (exitCode === null) return { ...nothing, precision: 'none' as const, errors: 0 };
  return { ...nothing, precision: 'exit-code' as const, errors: exitCode === 0 && !oversized ? 0 : 1 };
}

export function summarizeSecurity(placed: readonly Placed<SecuritySection>[], ending: Ending): SecuritySummary {
  const base = { schema_version: SCHEMA_VERSION, kind: 'security' } as const;
  if (placed.length === 0) return { ...base, ...securityByExitCode(ending) };
  const readings = placed.map(({ section }) => reconcileSecurity(section));
  const advisories = placed.flatMap(({ section }): Advisory[] => section.advisories);
  const total = readings.reduce((sum, reading) => sum + reading.total, 0);
  const doubts = [...sizeDoubts(ending), ...endDoubts(ending.exitCode, total)];
  return {
    ...base,
    parser: parserNames(placed),
    precision: weakest(readings, doubts),
    notes: fewNotes([...readings.flatMap(({ notes }) => notes), ...doubts]),
    total,
    advisories,
  };
}

function securityByExitCode({ exitCode, oversized }: Ending) {
  const notes = [oversized ? 'the output was too large to be read' : 'no advisories were recognised'];
  const nothing = { parser: 'none', notes, advisories: [] };
  if (exitCode === null) return { ...nothing, precision: 'none' as const, total: 0 };
  return { ...nothing, precision: 'exit-code' as const, total: exitCode === 0 && !oversized ? 0 : 1 };
}

/** A log may hold thousands of sections that all say the same. */
function fewNotes(notes: readonly string[]): string[] {
  const distinct = [...new Set(notes)];
  if (distinct.length <= MAX_NOTES) return distinct;
  return [...distinct.slice(0, MAX_NOTES), `and ${distinct.length - MAX_NOTES} more`];
}

function sizeDoubts({ oversized }: Ending): string[] {
  return oversized ? ['a part of the output was too large to be read'] : [];
}

function weakest(readings: readonly { precision: Precision }[], doubts: readonly string[]): Precision {
  if (doubts.length > 0 || readings.some(({ precision }) => precision === 'inconsistent')) return 'inconsistent';
  return readings.some(({ precision }) => precision === 'totals') ? 'totals' : 'exact';
}

/** The parsers, and the tools that wrote formats which several tools share. */
function parserNames(placed: readonly Placed<{ parser: string; tool?: string | null }>[]): string {
  const names = placed.flatMap(({ section: { parser, tool } }) => (tool ? [parser, toolName(tool)] : [parser]));
  return [...new Set(names)]
    .filter((name) => name !== '')
    .sort()
    .join('+');
}

function toolName(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9][a-z0-9.#_-]*/g) ?? [];
  return words.join('-').slice(0, 60);
}
