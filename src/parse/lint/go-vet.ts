// `go vet` and the go compiler: "# package", then "./file.go:line:column: message"; and `go vet -json`.
// Findings without the line of their package are left to file-line.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { isRecord, type Json, records, textMember } from '../shared/json-access.ts';
import { filePosition } from './shared/file-position.ts';
import { GroupReader } from './shared/finding-groups.ts';
import { jsonLinter } from './shared/json-linter.ts';

/** A message may continue over a few lines, and the next package has a line of its own. */
const MAX_GAP = 6;
/** "# example.com/pond", "# [example.com/pond]", "# example.com/pond [example.com/pond.test]" */
const PACKAGE = /^# \[?[\w./~+-]{1,300}\]?(?: \[[\w./~+-]{1,300}\])?$/;

export const goVet: LineParser<LintSection> = {
  id: 'go-vet',
  form: 'lines',
  commands: ['vet'],
  startsWith: ['# ', 'vet: '],
  open: (results) => new GoVetReader(results, MAX_GAP),
};

class GoVetReader extends GroupReader {
  #inPackage = false;

  line(text: string): boolean {
    if (text.startsWith('# ') && PACKAGE.test(text)) {
      this.#inPackage = true;
      return true;
    }
    const finding = toFinding(text);
    if (text.endsWith('too many errors')) this.groups.addProblem('go stopped after too many errors');
    else if (finding !== null && (this.#inPackage || text.startsWith('vet: '))) this.groups.add(finding);
    else if (!text.startsWith('\t')) this.#inPackage = false;
    return this.#inPackage;
  }
}

function toFinding(text: string): LintFinding | null {
  if (!text.includes('.go:')) return null;
  const position = filePosition(text.startsWith('vet: ') ? text.slice(5) : text);
  if (position === null || !position.path.endsWith('.go') || position.rest === '') return null;
  return { path: position.path, line: position.line, rule: null, severity: 'error', message: position.rest };
}

/** One document per package: findings by analyzer. */
export const goVetJson = jsonLinter({
  id: 'go-vet-json',
  commands: ['vet'],
  accepts(document) {
    const results = analyzerResults(document);
    return results.length > 0 && results.every(([, list]) => Array.isArray(list) && list.every(isDiagnostic));
  },
  items: (document) => analyzerResults(document).flatMap(([rule, list]) => records(list).map((item) => ({ ...item, rule }))),
  path: (item) => positionOf(item)?.path ?? null,
  line: (item) => positionOf(item)?.line,
  rule: 'rule',
  severity: () => 'error',
  message: 'message',
});

function analyzerResults(document: unknown): [string, unknown][] {
  const packages = isRecord(document) ? Object.values(document) : [];
  return packages.every(isRecord) ? packages.flatMap((analyzers) => Object.entries(analyzers)) : [];
}

function isDiagnostic(value: unknown): boolean {
  return textMember(value, 'posn') !== null && textMember(value, 'message') !== null;
}

function positionOf(item: Json) {
  return filePosition(`${textMember(item, 'posn') ?? ''}:`);
}
