import { expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

const UNUSED = 'warning: unused variable: `y`\n --> src/lib.rs:1:9\n  |\n';
const OTHER = 'warning: unused variable: `z`\n --> src/lib.rs:2:9\n  |\n';
const MISMATCH = 'error[E0308]: mismatched types\n --> src/lib.rs:3:9\n  |\n';
const CHECKING = '    Checking pond v0.1.0 (/project)\n';
const FINISHED = '    Finished dev [unoptimized + debuginfo] target(s) in 0.37s\n';

/** The closing lines of several versions of cargo and rustc. */
test.each<[string, string, string]>([
  ['1.40', `${CHECKING}${MISMATCH}\nerror: aborting due to previous error\n\nerror: could not compile \`pond\`.\n`, 'exact 1 0'],
  [
    '1.45, with warnings',
    `${CHECKING}${MISMATCH}${UNUSED}\nerror: aborting due to previous error; 1 warning emitted\n`,
    'exact 1 1',
  ],
  ['1.50, warnings', `${CHECKING}${UNUSED}${OTHER}\nwarning: 2 warnings emitted\n\n${FINISHED}`, 'exact 0 2'],
  [
    '1.65, without the names of targets',
    `${CHECKING}${UNUSED}${MISMATCH}warning: \`pond\` (lib) generated 1 warning\nerror: could not compile \`pond\` due to previous error; 1 warning emitted\n`,
    'exact 1 1',
  ],
  [
    'two targets that share a warning',
    `${CHECKING}${UNUSED}warning: \`pond\` (lib) generated 1 warning\n${OTHER}warning: \`pond\` (lib test) generated 2 warnings (1 duplicate)\n${FINISHED}`,
    'exact 0 2',
  ],
  [
    'two targets that share an error',
    `${CHECKING}${MISMATCH}error: could not compile \`pond\` (lib) due to 1 previous error\nerror: could not compile \`pond\` (lib test) due to 1 previous error\n`,
    'exact 1 0',
  ],
  [
    'fewer errors than the larger target has',
    `${CHECKING}${MISMATCH}error: could not compile \`pond\` (lib) due to 1 previous error\nerror: could not compile \`pond\` (lib test) due to 3 previous errors\n`,
    'inconsistent 4 0',
  ],
  [
    "cargo's own warnings are not findings",
    `warning: unused manifest key: package.x\n${CHECKING}warning: pond@0.1.0: text\n${FINISHED}`,
    'exact 0 0',
  ],
  [
    'an error of cargo itself',
    `    Updating crates.io index\nerror: no matching package named \`reed\` found\n`,
    'inconsistent 1 0',
  ],
  [
    'an error beyond those counted',
    `${CHECKING}error: text\n${MISMATCH}error: could not compile \`pond\` (lib) due to 1 previous error\n`,
    'inconsistent 1 0',
  ],
  ['a crash', `${CHECKING}error: internal compiler error: text\n\nerror: could not compile \`pond\` (lib)\n`, 'inconsistent 1 0'],
  ['truncated output', `${CHECKING}${UNUSED}`, 'inconsistent 0 1'],
  [
    'more warnings than the total',
    `${CHECKING}${UNUSED}${OTHER}warning: \`pond\` (lib) generated 1 warning\n${FINISHED}`,
    'inconsistent 0 1',
  ],
  ['another tool with the same prefixes', 'warning: this is deprecated\nerror: something else\n', 'none 0 0'],
])('%s', (_name, log, wanted) => {
  const parser = openOutputParser({ kind: 'lint', command: null });
  parser.push(Buffer.from(log));
  const { precision, errors, warnings } = parser.end(null);
  expect(`${precision} ${errors} ${warnings}`).toBe(wanted);
});
