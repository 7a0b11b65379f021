// TSLint's prose (the default), verbose, stylish and msbuild forms, without totals or a closing line; and its JSON.
import type { LintFinding } from '../../contract/index.ts';
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { countMember, isRecord, records, textMember } from '../shared/json-access.ts';
import { RunReader } from './shared/delimited-runs.ts';
import { hasPrefix } from './shared/file-position.ts';
import { findingLine } from './shared/finding-fields.ts';
import { jsonLinter } from './shared/json-linter.ts';

const SEVERITY = /^(ERROR|WARNING): /;
/** "src/a.ts:1:14 - Missing semicolon", from 5.12 on. */
const PROSE = /^(.+?):(\d+):\d+ - (.*)$/;
/** "(semicolon) src/a.ts[1, 14]: Missing semicolon"; the rule only in the verbose form, the severity from 5.0 on. */
const BRACKETED = /^(?:\(([\w/-]+)\) )?([^\s[][^[]*)\[(\d+), \d+\]: (.*)$/;
/** "1:14  semicolon  Missing semicolon" below the name of the file. */
const STYLISH = /^(\d+):\d+ {2,}([\w/-]+) {2,}(.*)$/;
/** "src/a.ts(1,14): error semicolon: Missing semicolon", with rules in camel case. */
const MSBUILD = /^(.+\.[cm]?[jt]sx?)\((\d+),\d+\): (error|warning) ([a-z]\w*): (.*)$/;
/** The name of a file may be between the tables of the stylish form. */
const MAX_GAP = 3;

export const tslint: LineParser<LintSection> = {
  id: 'tslint',
  form: 'lines',
  commands: ['tslint'],
  startsWith: ['ERROR: ', 'WARNING: '],
  positions: true,
  open: (results) => new TslintReader(results),
};

export const tslintJson = jsonLinter({
  id: 'tslint-json',
  commands: ['tslint'],
  accepts(document) {
    const first: unknown = Array.isArray(document) ? document[0] : null;
    return isRecord(first) && 'ruleName' in first && 'failure' in first && isRecord(first.startPosition);
  },
  items: records,
  path: 'name',
  // Counted from 0.
  line: (failure) => (countMember(failure, 'startPosition.line') ?? -1) + 1,
  rule: 'ruleName',
  severity: (failure) => (textMember(failure, 'ruleSeverity')?.toUpperCase() === 'WARNING' ? 'warning' : 'error'),
  message: 'failure',
});

class TslintReader extends RunReader {
  #path: string | null = null;

  line(text: string): boolean {
    const [prefix = '', level] = SEVERITY.exec(text) ?? [];
    if (level === undefined && !text.includes(']: ')) this.#msbuild(text);
    else {
      const finding = this.#read(text.slice(prefix.length), level !== undefined);
      if (finding !== null) this.#add({ ...finding, severity: level === 'WARNING' ? 'warning' : 'error' });
    }
    return false;
  }

  #msbuild(text: string): void {
    const [, path, line, level, rule, message = ''] = MSBUILD.exec(text) ?? [];
    if (path === undefined || rule === undefined || hasPrefix(path)) return;
    this.#add({ path, line: findingLine(line), rule, severity: level === 'error' ? 'error' : 'warning', message });
  }

  #add(finding: LintFinding): void {
    const { lineNumber } = this.results;
    if (lineNumber - (this.runs.open?.lastLine ?? lineNumber) > MAX_GAP) this.runs.interrupt();
    this.runs.finding(finding).hasFooter = true;
  }

  #read(text: string, hasSeverity: boolean): Omit<LintFinding, 'severity'> | null {
    const bracketed = BRACKETED.exec(text);
    if (bracketed !== null) {
      const [, rule, path = '', line, message = ''] = bracketed;
      return hasPrefix(path) ? null : { path, line: findingLine(line), rule: rule ?? null, message };
    }
    if (!hasSeverity) return null;
    const stylish = STYLISH.exec(text);
    if (stylish !== null) return this.#tableRow(stylish);
    const [all, path = '', line, message = ''] = PROSE.exec(text) ?? [];
    return all === undefined ? null : { path, line: findingLine(line), rule: null, message };
  }

  #tableRow([, line, rule = '', message = '']: RegExpExecArray): Omit<LintFinding, 'severity'> {
    const isBelowRow = this.runs.open?.lastLine === this.results.lineNumber - 1;
    if (!isBelowRow) this.#path = this.results.before(1).replace(/:\d+:\d+$/, '');
    return { path: this.#path, line: findingLine(line), rule, message };
  }
}
