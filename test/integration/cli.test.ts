// The command line, from the arguments to the output and the exit code.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson, DEFAULT_POLICY, type Facts } from '../../src/contract/index.ts';
import { scoreFacts } from '../../src/scoring/index.ts';
import { SAMPLE_FACTS } from '../sample-facts.ts';
import { ensureProgram, MAIN, PROJECT, runHydra, runProgram, startHydra } from './run-hydra.ts';

const folder = mkdtempSync(join(tmpdir(), 'hydra-cli-'));
const hydra = (...args: string[]) => runHydra(args, folder);

const NOBODY: Facts = {
  ...SAMPLE_FACTS,
  candidates: SAMPLE_FACTS.candidates.filter(({ name }) => name === 'sly' || name === 'hasty'),
};
const HOSTILE: Facts = {
  ...SAMPLE_FACTS,
  candidates: SAMPLE_FACTS.candidates.map((one) => ({ ...one, name: `\u001b[2J${one.name}\n` })),
};
const MANY: Facts = {
  ...SAMPLE_FACTS,
  candidates: Array.from({ length: 400 }, (_, index) => ({ ...SAMPLE_FACTS.candidates[index % 4], name: `c${index}` }) as never),
};

const FILES: Record<string, string | Uint8Array> = {
  'facts.json': canonicalJson(SAMPLE_FACTS),
  'nobody.json': canonicalJson(NOBODY),
  'hostile.json': canonicalJson(HOSTILE),
  'many.json': canonicalJson(MANY),
  'with-bom.json': `\ufeff${canonicalJson(SAMPLE_FACTS)}`,
  'empty.json': '',
  'blank.json': ' \n',
  'cut.json': canonicalJson(SAMPLE_FACTS).slice(0, 200),
  'binary.json': Uint8Array.of(0x7b, 0xff, 0xfe, 0x00),
  'zeros.json': new Uint8Array(40),
  'future.json': '{"schema_version":8}',
  'shape.json': canonicalJson({ ...SAMPLE_FACTS, run_id: 7 }),
  'other.toml': '[scoring.weights]\nspeed = 100\nbuild = 0\ntests = 0\nlint = 0\ndiff_scope = 0\n',
  'wrong.toml': '[scoring.weights]\ntest = 50\n',
  'syntax.toml': '[scoring\n',
  'binary.toml': Uint8Array.of(0x5b, 0xff, 0x00),
  'with-config/hydra.toml': '[scoring.weights]\ntests = 50\n',
  'with-folder/hydra.toml/x': '',
  'secret.json': '{}',
};

beforeAll(async () => {
  await ensureProgram();
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  chmodSync(join(folder, 'secret.json'), 0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.concurrent('help and version', () => {
  test.each([['--version'], ['-V']])('%s', async (flag) => {
    const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
    // The entry point itself answers.
    expect(await startHydra([flag], folder)).toEqual({ stdout: `${version}\n`, stderr: '', exitCode: 0 });
  });

  test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
    const { stdout, stderr, exitCode } = await hydra(...args);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^Usage: hydra \[options\] \[command\]\n/);
    const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);
    expect(names).toEqual([
      'score',
      'race',
      'show',
      'report',
      'explain',
      'replay',
      'list',
      'verify',
      'diff',
      'clean',
      'accept',
      'ask',
      'combine',
      'merge',
      'tune',
      'ui',
      'init',
      'doctor',
      'plan',
      'capture',
      'collect',
      'queue',
      'worker',
      'parse',
      'demo',
      'help',
    ]);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test.each([[['replay', '--help']], [['help', 'replay']]])('%j describes replay', async (args) => {
    const { stdout, exitCode } = await hydra(...args);
    expect(exitCode).toBe(0);
    expect([...stdout.matchAll(/^ {2}(--\w+)/gm)].map(([, name]) => name)).toEqual(['--facts', '--config', '--weight', '--json']);
  });
});

describe.concurrent('replay', () => {
  test('ranks, explains, and exits with 0 if there is a winner', async () => {
    expect(await hydra('replay', '--facts', 'facts.json')).toEqual({
      stdout: `\
Winner: steady, decided by quality: better than sprawling in lint and diff scope
  (8.7 points).

#  candidate  total  build  tests   lint  scope  speed  verdict
   weight %           30.0   30.0   15.0   15.0   10.0
1  steady     100.0  100.0  100.0  100.0  100.0  100.0  mergeable
2  sprawling   87.8  100.0  100.0   94.0   54.0   55.6  mergeable
-  hasty       91.9  100.0   72.9  100.0  100.0  100.0  tests regress
-  sly         97.7  100.0   95.8  100.0  100.0   89.2  integrity error

steady is 12.2 points ahead of sprawling, the next mergeable candidate
  stays the winner in 243 of 243 weight settings (each weight moved by 20%)

Findings
  error    sly: tests_deleted at test/cart.test.ts
           The diff deletes 2 tests that fail on the base.
           to allow it: name the file in tests_deleted under
           [scoring.integrity.allow].

Why not the others
  sprawling  12.2 points behind: diff_scope -6.9, speed -4.4, lint -0.9
  hasty      breaks 8 of 46 passing tests (17.4%, limit 0%)
  sly        1 integrity error: tests_deleted
`,
      stderr: '',
      exitCode: 0,
    });
  });

  test('exits with 1 if no candidate is mergeable', async () => {
    const { stdout, stderr, exitCode } = await hydra('replay', '--facts', 'nobody.json');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 1 });
    expect(stdout).toMatch(/^No winner: none of the 2 candidates can be merged\.\n/);
  });

  test.each([
    ['facts.json', SAMPLE_FACTS, 0],
    ['with-bom.json', SAMPLE_FACTS, 0],
    ['nobody.json', NOBODY, 1],
  ])('--json prints exactly the bytes of the scorecard of %s', async (file, facts, exitCode) => {
    const stdout = canonicalJson(scoreFacts(facts, DEFAULT_POLICY));
    expect(await hydra('replay', '--facts', file, '--json')).toEqual({ stdout, stderr: '', exitCode });
  });

  test('--weight overrides hydra.toml, which overrides the defaults', async () => {
    const weightsOf = async (folderName: string, ...args: string[]) => {
      const ending = await runHydra(
        ['replay', '--facts', join(folder, 'facts.json'), '--json', ...args],
        join(folder, folderName),
      );
      const [best] = JSON.parse(ending.stdout).rankings;
      return best.dimensions.map(({ weight }: { weight: number }) => weight);
    };
    expect(await weightsOf('.')).toEqual([30, 30, 20, 20, 15, 15, 10, 0, 0, 0]);
    expect(await weightsOf('with-config')).toEqual([30, 50, 20, 20, 15, 15, 10, 0, 0, 0]);
    expect(await weightsOf('with-config', '--weight', 'tests=60', '--weight', 'speed=1', '--weight=speed=2')).toEqual([
      30, 60, 20, 20, 15, 15, 2, 0, 0, 0,
    ]);
    expect(await weightsOf('with-config', '--config', '../other.toml')).toEqual([0, 0, 20, 20, 0, 0, 100, 0, 0, 0]);
  });

  test('escapes hostile names', async () => {
    const { stdout } = await hydra('replay', '--facts', 'hostile.json');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('Winner: \\u001b[2Jsteady\\n, decided by quality');
  });

  test('a closed pipe does not crash, and the exit code stays', async () => {
    for (const [file, exitCode] of [
      ['many.json', 0],
      ['nobody.json', 1],
    ] as const) {
      const script = `{ "$0" "$1" replay --facts ${file} --json; echo "exit $?" >&2; } | true`;
      const { stderr } = await runProgram('sh', ['-c', script, process.execPath, MAIN], folder);
      expect(stderr).toBe(`exit ${exitCode}\n`);
    }
  });
});

describe.concurrent('explain', () => {
  test('prints a candidate: dimensions, gates, findings and the sum', async () => {
    const { stdout, stderr, exitCode } = await hydra('explain', '--facts', 'facts.json', 'sly', '--verbose');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const headings = stdout.split('\n').filter((line) => /^\S/.test(line));
    expect(headings).toEqual([
      'sly: total 97.7, not mergeable',
      'build: 100 (weight 30, 30% of the total)',
      'tests: 95.833333 (weight 30, 30% of the total)',
      'acceptance: does not apply (weight 20, not counted)',
      'cross_tests: does not apply (weight 20, not counted)',
      'lint: 100 (weight 15, 15% of the total)',
      'diff_scope: 100 (weight 15, 15% of the total)',
      'speed: 89.166667 (weight 10, 10% of the total)',
      'cost: does not apply (weight 0, not counted)',
      'security: does not apply (weight 0, not counted)',
      'coverage: does not apply (weight 0, not counted)',
      'Gates',
      'Findings',
      'Total',
    ]);
    expect(stdout.endsWith('        = 97.666667\n        shown as 97.7\n')).toBe(true);
  });

  test('prints what was measured before the points', async () => {
    const { stdout } = await hydra('explain', '--facts', 'facts.json', 'sly');
    expect(stdout.split('\n').slice(0, 2)).toEqual(['sly: total 97.7, not mergeable', expect.stringMatching(/^FAIL {2}/)]);
    expect(stdout).toMatch(/^tests +95\.8 {2}30% of the total\n {2}\d+ of \d+ tests pass -> \d+\.\d$/m);
    expect(stdout).not.toContain(' = ');
    expect(stdout.endsWith('`hydra explain --verbose sly` shows every formula, gate and finding.\n')).toBe(true);
  });

  test('prints a dimension', async () => {
    expect(await hydra('explain', '--facts', 'facts.json', 'steady', 'speed', '--config', 'other.toml')).toEqual({
      stdout: `\
steady: rank 1, total 100.0, mergeable

speed: 100 (weight 100, 100% of the total)
  214.0 s, the fastest one 214.0 s -> 100.0
  score = if agent_duration <= fastest then 100 else (fastest / agent_duration)
          * 100
        = if 214000 <= 214000 then 100 else (214000 / 214000) * 100
        = 100
`,
      stderr: '',
      exitCode: 0,
    });
  });

  test('prints the settings with their origins', async () => {
    const { stdout, exitCode } = await runHydra(['explain', '--policy'], join(folder, 'with-config'));
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n');
    expect(lines).toContain('scoring.weights.tests = 50                            # hydra.toml:2');
    expect(lines).toContain('scoring.weights.lint = 15                             # default');
  });
});

test('demo prints a ranking, the reasons and the next command', async () => {
  const { stdout, exitCode } = await startHydra(['demo', '--html', 'demo.html'], folder);
  expect(exitCode).toBe(0);
  const page = readFileSync(join(folder, 'demo.html'), 'utf8');
  expect([page.startsWith('<!doctype html>'), page.includes('"winner":"careful"')]).toEqual([true, true]);
  const headings = stdout.split('\n').filter((line) => /^\w/.test(line) && !/^\d /.test(line));
  expect(headings).toEqual([
    'Four agents were asked to stop a cart from applying the same discount twice.',
    'Winner: careful, decided by quality: better than sprawling in lint and diff',
    'careful: tests about the task execute 2 of 2 changed lines; confirmed by an',
    'error sly hides failing tests (test/cart.test.js:14, removed): 2 tests no longer',
    'error sly changes no code: changes only test/cart.test.js; 3 other candidates',
    'What to type next, with this run',
    expect.stringMatching(/^The project stays until you delete it: rm -r \S+$/),
    'What to type next, in a repository of your own',
  ]);
  const [, repository = ''] = /^ {2}cd (\S+)$/m.exec(stdout) ?? [];
  const [, home = ''] = / rm -r (\S+)$/m.exec(stdout) ?? [];
  try {
    expect((await runHydra(['explain', 'sly'], repository)).stdout).toMatch(/^sly: total [\d.]+, not mergeable\n/);
    expect((await runHydra(['merge', '--dry-run'], repository)).exitCode).toBe(0);
  } finally {
    rmSync(home, { recursive: true });
  }
});

const USAGE = (command: string) => `  next: Run \`${command} --help\` to see what it takes.\n`;
const CHECK_FILE = '  next: Check that the file exists and that you may read it.\n';
const BROKEN_FILE = '  next: Delete the file, or write it again with Hydra.\n';

describe.concurrent('errors exit with 2, have a next step and print nothing on stdout', () => {
  test.each<[string, string]>([
    ['rplay', `hydra: Unknown command 'rplay'. Did you mean replay?\n${USAGE('hydra')}`],
    ['frobnicate', `hydra: Unknown command 'frobnicate'.\n${USAGE('hydra')}`],
    ['--verison', `hydra: Unknown option '--verison'. Did you mean --version?\n${USAGE('hydra')}`],
    ['a\nb', `hydra: Unknown command 'a\\nb'.\n${USAGE('hydra')}`],
    ['replay --facts', `hydra: Option '--facts <file>' argument missing.\n${USAGE('hydra replay')}`],
    ['replay --facts facts.json --jsn', `hydra: Unknown option '--jsn'. Did you mean --json?\n${USAGE('hydra replay')}`],
    ['replay --facts facts.json more', `hydra: Give a run or --facts FILE, not both.\n${USAGE('hydra replay')}`],
    [
      'replay --facts facts.json --weight tests',
      `hydra: Expected \`--weight\` to be a dimension and a number, such as \`tests=50\`.\n  value: tests\n${USAGE('hydra replay')}`,
    ],
    [
      'replay --facts facts.json --weight tests=many',
      `hydra: Expected \`--weight\` to be a dimension and a number, such as \`tests=50\`.\n  value: tests=many\n${USAGE('hydra replay')}`,
    ],
    [
      'replay --facts facts.json --weight test=5',
      'hydra: There is no dimension `test`.\n  value: test\n  next: Did you mean `tests`?\n',
    ],
    [
      'replay --facts facts.json --weight tests=-5',
      'hydra: Expected `scoring.weights.tests` to be a number from 0 to 1000000, got -5.\n  value: -5\n' +
        '  next: Change the value; `hydra explain --policy` shows every key and its current value.\n',
    ],
    ['replay --facts none.json', `hydra: Cannot read the facts file: there is no such file.\n  at none.json\n${CHECK_FILE}`],
    ['replay --facts with-config', `hydra: Cannot read the facts file: it is a folder.\n  at with-config\n${CHECK_FILE}`],
    [
      'replay --facts facts.json/x',
      `hydra: Cannot read the facts file: a part of its path is not a folder.\n  at facts.json/x\n${CHECK_FILE}`,
    ],
    ['replay --facts empty.json', `hydra: The facts file is not JSON: it is empty.\n  at empty.json\n${BROKEN_FILE}`],
    ['replay --facts blank.json', `hydra: The facts file is not JSON: it is empty.\n  at blank.json\n${BROKEN_FILE}`],
    ['replay --facts binary.json', `hydra: The facts file is not JSON: it is not text.\n  at binary.json\n${BROKEN_FILE}`],
    ['replay --facts zeros.json', `hydra: The facts file is not JSON: it is not text.\n  at zeros.json\n${BROKEN_FILE}`],
    [
      'replay --facts future.json',
      'hydra: The facts file has schema version 8; this Hydra knows versions up to 1.\n  at future.json\n' +
        '  next: Update Hydra, or read it with the version that wrote it.\n',
    ],
    [
      'replay --facts shape.json',
      'hydra: The facts file does not match its schema: at run_id, ' +
        'Invalid input: expected string, received number.\n  at shape.json\n  next: Compare it with docs/schema/facts.json.\n',
    ],
    [
      'replay --facts facts.json --config none.toml',
      `hydra: Cannot read the configuration file: there is no such file.\n  at none.toml\n${CHECK_FILE}`,
    ],
    [
      'replay --facts facts.json --config wrong.toml',
      'hydra: Unknown key `scoring.weights.test`.\n  at wrong.toml:2:1\n  value: test\n' +
        '  next: Did you mean `scoring.weights.tests`?\n',
    ],
    [
      'replay --facts facts.json --config binary.toml',
      'hydra: The configuration is not valid TOML: it is not text.\n  at binary.toml\n' +
        '  next: Correct the line; see https://toml.io for the syntax.\n',
    ],
    [
      'explain --facts facts.json',
      `hydra: Say which candidate to explain: \`steady\`, \`sprawling\`, \`hasty\`, \`sly\`.\n${USAGE('hydra explain')}`,
    ],
    [
      'explain --facts facts.json stedy',
      'hydra: There is no candidate `stedy` in this run.\n  value: stedy\n  next: Did you mean `steady`?\n',
    ],
    [
      'explain --facts facts.json codex',
      'hydra: There is no candidate `codex` in this run.\n  value: codex\n' +
        '  next: Candidates: `steady`, `sprawling`, `hasty`, `sly`.\n',
    ],
    [
      'explain --facts facts.json steady style',
      'hydra: There is no dimension `style`.\n  value: style\n' +
        '  next: Dimensions: `build`, `tests`, `acceptance`, `cross_tests`, `lint`, `diff_scope`, `speed`, `cost`, `security`, `coverage`.\n',
    ],
    [
      'explain --policy steady',
      `hydra: \`--policy\` explains the settings; it takes neither \`--facts\` nor a candidate.\n${USAGE('hydra explain')}`,
    ],
    ['demo more', `hydra: Too many arguments for 'demo'. Expected 0 arguments but got 1.\n${USAGE('hydra demo')}`],
  ])('hydra %s', async (line, stderr) => {
    expect(await hydra(...line.split(' '))).toEqual({ stdout: '', stderr, exitCode: 2 });
  });

  test('invalid JSON and TOML are reported with their location', async () => {
    const json = await hydra('replay', '--facts', 'cut.json');
    expect(json.stderr).toMatch(/^hydra: The facts file is not JSON: .+\.\n {2}at cut\.json\n {2}next: /);
    const toml = await hydra('replay', '--facts', 'facts.json', '--config', 'syntax.toml');
    expect(toml.stderr).toMatch(
      /^hydra: The configuration is not valid TOML: .+\.\n {2}at syntax\.toml:1:\d+\n {2}value: \[scoring\n {2}next: /,
    );
    expect([json.exitCode, toml.exitCode]).toEqual([2, 2]);
  });

  test('does not ignore a hydra.toml that is a folder', async () => {
    const { stderr, exitCode } = await runHydra(['explain', '--policy'], join(folder, 'with-folder'));
    expect(stderr).toBe(`hydra: Cannot read the configuration file: it is a folder.\n  at hydra.toml\n${CHECK_FILE}`);
    expect(exitCode).toBe(2);
  });

  // Root may read everything, and Windows has no such mode.
  test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('reports an unreadable file', async () => {
    const { stderr, exitCode } = await hydra('replay', '--facts', 'secret.json');
    expect(stderr).toBe(`hydra: Cannot read the facts file: you may not read it.\n  at secret.json\n${CHECK_FILE}`);
    expect(exitCode).toBe(2);
  });

  test.skipIf(process.platform !== 'linux')('reports output that cannot be written', async () => {
    const script = '"$0" "$1" replay --facts facts.json --json > /dev/full';
    const { stderr, exitCode } = await runProgram('sh', ['-c', script, process.execPath, MAIN], folder);
    expect(stderr).toMatch(/^hydra: Cannot write the output: ENOSPC/);
    expect(exitCode).toBe(2);
  });
});
