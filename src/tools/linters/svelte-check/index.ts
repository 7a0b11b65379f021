// svelte-check in its human and machine forms. Quoted source may imitate its last line: the last one counts.

import type { LintFinding } from '../../../contract/index.ts';
import type { LineParser } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { isRecord, member, textMember } from '../../../parse/shared/json-access.ts';
import type { Linter } from '../../tool.ts';
import { errorsAndWarnings, RunReader } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-fields.ts';

const PLACE = /^(.+):(\d+):\d+$/;
const HUMAN = /^(Error|Warn): (.*)$/;
const LANGUAGE = / \((?:ts|js|svelte|css|scss|postcss|less)\)$/;
const FOUND = /^svelte-check found (\d+) errors? and (\d+) warnings?(?: in \d+ files?)?$/;
const MACHINE = /^\d{10,16} (ERROR|WARNING) ("(?:[^"\\]|\\.)*") (\d+):\d+ ("(?:[^"\\]|\\.)*")$/;
const MACHINE_JSON = /^\d{10,16} (?=\{"type":"(?:ERROR|WARNING)")/;
const COMPLETED = /^\d{10,16} COMPLETED \d+ FILES (\d+) ERRORS (\d+) WARNINGS/;

const lines: LineParser<LintSection> = {
  id: 'svelte-check',
  form: 'lines',
  commands: ['svelte-check'],
  startsWith: ['Loading svelte-check ', 'svelte-check found ', 'Error: ', 'Warn: ', '1'],
  atMargin: true,
  open: (results) => new SvelteCheckReader(results),
};

class SvelteCheckReader extends RunReader {
  line(text: string): boolean {
    if (text.startsWith('Loading svelte-check in workspace: ')) {
      this.runs.finish();
      this.runs.extend().hasHeader = true;
    } else if (text.startsWith('svelte-check found ')) this.#close(FOUND.exec(text));
    else if (text.startsWith('1')) this.#machine(text);
    else this.#human(HUMAN.exec(text));
    return false;
  }

  #human(match: RegExpExecArray | null): void {
    const [, path = null, line] = match === null ? [] : (PLACE.exec(this.results.before(1)) ?? []);
    if (match === null || path === null) return;
    const severity = match[1] === 'Error' ? 'error' : 'warning';
    const message = (match[2] ?? '').trimEnd().replace(LANGUAGE, '');
    this.#finding({ path, line: findingLine(line), rule: null, severity, message });
  }

  #machine(text: string): void {
    const [all, type, path, line, message] = MACHINE.exec(text) ?? [];
    if (all !== undefined) {
      const severity = type === 'ERROR' ? 'error' : 'warning';
      this.#finding({ path: unquoted(path), line: findingLine(line), rule: null, severity, message: unquoted(message) });
    } else if (MACHINE_JSON.test(text)) this.#machineJson(parsed(text.slice(text.indexOf('{'))));
    else this.#close(COMPLETED.exec(text));
  }

  #machineJson(entry: unknown): void {
    if (!isRecord(entry)) return;
    const start = member(entry, 'start.line');
    this.#finding({
      path: textMember(entry, 'filename'),
      line: typeof start === 'number' ? findingLine(start + 1) : null,
      rule: typeof entry.code === 'number' ? `TS${entry.code}` : textMember(entry, 'code'),
      severity: entry.type === 'ERROR' ? 'error' : 'warning',
      message: textMember(entry, 'message') ?? '',
    });
  }

  #finding(finding: LintFinding): void {
    if (this.#isConfirmed()) this.runs.finish();
    this.runs.finding(finding).hasFooter = false;
  }

  /** Totals that match the findings before them are the end of a run. */
  #isConfirmed(): boolean {
    const run = this.runs.open;
    if (run === null || !run.hasFooter || run.totals === null) return false;
    const errors = run.findings.filter(({ severity }) => severity === 'error').length;
    return run.totals.errors === errors && run.totals.warnings === run.findings.length - errors;
  }

  #close(totals: RegExpExecArray | null): void {
    if (totals === null) return;
    if (this.#isConfirmed()) this.runs.finish();
    this.runs.extend().close(errorsAndWarnings(totals[1], totals[2]));
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

export const svelteCheck: Linter = { id: 'svelte-check', parse: [lines] };
