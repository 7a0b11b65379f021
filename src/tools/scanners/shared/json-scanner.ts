// Makes a parser of a JSON format in which one document is a whole report.
import type { Advisory } from '../../../contract/index.ts';
import type { JsonParser } from '../../../parse/parser.ts';
import type { SecuritySection } from '../../../parse/section.ts';

interface JsonScanner extends Pick<JsonParser, 'id' | 'commands' | 'accepts'> {
  advisories(document: unknown): readonly Advisory[];
  /** The tool's own total; absent or null when the format has none. */
  total?(document: unknown): number | null;
  problems?(document: unknown): string[];
}

export function jsonScanner(scanner: JsonScanner): JsonParser<SecuritySection> {
  return {
    ...scanner,
    form: 'json',
    read(document, results) {
      const run = results.beginRun({
        hasHeader: true,
        hasFooter: true,
        total: scanner.total?.(document) ?? null,
        problems: scanner.problems?.(document) ?? [],
      });
      for (const advisory of scanner.advisories(document)) run.advisory(advisory);
    },
  };
}
