// The console output of rustc and clippy, alone or under cargo, in full and with --message-format=short.
// One section is one run of cargo; the closing line of each unit it compiled states the number of its findings.
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { LintSection } from '../../../parse/section.ts';
import { CharCode, isDigit } from '../../../parse/shared/characters.ts';
import { findingLine } from '../shared/finding-fields.ts';
import { RustcRun } from './run.ts';

/** "    Checking name v0.1.0 (path)": cargo aligns its verbs to the right. */
const VERBS =
  'Checking|Compiling|Updating|Locking|Downloading|Downloaded|Blocking|Fresh|Building|Documenting|Adding|Dirty|Scraping|Verifying';
const STATUS = new RegExp(`^ {2,11}(?:${VERBS}) `);
const FINISHED = /^ {4}Finished .*\btarget\(s\)(?: in |$)/;
const HEADLINE = /^(warning|error)(?:\[(E\d{4})\])?: (.*)$/;
/** An error of black about a file that it cannot read. */
const BLACK = /^error: cannot format .{1,1000}: /;
const SHORT = /^([^"]+\.(?:rs|toml)):(\d+):\d+: (warning|error)(?:\[(E\d{4})\])?: (.*)$/;
const PLACE = /^ *--> (.+):(\d+):\d+$/;
const BODY = /^ *(?:-->|:::|\||=|\.\.\.)/;
/** The same, and the source with the numbers of its lines. */
const MARGIN = /^ *(?:\d+ *\||-->|:::|\||=|\.\.\.)/;
/** Clippy's page on the rule. rustc names a rule only once per run, which does not identify findings. */
const CLIPPY_PAGE = /\/rust-clippy\/\S+#(?:\/)?(\w+)$/;

export const rustc: LineParser<LintSection> = {
  id: 'rustc',
  form: 'lines',
  commands: ['cargo', 'rustc', 'clippy', 'cargo-clippy', 'clippy-driver'],
  startsWith: ['error', 'warning', 'Finished ', ...VERBS.split('|')],
  positions: true,
  prefilter: (text) =>
    text.charCodeAt(0) === CharCode.SPACE || text.startsWith('error') || text.startsWith('warning') || text.includes('.rs:'),
  open: (results) => new RustcReader(results),
};

class RustcReader implements LineReader {
  readonly #results: Results<LintSection>;
  #run: RustcRun | null = null;

  constructor(results: Results<LintSection>) {
    this.#results = results;
  }

  line(text: string): boolean | 'claimed' {
    const code = text.charCodeAt(0);
    if (this.#run?.isInBody === true && (code === CharCode.SPACE || isDigit(code)) && MARGIN.test(text)) {
      if (BODY.test(text)) this.#body(this.#run, text);
      return 'claimed';
    }
    if (code === CharCode.SPACE) this.#indented(text);
    else if (code === CharCode.LOWER_E || code === CharCode.LOWER_W) this.#margin(text);
    else if (text.includes('.rs:') || text.includes('.toml:')) this.#short(text);
    else if (text.startsWith('note: ') || text.startsWith('help: ') || text === '') this.#run?.endOfBody();
    return this.#run !== null;
  }

  end(): void {
    this.#finish();
  }

  /** The current run, extended to the current line; starts one if there is none. */
  #extend(): RustcRun {
    this.#run ??= new RustcRun(this.#results);
    this.#run.touch();
    return this.#run;
  }

  #finish(): void {
    this.#run?.finish();
    this.#run = null;
  }

  #indented(text: string): void {
    if (STATUS.test(text)) {
      if (this.#run?.hasFailed) this.#finish();
      this.#extend().isCargo = true;
    } else if (FINISHED.test(text)) {
      const run = this.#extend();
      run.isCargo = true;
      run.isFinished = true;
      this.#finish();
      // gcc frames source in the same way, and may come next.
    } else if (this.#run !== null && !this.#run.hasFailed && BODY.test(text)) this.#body(this.#run, text);
  }

  #body(run: RustcRun, text: string): void {
    run.touch();
    const place = PLACE.exec(text);
    if (place !== null) run.place(place[1] ?? '', findingLine(place[2]));
    else run.body();
    const rule = CLIPPY_PAGE.exec(text)?.[1];
    if (rule !== undefined) run.rule(`clippy::${rule}`);
  }

  #margin(text: string): void {
    const [, level, rule = null, message = ''] = HEADLINE.exec(text) ?? [];
    if (level === undefined || BLACK.test(text)) {
      if (text.includes('.rs:')) this.#short(text);
      return;
    }
    if (this.#extend().summary(message)) return;
    // A compiler without cargo ends with its summary, so this line belongs to the next one.
    if (this.#run?.hasFailed && !this.#run.isCargo) this.#finish();
    const severity = level === 'error' ? 'error' : 'warning';
    this.#extend().headline({ path: null, line: null, rule, severity, message });
  }

  #short(text: string): void {
    const [, path = '', line, level, rule = null, message = ''] = SHORT.exec(text) ?? [];
    if (level === undefined) return;
    const run = this.#extend();
    run.headline({ path: null, line: null, rule, severity: level === 'error' ? 'error' : 'warning', message });
    run.place(path, findingLine(line));
    run.endOfBody();
  }
}
