// `npm audit` and `npm audit --json` of npm 7 and later. The totals count packages, not advisories.
import type { Advisory, AdvisorySeverity } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { SecurityRun, SecuritySection } from '../../../parse/section.ts';
import { countMember, isRecord, type Json, recordMember, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import { advisorySeverity, distinctAdvisories, idInUrl } from '../shared/advisories.ts';
import { jsonScanner } from '../shared/json-scanner.ts';

/** "lodash  <=4.17.20", two spaces between name and range */
const PACKAGE = /^(\S{1,214}) {2}\S.*$/;
const SEVERITY = /^Severity: (\w{1,10})$/;
const ADVISORY = /^(.{1,1000}) - (https?:\/\/\S{1,300})$/;
const TOTAL = /^(?:found )?(\d{1,9}) (?:\w{1,10} severity )?vulnerabilit(?:y|ies)(?: \(.{1,100}\))?$/;

export const npmAudit: LineParser<SecuritySection> = {
  id: 'npm-audit',
  form: 'lines',
  commands: ['npm'],
  startsWith: '#f',
  open: (results) => new NpmAuditReader(results),
};

/** Vulnerable packages, each with its advisories or with the names of the packages it has them from. */
export const npmAuditJson = jsonScanner({
  id: 'npm-audit-json',
  commands: ['npm'],
  accepts: (document) => isReport(document) || isFailure(document),
  advisories: (document) => (isReport(document) ? distinctAdvisories(packagesOf(document).flatMap(advisoriesOf)) : []),
  problems(document) {
    if (isReport(document)) return contradictions(document);
    return [`npm audit failed: ${textMember(document, 'error.summary') || textMember(document, 'message')}`];
  },
});

function isReport(document: unknown): boolean {
  return isRecord(document) && countMember(document, 'auditReportVersion') !== null && isRecord(document.vulnerabilities);
}

/** The registry could not be reached. */
function isFailure(document: unknown): boolean {
  return textMember(document, 'error.summary') !== null && textMember(document, 'error.detail') !== null;
}

function packagesOf(document: unknown): Json[] {
  return Object.values(recordMember(document, 'vulnerabilities')).filter(isRecord);
}

function advisoriesOf(vulnerable: Json): Advisory[] {
  return recordsMember(vulnerable, 'via').map((advisory) => ({
    id: idInUrl(textMember(advisory, 'url') ?? '') ?? `npm:${advisory.source ?? textMember(advisory, 'title')}`,
    package: textMember(advisory, 'name') ?? textMember(vulnerable, 'name'),
    version: null,
    severity: advisorySeverity(advisory.severity ?? vulnerable.severity),
    title: textMember(advisory, 'title') ?? '',
  }));
}

/** A package counts with the severity of its worst advisory. */
function contradictions(document: unknown): string[] {
  const packages = packagesOf(document);
  return Object.entries(recordMember(document, 'metadata.vulnerabilities'))
    .filter(([severity, count]) => {
      const counted = severity === 'total' ? packages : packages.filter((entry) => entry.severity === severity);
      return count !== counted.length;
    })
    .map(([severity, count]) => `npm audit states ${count} packages (${severity}), which is not what it lists`);
}

class NpmAuditReader implements LineReader {
  readonly #results: Results<SecuritySection>;
  #run: SecurityRun | null = null;
  #package: string | null = null;
  #severity: AdvisorySeverity = 'unknown';

  constructor(results: Results<SecuritySection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (text === '# npm audit report') {
      this.end();
      this.#run = this.#results.beginRun({ hasHeader: true });
    } else if (this.#run !== null) this.#inside(this.#run, text);
    else if (text === 'found 0 vulnerabilities') this.#results.beginRun({ hasFooter: true });
    return this.#run !== null;
  }

  end(): void {
    if (this.#run !== null) this.#run.advisories = distinctAdvisories(this.#run.advisories);
    this.#run = null;
  }

  #inside(run: SecurityRun, text: string): void {
    run.touch();
    const total = TOTAL.exec(text)?.[1];
    if (total === undefined) {
      this.#advisory(run, text);
      return;
    }
    run.hasFooter = true;
    const isEmpty = run.advisories.length === 0;
    if (isEmpty !== (Number(total) === 0)) run.problems.push(`npm audit states ${total} vulnerabilities, which it does not name`);
    this.end();
  }

  #advisory(run: SecurityRun, text: string): void {
    const [, title, url = ''] = ADVISORY.exec(text) ?? [];
    const severity = SEVERITY.exec(text)?.[1];
    const name = PACKAGE.exec(text)?.[1];
    const id = idInUrl(url);
    if (severity !== undefined) this.#severity = advisorySeverity(severity);
    else if (title !== undefined && id !== null)
      run.advisory({ id, package: this.#package, version: null, severity: this.#severity, title });
    else if (name !== undefined) {
      this.#package = name;
      this.#severity = 'unknown';
    }
  }
}
