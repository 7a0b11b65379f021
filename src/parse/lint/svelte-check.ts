// Svelte-check, in its human and its machine forms. Quoted source may imitate its last line: the last one counts.
import type { LintFinding } from '../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { isRecord, textMember } from '../shared/json-access.ts';
import { errorsAndWarnings, LintRuns } from './shared/delimited-runs.ts';
import { findingLine } from './shared/finding-line.ts';

const ID = 'svelte-check';
const PLACE = /^(.+):(\d+):\d+$/;
const HUMAN = /^(Error|Warn): /;
const FOUND = /^svelte-check found (\d+) errors? and (\d+) warnings?(?: in \d+ files?)?$/;
const MACHINE = /^\d{10,16} (ERROR|WARNING) ("(?:[^"\\]|\\.)*") (\d+):\d+ ("(?:[^"\\]|\\.)*")$/;
const MACHINE_JSON = /^\d{10,16} (?=\{"type":"(?:ERROR|WARNING)")/;
const COMPLETED = /^\d{10,16} COMPLETED \d+ FILES (\d+) ERRORS (\d+) WARNINGS/;

export const svelteCheck: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['svelte-check'],
  startsWith: ['Loading svelte-check ', 'svelte-check found ', 'Error: ', 'Warn: ', '1'],
  atMargin: true,
  open: (context) => new SvelteCheckReader(context),
};

class SvelteCheckReader implements LineReader<LintSection> {
  readonly #context: LineContext;
  readonly #runs: LintRuns;

  constructor(context: LineContext) {
    this.#context = context;
    this.#runs = new LintRuns(ID, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('Loading svelte-check in workspace: ')) {
      this.#runs.finish();
      this.#runs.at(lineNumber).hasHeader = true;
    } else if (text.startsWith('svelte-check found ')) this.#close(FOUND.exec(text), lineNumber);
    else if (text.startsWith('1')) this.#machine(text, lineNumber);
    else if (HUMAN.test(text)) this.#human(text, lineNumber);
    return false;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #human(text: string, lineNumber: number): void {
    const place = PLACE.exec(this.#context.before(1));
    if (place === null) return;
    const isError = text.startsWith('E');
    const message = text.slice(isError ? 'Error: '.length : 'Warn: '.length).trimEnd();
    this.#finding(
      {
        path: place[1] ?? null,
        line: findingLine(place[2]),
        rule: null,
        severity: isError ? 'error' : 'warning',
        message: message.replace(/ \((?:ts|js|svelte|css|scss|postcss|less)\)$/, ''),
      },
      lineNumber,
    );
  }

  #machine(text: string, lineNumber: number): void {
    const [all, type, path, line, message] = MACHINE.exec(text) ?? [];
    if (all !== undefined) {
      const finding = { path: unquoted(path), line: findingLine(line), rule: null, message: unquoted(message) };
      this.#finding({ ...finding, severity: type === 'ERROR' ? 'error' : 'warning' }, lineNumber);
    } else if (MACHINE_JSON.test(text)) this.#machineJson(text.slice(text.indexOf('{')), lineNumber);
    else this.#close(COMPLETED.exec(text), lineNumber);
  }

  #machineJson(json: string, lineNumber: number): void {
    const entry = parsed(json);
    if (!isRecord(entry)) return;
    const start = isRecord(entry.start) ? entry.start.line : null;
    this.#finding(
      {
        path: textMember(entry, 'filename'),
        line: typeof start === 'number' ? findingLine(start + 1) : null,
        rule: typeof entry.code === 'number' ? `TS${entry.code}` : textMember(entry, 'code'),
        severity: entry.type === 'ERROR' ? 'error' : 'warning',
        message: textMember(entry, 'message') ?? '',
      },
      lineNumber,
    );
  }

  #finding(finding: LintFinding, lineNumber: number): void {
    if (this.#isBorneOut()) this.#runs.finish();
    this.#runs.finding(finding, lineNumber).hasFooter = false;
  }

  /** Totals that agree with the findings before them are the end of a run. */
  #isBorneOut(): boolean {
    const run = this.#runs.open;
    if (run === null || !run.hasFooter || run.totals === null) return false;
    const errors = run.findings.filter(({ severity }) => severity === 'error').length;
    return run.totals.errors === errors && run.totals.warnings === run.findings.length - errors;
  }

  #close(totals: RegExpExecArray | null, lineNumber: number): void {
    if (totals === null) return;
    if (this.#isBorneOut()) this.#runs.finish();
    const run = this.#runs.at(lineNumber);
    run.totals = errorsAndWarnings(totals[1], totals[2]);
    run.hasFooter = true;
  }
}

function unquoted(quoted: string | undefined): string {
  const value = parsed(quoted ?? '');
  return typeof value === 'string' ? value : '';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
