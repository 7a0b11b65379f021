// What rustc and clippy print on the console, alone or under cargo, in full and with --message-format=short.
// One section is one run of cargo; how many findings there are is told by the closing line of each unit it compiled.

import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { isDigit } from '../../shared/characters.ts';
import { findingLine } from '../shared/finding-line.ts';
import { RustcRun } from './run.ts';

const ID = 'rustc';
/** "    Checking name v0.1.0 (path)": cargo aligns its verbs to the right. */
const VERBS =
  'Checking|Compiling|Updating|Locking|Downloading|Downloaded|Blocking|Fresh|Building|Documenting|Adding|Dirty|Scraping|Verifying';
const STATUS = new RegExp(`^ {2,11}(?:${VERBS}) `);
const FINISHED = /^ {4}Finished .*\btarget\(s\)(?: in |$)/;
const HEADLINE = /^(warning|error)(?:\[(E\d{4})\])?: (.*)$/;
/** black's own, of a file that it cannot read. */
const BLACK = /^error: cannot format .{1,1000}: /;
const SHORT = /^([^"]+\.(?:rs|toml)):(\d+):\d+: (warning|error)(?:\[(E\d{4})\])?: (.*)$/;
const PLACE = /^ *--> (.+):(\d+):\d+$/;
const BODY = /^ *(?:-->|:::|\||=|\.\.\.)/;
/** The same, and the source with the numbers of its lines. */
const MARGIN = /^ *(?:\d+ *\||-->|:::|\||=|\.\.\.)/;
/** Clippy's page on the rule; rustc names a rule only the first time, which is no use for telling findings apart. */
const CLIPPY_PAGE = /\/rust-clippy\/\S+#(?:\/)?(\w+)$/;
const [SPACE, SMALL_E, SMALL_W] = [0x20, 0x65, 0x77];

export const rustc: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['cargo', 'rustc', 'clippy', 'cargo-clippy', 'clippy-driver'],
  startsWith: ['error', 'warning', 'Finished ', ...VERBS.split('|')],
  positions: true,
  prefilter: (text) =>
    text.charCodeAt(0) === SPACE || text.startsWith('error') || text.startsWith('warning') || text.includes('.rs:'),
  open: ({ shelf }) => new RustcReader(shelf),
};

class RustcReader implements LineReader<LintSection> {
  readonly #sections: LintSection[] = [];
  #run: RustcRun | null = null;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean | 'claimed' {
    const code = text.charCodeAt(0);
    if (this.#run?.isInBody === true && (code === SPACE || isDigit(code)) && MARGIN.test(text)) {
      if (BODY.test(text)) this.#body(this.#run, text, lineNumber);
      return 'claimed';
    }
    if (code === SPACE) this.#indented(text, lineNumber);
    else if (code === SMALL_E || code === SMALL_W) this.#margin(text, lineNumber);
    else if (text.includes('.rs:') || text.includes('.toml:')) this.#short(text, lineNumber);
    else if (text.startsWith('note: ') || text.startsWith('help: ') || text === '') this.#run?.endOfBody();
    return this.#run !== null;
  }

  end(): LintSection[] {
    this.#finish();
    return this.#sections;
  }

  #at(lineNumber: number): RustcRun {
    this.#run ??= new RustcRun(ID, lineNumber, this.#shelf);
    this.#run.lastLine = lineNumber;
    return this.#run;
  }

  #finish(): void {
    const section = this.#run?.section() ?? null;
    if (section !== null) this.#shelf.keepRun(this.#sections, section);
    this.#run = null;
  }

  #indented(text: string, lineNumber: number): void {
    if (STATUS.test(text)) {
      if (this.#run?.hasFailed) this.#finish();
      this.#at(lineNumber).isCargo = true;
    } else if (FINISHED.test(text)) {
      const run = this.#at(lineNumber);
      run.isCargo = true;
      run.isFinished = true;
      this.#finish();
      // gcc frames source alike, and may come next.
    } else if (this.#run !== null && !this.#run.hasFailed && BODY.test(text)) this.#body(this.#run, text, lineNumber);
  }

  #body(run: RustcRun, text: string, lineNumber: number): void {
    run.lastLine = lineNumber;
    const place = PLACE.exec(text);
    if (place !== null) run.place(place[1] ?? '', findingLine(place[2]));
    else run.body();
    const rule = CLIPPY_PAGE.exec(text)?.[1];
    if (rule !== undefined) run.rule(`clippy::${rule}`);
  }

  #margin(text: string, lineNumber: number): void {
    const [, level, errorCode = null, message = ''] = HEADLINE.exec(text) ?? [];
    if (level === undefined || BLACK.test(text)) {
      if (text.includes('.rs:')) this.#short(text, lineNumber);
      return;
    }
    if (this.#at(lineNumber).summary(message)) return;
    // A compiler without cargo is done with its last line, and this is the next one's.
    if (this.#run?.hasFailed && !this.#run.isCargo) this.#finish();
    const severity = level === 'error' ? 'error' : 'warning';
    this.#at(lineNumber).headline({ path: null, line: null, rule: errorCode, severity, message });
  }

  #short(text: string, lineNumber: number): void {
    const [, path = null, line, level, rule = null, message = ''] = SHORT.exec(text) ?? [];
    if (level === undefined) return;
    const run = this.#at(lineNumber);
    run.headline({ path: null, line: null, rule, severity: level === 'error' ? 'error' : 'warning', message });
    run.place(path ?? '', findingLine(line));
    run.endOfBody();
  }
}
