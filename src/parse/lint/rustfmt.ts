// `rustfmt --check` and `cargo fmt --check`: every "Diff in" is a finding. It has neither totals nor a closing line.

import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import type { LintSection } from '../section.ts';
import { LintRuns } from './shared/delimited-runs.ts';
import { findingLine } from './shared/finding-line.ts';

const ID = 'rustfmt';
/** Up to 1.74 "Diff in src/lib.rs at line 3:". */
const DIFF = /^Diff in (.+?)(?: at line |:)(\d+):$/;

export const rustfmt: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['rustfmt', 'fmt', 'cargo-fmt'],
  startsWith: ['Diff in '],
  open: ({ shelf }) => new RustfmtReader(shelf),
};

class RustfmtReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const diff = text.startsWith('Diff in ') ? DIFF.exec(text) : null;
    if (diff === null) {
      if (!/^[ +-]|^$/.test(text)) this.#runs.interrupt();
      return this.#runs.open !== null;
    }
    const [, path = null, line] = diff;
    const message = 'not formatted as rustfmt would';
    this.#runs.finding({ path, line: findingLine(line), rule: null, severity: 'error', message }, lineNumber).hasFooter = true;
    return true;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }
}
