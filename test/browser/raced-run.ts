// A race with programs that stand in for agents: one whose claim is true, one whose claim is false, one that crashes.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureProgram, MAIN, runProgram } from '../integration/run-hydra.ts';
import { createRepository, temporaryFolder } from '../temporary-repository.ts';
import { ATTACK, BIDI } from './sample-run.ts';

const TEST = `echo "TAP version 13"; echo 1..2; status=0
if grep -q works code.c; then echo "ok 1 - works"; else echo "not ok 1 - works"; status=1; fi
if grep -q careless code.c; then echo "not ok 2 - keeps"; status=1; else echo "ok 2 - keeps"; fi
exit $status
`;

/** Speaks the format of `claude -p`. The model `sly` breaks a test and claims that all pass. */
function claudeProgram(): string {
  const message = (id: string, block: object) =>
    JSON.stringify({
      type: 'assistant',
      message: {
        ...{ id, model: 'claude-opus-4-8', content: [block] },
        usage: { input_tokens: 800, cache_read_input_tokens: 200, cache_creation_input_tokens: 0, output_tokens: 50 },
      },
    });
  const lines = [
    message('m1', { type: 'text', text: `I look at it ${ATTACK} ${BIDI}\n- first\n- second` }),
    message('m2', { type: 'tool_use', name: 'Edit', input: { file_path: 'code.c' } }),
    message('m3', { type: 'tool_use', name: 'Bash', input: { command: 'sh test.sh' } }),
    JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', content: '# tests 2\n# pass 2\n# fail 0\n' }] } }),
    message('m4', { type: 'text', text: 'It works now. All 2 tests pass.' }),
    JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: 'Done.', total_cost_usd: 0.25, usage: {} }),
  ];
  return `#!/bin/sh
case "$*" in --version) echo "2.1 (stand-in)"; exit 0 ;; --help) echo "--model"; exit 0 ;; esac
case "$*" in *"--model sly"*) echo "works careless" > code.c ;; *) echo works > code.c ;; esac
cat <<'LINES'
${lines.join('\n')}
LINES
`;
}

const CRASHER = `[agents.crasher]
command = ["sh", "-c", '''printf "\\\\033[31mout of memory\\\\033[0m\\\\n"; for step in $(seq 500); do echo "step $step"; done; kill -ABRT $$''']
`;

export interface RacedRun {
  folder: string;
  run: string;
}

export async function makeRacedRun(): Promise<RacedRun> {
  await ensureProgram();
  const programs = join(temporaryFolder(), 'bin');
  mkdirSync(programs);
  writeFileSync(join(programs, 'claude'), claudeProgram());
  chmodSync(join(programs, 'claude'), 0o755);
  const config = `[scoring.commands]\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n${CRASHER}`;
  const folder = createRepository({ 'hydra.toml': config, 'test.sh': TEST, 'code.c': 'broken\n' });
  const variables = [`PATH=${[programs, process.env.PATH].join(delimiter)}`, 'ANTHROPIC_API_KEY=none'];
  const race = ['race', 'make it work', '--agents', 'claude,claude:sly,crasher'];
  const { stderr } = await runProgram('env', [...variables, process.execPath, MAIN, ...race], folder);
  const [run] = readdirSync(join(folder, '.hydra/runs'));
  if (run === undefined) throw new Error(stderr);
  return { folder, run };
}
