// A coverage report -> the lines that were executed. The content tells the format.
import type { FileCoverage } from '../../contract/index.ts';
import { readGoProfile } from './go-profile.ts';
import { readLcov } from './lcov.ts';
import { CoverageLines, UnreadableCoverage } from './shared/lines.ts';
import { readXmlReport } from './xml-report.ts';

const READERS: readonly { begins: RegExp; read(text: string, lines: CoverageLines): void }[] = [
  { begins: /^\s*</, read: readXmlReport },
  { begins: /^mode: (?:set|count|atomic)\s/, read: readGoProfile },
  { begins: /^(?:(?:TN:[^\n]*|#[^\n]*|[ \t\r]*)\n)*SF:/, read: readLcov },
];
const BEGINNING = 4096;

/** Null for a text that is no coverage report, or a broken one: half a report would call executed lines missed. */
export function readCoverage(text: string, isWanted: (path: string) => boolean): FileCoverage[] | null {
  const start = text.slice(text.charCodeAt(0) === 0xfeff ? 1 : 0, BEGINNING);
  const reader = READERS.find(({ begins }) => begins.test(start));
  if (reader === undefined) return null;
  const lines = new CoverageLines(isWanted);
  try {
    reader.read(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, lines);
  } catch (error) {
    if (error instanceof UnreadableCoverage) return null;
    throw error;
  }
  return lines.files();
}

export { countsOf, linesOfScript, type ScriptFunction } from './v8.ts';
