// PHP_CodeSniffer's CSV, identified by its column names.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import { findingLine } from '../shared/finding-fields.ts';

const COLUMNS = 'File,Line,Column,Type,Message,Source,Severity,Fixable';

export const phpcsCsv: LineParser<LintSection> = {
  id: 'phpcs-csv',
  form: 'lines',
  commands: ['phpcs'],
  startsWith: [COLUMNS],
  open: openReader,
};

function openReader(results: Results<LintSection>): LineReader {
  let run: LintRun | null = null;
  return {
    line(text) {
      if (text === COLUMNS) {
        run = results.beginRun({ hasHeader: true, hasFooter: true });
        return true;
      }
      const finding = run === null || !text.startsWith('"') ? null : toFinding(fieldsOf(text));
      if (finding === null) run = null;
      else run?.finding(finding);
      return run !== null;
    },
  };
}

const FIELD = /("(?:[^"\\]|\\.|"")*"|[^,"]*)(?:,|$)/y;

function fieldsOf(text: string): string[] {
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length) {
    const field = FIELD.exec(text)?.[1];
    if (field === undefined) return [];
    fields.push(field.startsWith('"') ? field.slice(1, -1).replace(/\\(["\\])|""/g, (_, escaped) => escaped ?? '"') : field);
  }
  return fields;
}

function toFinding(fields: readonly string[]): LintFinding | null {
  const [path = null, line, , type, message = '', rule = null] = fields;
  if (type !== 'error' && type !== 'warning') return null;
  return { path, line: findingLine(line), rule, severity: type, message };
}
