// pip-audit's text, a total and then a table whose dashes show the columns; and its JSON. It states no severities.

import type { Advisory } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { SecurityRun, SecuritySection } from '../../../parse/section.ts';
import { isRecord, records, recordsMember, textMember, texts } from '../../../parse/shared/json-access.ts';
import type { Scanner } from '../../tool.ts';
import { preferredId } from '../shared/advisories.ts';
import { jsonScanner } from '../shared/json-scanner.ts';

const COMMANDS = ['pip-audit', 'pip_audit'];
const FOUND = /^Found (\d{1,9}) known vulnerabilit(?:y|ies)(?:, ignored \d{1,9})? in \d{1,9} packages?/;
const CLEAN = /^No known vulnerabilities found/;
const DASHES = /^-{4,}(?: -{2,}){2,6}$/;

const lines: LineParser<SecuritySection> = {
  id: 'pip-audit',
  form: 'lines',
  commands: COMMANDS,
  startsWith: 'FN',
  open: (results) => new PipAuditReader(results),
};

const json = jsonScanner({
  id: 'pip-audit-json',
  commands: COMMANDS,
  accepts(document) {
    const dependencies = dependenciesOf(document);
    return Array.isArray(dependencies) && dependencies.length > 0 && dependencies.every(isDependency);
  },
  advisories: (document) =>
    records(dependenciesOf(document)).flatMap((dependency) =>
      recordsMember(dependency, 'vulns').map(({ id, aliases, description }) => ({
        id: preferredId([...texts([id]), ...texts(aliases)]) ?? 'unnamed',
        package: textMember(dependency, 'name'),
        version: textMember(dependency, 'version'),
        severity: 'unknown',
        title: typeof description === 'string' ? (description.trim().split('\n', 1)[0] ?? '') : '',
      })),
    ),
});

/** Old versions write only the list. */
function dependenciesOf(document: unknown): unknown {
  return isRecord(document) ? document.dependencies : document;
}

function isDependency(value: unknown): boolean {
  return isRecord(value) && textMember(value, 'name') !== null && (Array.isArray(value.vulns) || 'skip_reason' in value);
}

class PipAuditReader implements LineReader {
  readonly #results: Results<SecuritySection>;
  #run: SecurityRun | null = null;
  /** The first character of each column; empty above the dashes. */
  #columns: number[] = [];

  constructor(results: Results<SecuritySection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    const found = FOUND.exec(text)?.[1];
    if (found !== undefined) {
      this.#columns = [];
      this.#run = this.#results.beginRun({ hasHeader: true, total: Number(found) });
    } else if (CLEAN.test(text)) this.#results.beginRun({ hasFooter: true });
    else if (this.#run !== null) this.#inside(this.#run, text);
    return this.#run !== null;
  }

  #inside(run: SecurityRun, text: string): void {
    if (this.#columns.length === 0) {
      if (DASHES.test(text.trim())) this.#columns = [...text.matchAll(/-+/g)].map(({ index }) => index);
      return;
    }
    run.touch();
    const advisory = toAdvisory(this.#columns.map((from, column) => text.slice(from, this.#columns[column + 1]).trim()));
    if (advisory !== null) run.advisory(advisory);
    run.hasFooter = run.advisories.length >= (run.total ?? 0);
    if (advisory === null || run.hasFooter) this.#run = null;
  }
}

function toAdvisory([name = '', version = '', id = '']: readonly string[]): Advisory | null {
  return id === '' || name === '' ? null : { id, package: name, version, severity: 'unknown', title: '' };
}

export const pipAudit: Scanner = { id: 'pip-audit', parse: [json, lines] };
