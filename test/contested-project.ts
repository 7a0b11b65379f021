// A project and branches of it, one of which changes what an existing test expects.

const CONFIG = `[scoring.commands]
test = "sh tests/run.sh"
[scoring.tests]
reruns = 0
[scoring.integrity]
canary = false
`;
const SCRIPT = `echo "TAP version 13"; echo 1..2
if grep -q "$(cat tests/expected.txt)" greet.c; then echo "ok 1 - greets"; else echo "not ok 1 - greets"; bad=1; fi
if grep -q fixed greet.c; then echo "ok 2 - fixed"; else echo "not ok 2 - fixed"; bad=1; fi
exit \${bad:-0}
`;
/** A shell script tests what `greet.c` says. */
export const CONTESTED_PROJECT = {
  'hydra.toml': CONFIG,
  'greet.c': 'hello\nfixed\nbroken\n',
  'README.md': 'A project.\n',
  'tests/run.sh': SCRIPT,
  'tests/expected.txt': 'hello\n',
};
/** Branches that fix the project; `changes` changes what a passing test expects. */
export const CONTESTED_BRANCHES = {
  keeps: { 'greet.c': 'hello\nfixed\n' },
  changes: { 'greet.c': 'good day\nfixed\n', 'tests/expected.txt': 'good day\n' },
  writes: { 'README.md': 'A fine project.\n' },
};
