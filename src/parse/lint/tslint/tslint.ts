// TSLint's prose (the default), verbose, stylish and msbuild forms. None has totals or a closing line.
import type { LintFinding } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { LintRuns } from '../shared/delimited-runs.ts';
import { isBehindPrefix } from '../shared/file-position.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'tslint';
const SEVERITY = /^(ERROR|WARNING): /;
/** "src/a.ts:1:14 - Missing semicolon", from 5.12 on. */
const PROSE = /^(.+?):(\d+):\d+ - (.*)$/;
/** "(semicolon) src/a.ts[1, 14]: Missing semicolon"; the rule only in the verbose form, the severity from 5.0 on. */
const BRACKETED = /^(?:\(([\w/-]+)\) )?([^\s[][^[]*)\[(\d+), \d+\]: (.*)$/;
/** "1:14  semicolon  Missing semicolon" under the name of the file. */
const STYLISH = /^(\d+):\d+ {2,}([\w/-]+) {2,}(.*)$/;

/** "src/a.ts(1,14): error semicolon: Missing semicolon", where rules are in camel case. */
const MSBUILD = /^(.+\.[cm]?[jt]sx?)\((\d+),\d+\): (error|warning) ([a-z]\w*): (.*)$/;

export const tslint: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['tslint'],
  startsWith: ['ERROR: ', 'WARNING: '],
  positions: true,
  open: (context) => new TslintReader(context),
};

class TslintReader implements LineReader<LintSection> {
  readonly #context: LineContext;
  readonly #runs: LintRuns;
  #path: string | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#runs = new LintRuns(ID, context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const severity = text.startsWith('ERROR: ') || text.startsWith('WARNING: ') ? SEVERITY.exec(text) : null;
    if (severity === null && !text.includes(']: ')) {
      this.#msbuild(text, lineNumber);
      return false;
    }
    const finding = this.#read(text.slice(severity?.[0].length ?? 0), severity !== null, lineNumber);
    if (finding !== null) this.#add({ ...finding, severity: severity?.[1] === 'WARNING' ? 'warning' : 'error' }, lineNumber);
    return false;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }

  #msbuild(text: string, lineNumber: number): void {
    const [, path, line, severity, rule, message = ''] = MSBUILD.exec(text) ?? [];
    if (path === undefined || rule === undefined || isBehindPrefix(path)) return;
    this.#add({ path, line: findingLine(line), rule, severity: severity === 'error' ? 'error' : 'warning', message }, lineNumber);
  }

  /** Names of files stand between the tables of the stylish form; behind more than that it is another run. */
  #add(finding: LintFinding, lineNumber: number): void {
    if (lineNumber - (this.#runs.open?.lastLine ?? lineNumber) > 3) this.#runs.interrupt();
    this.#runs.finding(finding, lineNumber).hasFooter = true;
  }

  #read(text: string, hasSeverity: boolean, lineNumber: number): Omit<LintFinding, 'severity'> | null {
    const bracketed = BRACKETED.exec(text);
    if (bracketed !== null) {
      const [, rule, path = '', line, message = ''] = bracketed;
      return isBehindPrefix(path) ? null : { path, line: findingLine(line), rule: rule ?? null, message };
    }
    if (!hasSeverity) return null;
    const stylish = STYLISH.exec(text);
    if (stylish !== null) return this.#tableRow(stylish, lineNumber);
    const [all, path = '', line, message = ''] = PROSE.exec(text) ?? [];
    return all === undefined ? null : { path, line: findingLine(line), rule: null, message };
  }

  #tableRow([, line, rule, message = '']: RegExpExecArray, lineNumber: number): Omit<LintFinding, 'severity'> {
    if (this.#runs.open?.lastLine !== lineNumber - 1) this.#path = this.#context.before(1).replace(/:\d+:\d+$/, '');
    return { path: this.#path, line: findingLine(line), rule: rule ?? null, message };
  }
}
