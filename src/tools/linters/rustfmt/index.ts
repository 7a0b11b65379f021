// `rustfmt --check` and `cargo fmt --check`: every "Diff in" is a finding. There are no totals and no closing line.
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';

const lines = consoleLinter({
  id: 'rustfmt',
  commands: ['rustfmt', 'fmt', 'cargo-fmt'],
  startsWith: ['Diff in '],
  findings: [
    // Up to 1.74 "Diff in src/lib.rs at line 3:".
    { line: /^Diff in (?<path>.+?)(?: at line |:)(?<line>\d+):$/, message: 'not formatted as rustfmt would' },
  ],
  between: /^[ +-]|^$/,
});

export const rustfmt: Linter = { id: 'rustfmt', parse: [lines], configFiles: /\.?rustfmt\.toml/ };
