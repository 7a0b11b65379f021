// A real run on a small repository whose file names, lines and logs contain HTML and hidden characters.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { updateManifest } from '../../src/store/index.ts';
import { ensureProgram, runHydra } from '../integration/run-hydra.ts';
import { createRepository, git } from '../temporary-repository.ts';

const CONFIG = `[scoring.commands]
build = "sh build.sh"
test = "sh test.sh"
lint = "sh lint.sh"
[scoring.tests]
reruns = 0
`;

/** HTML that sets `window.obeyed` if a browser interprets it. */
export const ATTACK = '<img src=x onerror="window.obeyed=1"><script>window.obeyed=1</script></script>';
export const BIDI = 'safe\u202etxt.exe';

const TEST = `echo "TAP version 13"; echo 1..3; status=0
echo "ok 1 - keeps"
if grep -q fixed code.c; then echo "ok 2 - mends ${ATTACK.replaceAll('"', "'")}"; else echo "not ok 2 - mends ${ATTACK.replaceAll('"', "'")}"; status=1; fi
if grep -q slow code.c; then echo "not ok 3 - stays quick"; echo "  ---"; echo "  message: 'expected <b>1</b> s, got 5 s'"; echo "  ..."; status=1; else echo "ok 3 - stays quick"; fi
printf '\\033[31mred\\033[0m \\033]8;;http://evil.example\\007link\\033]8;;\\007\\n'
exit $status
`;
const LINT = `grep -n var code.c | sed 's/^\\([0-9]*\\):.*/code.c:\\1:1: warning: use <b>let<\\/b> instead of var/'
exit 0
`;

const BASE = { 'hydra.toml': CONFIG, 'build.sh': 'echo built\n', 'test.sh': TEST, 'lint.sh': LINT, 'code.c': 'broken\n' };

const CANDIDATES = {
  good: { 'code.c': 'fixed\n' },
  wordy: { 'code.c': `fixed\n${'var more\n'.repeat(30)}` },
  slow: { 'code.c': 'fixed but slow\n' },
  sly: {
    'code.c': `fixed ${ATTACK} ${BIDI}\n`,
    'test.sh': 'echo "TAP version 13"; echo 1..1; echo "ok 1 - keeps"\n',
    [`${ATTACK.replaceAll('/', '_')}${BIDI}.c`]: 'int x;\n',
  },
};

export interface Sample {
  folder: string;
  run: string;
}

export async function makeSample(): Promise<Sample> {
  await ensureProgram();
  const folder = createRepository(BASE, CANDIDATES);
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  const { stderr } = await runHydra(['score', ...Object.keys(CANDIDATES), '--base', 'main'], folder);
  const [run] = readdirSync(join(folder, '.hydra/runs'));
  if (run === undefined) throw new Error(stderr);
  // A task can come from an issue tracker, so it is untrusted as well.
  const file = join(folder, '.hydra/runs', run, 'run.json');
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(
    file,
    JSON.stringify({ ...stored, task: `mend it ${ATTACK} ${BIDI}\n\n- keep it <b>quick</b>\n- keep it small\n` }),
  );
  updateManifest({ id: run, path: join(folder, '.hydra/runs', run) }, ['run.json']);
  return { folder, run };
}
