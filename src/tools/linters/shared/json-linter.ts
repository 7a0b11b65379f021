// Makes a parser of a JSON format from a description of where its findings and their fields are.
import type { LintFinding } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonLinesReader, JsonParser, Results } from '../../../parse/parser.ts';
import type { LintSection, LintTotals } from '../../../parse/section.ts';
import { type Json, member, textMember } from '../../../parse/shared/json-access.ts';
import { findingLine } from './finding-fields.ts';
import { FindingGroups } from './finding-groups.ts';

/** Where the fields of a finding are in an item: paths of members such as "location.line", or functions. */
interface Fields {
  path: string | ((item: Json) => string | null);
  line: string | ((item: Json) => unknown);
  rule: string | ((item: Json) => string | null);
  message: string | ((item: Json) => string | null);
  /** Null for an item that is not a finding, such as a note. */
  severity(item: Json): LintFinding['severity'] | null;
}

interface JsonLinter extends Pick<JsonParser, 'id' | 'commands' | 'consoles' | 'contains' | 'accepts'>, Fields {
  items(document: unknown): readonly Json[];
  /** The tool's own totals; absent or null when the format has none. */
  totals?(document: unknown): LintTotals | null;
  problems?(document: unknown): string[];
  /** The name of the tool, for formats of several tools. */
  tool?(document: unknown): string | null;
}

/** A document that is a whole report. */
export function jsonLinter(linter: JsonLinter): JsonParser<LintSection> {
  return {
    ...linter,
    form: 'json',
    read(document, results) {
      const run = results.beginRun({
        hasHeader: true,
        hasFooter: true,
        totals: linter.totals?.(document) ?? null,
        problems: linter.problems?.(document) ?? [],
        tool: linter.tool?.(document) ?? null,
      });
      for (const item of linter.items(document)) {
        const finding = toFinding(item, linter);
        if (finding !== null) run.finding(finding);
      }
    },
  };
}

interface JsonLinesLinter extends Pick<JsonLinesParser, 'id' | 'commands' | 'contains' | 'accepts'>, Fields {
  /** A document identifies the tool with certainty: findings of other parsers inside the run are quotations. */
  hasHeader?: boolean;
  /** For tools that may run several times in one output: findings farther apart are in separate sections. */
  maxGap?: number;
}

/** A stream in which each document is a finding or a note. */
export function jsonLinesLinter(linter: JsonLinesLinter): JsonLinesParser<LintSection> {
  return { ...linter, form: 'json-lines', open: (results) => openStream(linter, results) };
}

function openStream(linter: JsonLinesLinter, results: Results<LintSection>): JsonLinesReader {
  const { hasHeader = false, maxGap } = linter;
  if (maxGap !== undefined) {
    const groups = new FindingGroups(results, maxGap);
    return { document: (document) => groups.addIfAny(toFinding(document as Json, linter)), end: () => groups.end() };
  }
  const run = results.beginRun({ hasHeader, hasFooter: true });
  return {
    document(document) {
      run.touch();
      const finding = toFinding(document as Json, linter);
      if (finding !== null) run.finding(finding);
    },
  };
}

function toFinding(item: Json, { path, line, rule, message, severity: severityOf }: Fields): LintFinding | null {
  const severity = severityOf(item);
  if (severity === null) return null;
  return {
    path: textOf(item, path),
    line: findingLine(typeof line === 'string' ? member(item, line) : line(item)),
    rule: textOf(item, rule) || null,
    severity,
    message: textOf(item, message) ?? '',
  };
}

function textOf(item: Json, field: string | ((item: Json) => string | null)): string | null {
  return typeof field === 'string' ? textMember(item, field) : field(item);
}

/** Whether the document is a list in which every entry passes; an empty list could be any tool's. */
export function isListOf(document: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(document) && document.length > 0 && document.every(isItem);
}
