// A parser of lines that reads nothing, for tests of who is asked about which lines.
import type { LineParser } from '../src/parse/parser.ts';

export function lineParser(id: string, fields: Partial<LineParser>): LineParser {
  return { id, form: 'lines', commands: [], startsWith: [], open: () => ({ line: () => false, end: () => [] }), ...fields };
}
