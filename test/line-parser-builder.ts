// A line parser without results, for tests of line dispatch.
import type { LineParser } from '../src/parse/parser.ts';

export function lineParser(id: string, fields: Partial<LineParser>): LineParser {
  return { id, form: 'lines', commands: [], startsWith: [], open: () => ({ line: () => false, end: () => [] }), ...fields };
}
