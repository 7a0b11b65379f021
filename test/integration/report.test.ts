// `hydra report` on a real run: every format, several at once, and errors.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { beforeAll, describe, expect, test } from 'vitest';
import { DATA_MARK } from '../../scripts/build-report-template.mjs';
import type { ReportFile } from '../../src/contract/index.ts';
import { DATA_MARK as RENDERED_MARK } from '../../src/report/index.ts';
import { createRepository } from '../temporary-repository.ts';
import { ensureProgram, PROJECT, runHydra } from './run-hydra.ts';

const CONFIG = `[scoring.commands]
build = "sh build.sh"
test = "sh test.sh"
lint = "sh lint.sh"
[scoring.tests]
reruns = 0
`;
const TEST =
  'echo "TAP version 13"; echo 1..1; grep -q fixed code.c && echo "ok 1 - </script>" || { echo "not ok 1 - </script>"; exit 1; }\n';
const BASE = {
  'hydra.toml': CONFIG,
  'build.sh': 'for i in $(seq 40000); do echo "line $i é"; done; echo built\n',
  'test.sh': TEST,
  'lint.sh': `grep -n var code.c | sed 's/^\\([0-9]*\\):.*/code.c:\\1:1: warning: no var [no-var]/'\nexit 0\n`,
  'code.c': 'broken\n',
};

let folder: string;
let run: string;
const report = (...args: string[]) => runHydra(['report', ...args], folder);
const written = (name: string) => readFileSync(join(folder, name), 'utf8');

beforeAll(async () => {
  await ensureProgram();
  folder = createRepository(BASE, {
    good: { 'code.c': 'fixed\n' },
    worse: { 'code.c': 'fixed </script><script>alert(1)</script>\nvar x\n', 'build.sh': 'exit 3\n' },
  });
  await runHydra(['score', 'good', 'worse', '--base', 'main'], folder);
  [run = ''] = readdirSync(join(folder, '.hydra/runs'));
}, 120_000);

describe('every format', () => {
  test('Markdown and JSON equal those of `hydra show`', async () => {
    for (const form of ['--markdown', '--json']) {
      const { stdout, stderr, exitCode } = await report(form);
      expect({ stdout, stderr, exitCode }).toEqual(await runHydra(['show', form], folder));
      expect(exitCode).toBe(0);
    }
  });

  test('writes several at once, one of them on stdout', async () => {
    const ending = await report(run, '--html', 'a.html', '--junit', 'a.xml', '--sarif', '-');
    expect([ending.exitCode, ending.stderr]).toEqual([0, '']);
    const sarif = JSON.parse(ending.stdout);
    expect(sarif.runs[0].results).toContainEqual(
      expect.objectContaining({ ruleId: 'lint/no-var', level: 'warning', properties: { candidate: 'worse', kind: 'lint' } }),
    );
    const suites: string[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'testsuite') suites.push(`${attributes.name}: ${attributes.failures}`);
    });
    parser.write(written('a.xml')).close();
    expect(suites).toEqual(['good: 0', 'worse: 1']);
    expect(written('a.html')).toMatch(/^<!doctype html>/);
  });

  test('says what it wrote if nothing goes to stdout', async () => {
    expect(await report('--html', 'b.html', '--junit', 'b.xml')).toEqual({
      ...{ stdout: `Wrote b.html, b.xml for run ${run}.\n`, stderr: '', exitCode: 0 },
    });
  });

  test('gives the same bytes for the same run', async () => {
    await report(run, '--html', 'b.html', '--junit', 'b.xml', '--sarif', 'b.sarif');
    await report(run, '--html', 'c.html', '--junit', 'c.xml', '--sarif', 'c.sarif');
    for (const form of ['html', 'xml', 'sarif']) expect(written(`b.${form}`)).toBe(written(`c.${form}`));
  });
});

describe('the page in one file', () => {
  let html: string;
  let data: ReportFile;
  beforeAll(async () => {
    ({ stdout: html } = await report('--html', '-'));
    data = JSON.parse(/<script type="application\/json" id="hydra-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');
  });

  test('loads nothing, and runs only its own script', () => {
    expect(html).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'" \/>/,
    );
    const elements = html.replace(/(<script[^>]*>).*?<\/script>/gs, '$1').replace(/<style>.*?<\/style>/gs, '');
    expect(elements.match(/<script[^>]*>/g)).toEqual([
      '<script type="application/json" id="hydra-data">',
      '<script type="module">',
    ]);
    expect(elements.match(/(?:src|href)="(?!data:)/g)).toBeNull();
    expect(html.match(/<\/script/gi)).toHaveLength(2);
  });

  test('contains the data of the page, with the ends of logs', () => {
    expect(data.entries.map(({ id, winner }) => [id, winner])).toEqual([[run, 'good']]);
    expect(data.details[0]?.scorecard?.winner).toBe('good');
    expect(data.patches.worse).toContain('+fixed </script><script>alert(1)</script>\n');
    const log = data.logs.find(
      ({ candidate, check, stream }) => candidate === 'good' && check === 'build' && stream === 'stdout',
    );
    expect(log?.text.endsWith('line 40000 é\nbuilt\n')).toBe(true);
    expect(log?.bytes).toBeGreaterThan(400_000);
    expect(Buffer.byteLength(log?.text ?? '')).toBeLessThanOrEqual(200_000);
    expect(log?.text).not.toContain('\ufffd');
  });

  test('the build and the report use the same placeholder', () => {
    expect(DATA_MARK).toBe(RENDERED_MARK);
    const template = brotliDecompressSync(readFileSync(join(PROJECT, 'dist/web/report.html.br'))).toString();
    expect(template.split(DATA_MARK)).toHaveLength(2);
  });
});

describe('refusals', () => {
  test.each([
    [[], 'Say what to write: --html, --markdown, --json, --junit, --sarif or --attest.'],
    [['--json', '--sarif', '-'], 'Only one report can go to stdout, not --json and --sarif.'],
    [['--html', 'x', '--junit', 'x'], 'Two reports cannot go to the same file `x`.'],
    [['--junit', 'nowhere/x.xml'], 'Cannot write the report: there is no such folder.'],
    [['--junit', 'folder'], 'Cannot write the report: it is a folder.'],
    [['nothing', '--json'], 'nothing'],
  ])('%j', async (args, sentence) => {
    mkdirSync(join(folder, 'folder'), { recursive: true });
    const { stdout, stderr, exitCode } = await report(...args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });

  test('the id of a run as the name of a file', async () => {
    const { stderr, exitCode } = await report('--html', run);
    expect([exitCode, readdirSync(folder).includes(run)]).toEqual([2, false]);
    expect(stderr).toContain(`\`${run}\` is a run, not a file. Name the run before the options.`);
  });
});
