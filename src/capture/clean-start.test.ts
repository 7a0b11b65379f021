// No execution of a check finds anything that an earlier one left, whatever its kind.
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRepository, temporaryFolder } from '../../test/temporary-repository.ts';
import { firstCapture, type PlannedCapture } from '../contract/index.ts';
import { probeSandbox, type Sandbox } from '../exec/index.ts';
import { createObjectStore, findRepository, type ResolvedCommit, resolveCommit } from '../git/index.ts';
import type { Subject } from '../store/index.ts';
import { createWorkspace, switchWorkspace } from '../workspace/index.ts';
import { captureCheck } from './check.ts';

import { createMasker } from './mask-secrets.ts';

const BUILD = `mkdir -p out node_modules/dep node_modules/gone .venv/bin
echo built > out/built.txt; echo good > node_modules/dep/index.js; echo old > node_modules/gone/index.js; echo run > .venv/bin/run`;
/** Everything that a later execution could read. */
const SHOW = `find . -type f -not -path ./.git/index | LC_ALL=C sort | while read -r each; do cksum "$each"; done
find . -type l -o -type p; cat .git/config; ls -A "\${TMPDIR:-/tmp}"; [ "$PRIVATE" != yes ] || ls -A "$HOME"
tr '\\0' '\\n' < /proc/self/environ | grep -c EVIL
for each in /proc/[0-9]*/cmdline; do tr '\\0' ' ' < "$each"; echo; done | grep -cx "sleep 61.7 "
true`;
const LEAVE = `echo 'evil' > conftest.py; echo evil > src/sitecustomize.py; echo evil > out/built.txt; echo evil > node_modules/dep/index.js
rm -rf node_modules/gone; mkdir -p node_modules/new; echo evil > node_modules/new/index.js; ln -sf /etc/passwd .venv/bin/run
echo evil >> src/code.txt; rm -f package.json; mkfifo tsconfig.json; git config core.hooksPath /tmp
mkdir -p .git/hooks; echo evil > .git/hooks/post-checkout; git commit -q --allow-empty -m evil; rm -rf out2; mkdir out2; echo x > out2/x
echo evil > "\${TMPDIR:-/tmp}/left"; [ "$PRIVATE" != yes ] || echo evil > "$HOME/.pythonrc"
chmod 700 out; (sleep 61.7 &) ; (setsid sleep 61.7 >/dev/null 2>&1 &) ; touch -d @0 out/built.txt`;

const FILES = {
  'src/code.txt': 'code\n',
  'package.json': '{}\n',
  '.gitignore': 'out\nnode_modules\n.venv\n',
};
const OTHERS = { 'src/code.txt': 'other\n', 'src/other.test.txt': 'of a rival\n' };

const SUBJECT: Subject = { kind: 'candidate', name: 'a' };

async function open(sandbox: Sandbox | null) {
  const repository = await findRepository(createRepository(FILES, { rival: OTHERS }));
  const [area, user] = [temporaryFolder(), temporaryFolder()];
  chmodSync(area, 0o700);
  const store = await createObjectStore(repository, join(area, 'objects'));
  const [base, rival] = (await Promise.all(['main', 'rival'].map((name) => resolveCommit(repository, name)))) as ResolvedCommit[];
  if (base === undefined || rival === undefined) throw new Error('no commits');
  const env = { PATH: process.env.PATH ?? '', HOME: user, PRIVATE: sandbox === null ? 'no' : 'yes' };
  const workspace = await createWorkspace({
    ...{ repository, store, base: base.commit, commit: base.commit, area, index: 0, env, copied: { copy: [], link: [] } },
    sandbox: sandbox === null ? null : { sandbox, readable: [] },
  });
  let runs = 0;
  const run = async (command: string, changes: Partial<PlannedCapture> = {}) => {
    runs += 1;
    const folder = join(area, `captures/${runs}`);
    mkdirSync(join(area, 'captures'), { recursive: true });
    const check = { id: 'test', kind: 'test' as const, timeoutSeconds: 60, alone: false };
    const planned = { ...firstCapture({ ...check, command }, SUBJECT, 'own', 'try'), asksForReport: false, ...changes };
    const capture = await captureCheck(planned, `run${runs}`, {
      ...{ workspace, key: String(runs), tree: base.tree, environmentHash: '', mask: createMasker({}), folder, testsSeen() {} },
      ...{ signal: new AbortController().signal, diskLimitBytes: 1e9, network: 'loopback' as const },
    });
    return { capture, stdout: readFileSync(join(folder, 'stdout.log'), 'utf8') };
  };
  return { workspace, base, rival, run };
}

const ADDED = [{ path: 'src/added.txt', text: 'added' }];
/** How an execution differs from the first one of a check. */
const KINDS: [string, Partial<PlannedCapture>, 'own' | 'foreign'][] = [
  ['a repetition', {}, 'own'],
  ['a lint check', { kind: 'lint' }, 'own'],
  ['a security scan', { kind: 'security' }, 'own'],
  ['a measurement', { kind: 'metric' }, 'own'],
  ['a canary', { canaries: ADDED as never }, 'own'],
  ['varied tests', { varied: ADDED as never }, 'own'],
  ['calls for answers', { probes: { files: ADDED, calls: [] } as never }, 'own'],
  ['coverage', { coverage: ['src/code.txt'] }, 'own'],
  ["a rival's tests or acceptance tests", {}, 'foreign'],
];

const probed = (await probeSandbox()).sandbox;
const PLACES: [string, Sandbox | null | undefined][] = [
  ['in a sandbox with overlays', probed?.hasOverlays ? probed : undefined],
  ['in a sandbox without overlays', probed === null ? undefined : { ...probed, hasOverlays: false }],
  ['without a sandbox', null],
];

describe.each(PLACES)('%s, an execution starts from what the build left', (_place, sandbox) => {
  test.skipIf(sandbox === undefined).each(KINDS)('after %s', async (_kind, changes, origin) => {
    const { workspace, base, rival, run } = await open(sandbox ?? null);
    await run(BUILD, { kind: 'build' });
    const before = await run(SHOW);
    expect(before.stdout).toContain('./out/built.txt');
    if (origin === 'foreign') await switchWorkspace(workspace, rival);
    const left = await run(LEAVE, changes);
    expect(left.capture?.ended).toBe('exited');
    if (origin === 'foreign') await switchWorkspace(workspace, base);
    expect((await run(SHOW)).stdout).toBe(before.stdout);
  });
});

test.skipIf(probed?.hasOverlays !== true)('what an execution wrote is listed from its layer', async () => {
  const { run } = await open(probed);
  await run(BUILD, { kind: 'build' });
  const { capture } = await run(
    'echo evil > conftest.py; echo weak > src/code.txt; rm package.json; mkdir -p src/a; echo x > src/vitest.config.ts',
  );
  expect([capture?.created, capture?.rewritten]).toEqual([
    ['conftest.py', 'src/vitest.config.ts'],
    ['package.json', 'src/code.txt'],
  ]);
});
