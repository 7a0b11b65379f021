// bandit's JSON (`-f json`) and its text: a block per issue, then counts of all issues by severity.
// The package of an advisory is the file that the issue is in.

import type { Advisory, AdvisorySeverity } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { SecurityRun, SecuritySection } from '../../../parse/section.ts';
import { isRecord, member, recordsMember, textMember } from '../../../parse/shared/json-access.ts';
import type { Scanner } from '../../tool.ts';
import { advisorySeverity } from '../shared/advisories.ts';
import { jsonScanner } from '../shared/json-scanner.ts';

const json = jsonScanner({
  id: 'bandit',
  commands: ['bandit'],
  accepts: (document) => isRecord(document) && isRecord(member(document, 'metrics._totals')) && Array.isArray(document.results),
  advisories: (document) =>
    recordsMember(document, 'results').map((result) => ({
      id: textMember(result, 'test_id') ?? 'unnamed',
      package: textMember(result, 'filename'),
      version: null,
      severity: advisorySeverity(result.issue_severity),
      title: textMember(result, 'issue_text') ?? '',
    })),
  problems: (document) => unreadFiles(recordsMember(document, 'errors').length),
});

function unreadFiles(count: number): string[] {
  return count > 0 ? [`bandit could not read ${count} files`] : [];
}

const RESULTS = 'Test results:';
const BY_SEVERITY = '\tTotal issues (by severity):';
const BY_CONFIDENCE = '\tTotal issues (by confidence):';
const ISSUE = /^>> Issue: \[(B\d{3}):[\w-]{1,100}\] (.*)$/;
const SEVERITY = /^ {3}Severity: (\w{1,20}) {3}Confidence: \w{1,20}$/;
/** "   Location: ./pond.py:6", since 1.7 with a column */
const LOCATION = /^ {3}Location: (.{1,1000}?):\d{1,9}(?::\d{1,9})?$/;
/** "\t\tLow: 2.0", since 1.7 without the fraction */
const COUNT = /^\t\t(Undefined|Low|Medium|High): (\d{1,9})(?:\.0)?$/;
const SKIPPED = /^Files skipped \((\d{1,9})\):$/;

const lines: LineParser<SecuritySection> = {
  id: 'bandit-text',
  form: 'lines',
  commands: ['bandit'],
  startsWith: [RESULTS],
  atMargin: true,
  open: (results) => new BanditReader(results),
};

class BanditReader implements LineReader {
  readonly #results: Results<SecuritySection>;
  #run: SecurityRun | null = null;
  #inSeverities = false;
  #stated = new Map<AdvisorySeverity, number>();

  constructor(results: Results<SecuritySection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (text === RESULTS && this.#results.before(2).startsWith('Run started:')) this.#begin();
    else if (this.#run !== null) this.#inside(this.#run, text);
    return this.#run !== null;
  }

  #begin(): void {
    const firstLine = this.#results.lineNumber - 2;
    this.#run = this.#results.beginRun({ hasHeader: true, firstLine, lastLine: firstLine });
    this.#inSeverities = false;
    this.#stated = new Map();
  }

  #inside(run: SecurityRun, text: string): void {
    run.touch();
    const skipped = SKIPPED.exec(text)?.[1];
    if (skipped !== undefined) this.#close(run, Number(skipped));
    else if (text === BY_SEVERITY || text === BY_CONFIDENCE) this.#inSeverities = text === BY_SEVERITY;
    else if (this.#inSeverities) this.#count(text);
    else issueLine(run.advisories, text);
  }

  #count(text: string): void {
    const [, word, count] = COUNT.exec(text) ?? [];
    if (word !== undefined) this.#stated.set(advisorySeverity(word), Number(count));
  }

  #close(run: SecurityRun, skipped: number): void {
    run.hasFooter = this.#stated.size === 4;
    run.total = this.#total(run.advisories);
    run.problems.push(...unreadFiles(skipped));
    this.#run = null;
  }

  /** Issues below the requested severity are counted but not shown, so a severity without listed issues does not count. */
  #total(advisories: readonly Advisory[]): number {
    let total = 0;
    for (const [severity, stated] of this.#stated) {
      if (advisories.some((advisory) => advisory.severity === severity)) total += stated;
    }
    return total;
  }
}

function issueLine(advisories: Advisory[], text: string): void {
  const [, id, title = ''] = ISSUE.exec(text) ?? [];
  if (id !== undefined) advisories.push({ id, package: null, version: null, severity: 'unknown', title });
  const last = advisories.at(-1);
  // Severity and location are above the source of an issue, which may contain any text.
  if (last === undefined || last.package !== null) return;
  const severity = SEVERITY.exec(text)?.[1];
  if (severity !== undefined) last.severity = advisorySeverity(severity);
  last.package = LOCATION.exec(text)?.[1] ?? null;
}

export const bandit: Scanner = { id: 'bandit', parse: [json, lines], configFiles: /\.bandit/ };
