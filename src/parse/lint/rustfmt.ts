// `rustfmt --check` and `cargo fmt --check`: every "Diff in" is a finding. There are no totals and no closing line.
import type { LineParser } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { RunReader } from './shared/delimited-runs.ts';
import { findingLine } from './shared/finding-fields.ts';

/** Up to 1.74 "Diff in src/lib.rs at line 3:". */
const DIFF = /^Diff in (.+?)(?: at line |:)(\d+):$/;

export const rustfmt: LineParser<LintSection> = {
  id: 'rustfmt',
  form: 'lines',
  commands: ['rustfmt', 'fmt', 'cargo-fmt'],
  startsWith: ['Diff in '],
  open: (results) => new RustfmtReader(results),
};

class RustfmtReader extends RunReader {
  line(text: string): boolean {
    const [, path, line] = text.startsWith('Diff in ') ? (DIFF.exec(text) ?? []) : [];
    if (path !== undefined) {
      const message = 'not formatted as rustfmt would';
      this.runs.finding({ path, line: findingLine(line), rule: null, severity: 'error', message }).hasFooter = true;
    } else if (!/^[ +-]|^$/.test(text)) this.runs.interrupt();
    return this.runs.open !== null;
  }
}
