// A coverage report -> the lines that were executed. The content determines the format.
import type { FileCoverage } from '../../contract/index.ts';
import { readGoProfile } from './go-profile.ts';
import { readLcov } from './lcov.ts';
import { CoverageLines, UnreadableCoverage } from './shared/lines.ts';
import { readXmlReport } from './xml-report.ts';

const READERS: readonly { start: RegExp; read(text: string, lines: CoverageLines): void }[] = [
  { start: /^\s*</, read: readXmlReport },
  { start: /^mode: (?:set|count|atomic)\s/, read: readGoProfile },
  { start: /^(?:(?:TN:[^\n]*|#[^\n]*|[ \t\r]*)\n)*SF:/, read: readLcov },
];
/** Characters in which the format must show. */
const MAX_START = 4096;
const BYTE_ORDER_MARK = 0xfeff;

/** Null when the text is not a coverage report, or is malformed: half a report would mark executed lines as missed. */
export function readCoverage(text: string, isWanted: (path: string) => boolean): FileCoverage[] | null {
  const report = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  const reader = READERS.find(({ start }) => start.test(report.slice(0, MAX_START)));
  if (reader === undefined) return null;
  const lines = new CoverageLines(isWanted);
  try {
    reader.read(report, lines);
  } catch (error) {
    if (error instanceof UnreadableCoverage) return null;
    throw error;
  }
  return lines.files();
}

export { countsOf, linesOfScript, type ScriptFunction } from './v8.ts';
