// The sample of CONTRIBUTING.md compiles, and parses its sample log as its expected.json says.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { planParser, refuse } from '../scripts/new-parser.mjs';
import { runCaptured, toolPath } from '../scripts/project.mjs';
import type { Section, TestSection } from '../src/parse/section.ts';
import { readWithParsers } from './read-with-parsers.ts';

const ROOT = join(import.meta.dirname, '..');
const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

function block(language: string, contains: string): string {
  const blocks = [...GUIDE.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  const found = blocks.find(([, name, text = '']) => name === language && text.includes(contains));
  return found?.[2] ?? '';
}

/** In a folder that git ignores, with imports that resolve from there. */
async function withSample<Result>(source: string, use: (file: string) => Promise<Result>): Promise<Result> {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'dist/.sample-'));
  const file = join(folder, 'sample.ts');
  const placed = source
    .replaceAll("'../../../", "'../../src/")
    .replaceAll("'../../tool", "'../../src/tools/tool")
    .replaceAll("'../shared/", "'../../src/tools/linters/shared/");
  writeFileSync(file, placed);
  try {
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function expectCompiles(source: string): Promise<void> {
  await withSample(source, async (file) => {
    const config = join(file, '../tsconfig.json');
    const compilerOptions = { composite: false, noEmit: true, emitDeclarationOnly: false, tsBuildInfoFile: null };
    writeFileSync(
      config,
      JSON.stringify({ extends: join(ROOT, 'tsconfig.pure.json'), compilerOptions, files: ['sample.ts'], include: [] }),
    );
    const { ok, output } = await runCaptured(process.execPath, [toolPath('typescript', 'tsc'), '-p', config]);
    expect({ ok, output }).toEqual({ ok: true, output: '' });
  });
}

const SAMPLE = block('ts', 'export const larder');

test('the sample runner compiles with the settings of the project', () => expectCompiles(SAMPLE));

test('the sample runner parses the sample log as documented', async () => {
  const { larder } = await withSample(SAMPLE, (file) => import(pathToFileURL(file).href));
  const expected = JSON.parse(block('json', '"tool": "larder 1.2"')).cases['mixed.txt'];
  const { sections } = readWithParsers('test', larder.parse, block('text', 'larder 1.2: 3 checks'));
  expect(sections).toHaveLength(1);
  const section = sections[0] as TestSection;
  expect(Object.fromEntries(section.tests.map(({ id, status }) => [id, status]))).toEqual(expected.tests);
  const { passed, failed, skipped } = expected.summary;
  expect(section.totals).toEqual({ passed, failed, skipped });
  expect([section.hasHeader, section.hasFooter, section.firstLine, section.lastLine]).toEqual([true, true, 1, 6]);
});

const PLACES = {
  test: ['src/tools/runners', 'my-tool/index.ts'],
  lint: ['src/tools/linters', 'my-tool/index.ts'],
  security: ['src/tools/scanners', 'my-tool/index.ts'],
} as const;

describe('npm run new-parser', () => {
  test.each(['test', 'lint', 'security'] as const)('writes a %s parser that compiles and parses its sample', async (kind) => {
    const files = planParser(kind, 'my-tool');
    const [folder, file] = PLACES[kind];
    const source = files.get(`${folder}/${file}`) ?? '';
    await expectCompiles(source);
    const { myTool } = await withSample(source, (file) => import(pathToFileURL(file).href));
    const { sections } = readWithParsers(kind, myTool.parse, files.get('test/fixtures/parse/my-tool/sample.txt') ?? '');
    const expected = JSON.parse(files.get('test/fixtures/parse/my-tool/expected.json') ?? '').cases['sample.txt'];
    expect(sections).toMatchObject([{ kind, parser: 'my-tool', hasFooter: true }]);
    const [section] = sections as Section[];
    if (section?.kind === 'test')
      expect(Object.fromEntries(section.tests.map((one) => [one.id, one.status]))).toEqual(expected.tests);
    if (section?.kind === 'lint') expect(section.findings).toMatchObject(expected.findings);
    if (section?.kind === 'security') expect(section.advisories).toMatchObject(expected.advisories);
    expect(files.get(`${folder}/index.ts`)).toContain(`import { myTool } from './${file}';`);
    expect(files.get(`${folder}/index.ts`)).toMatch(
      kind === 'lint' ? /\n {2}myTool,\n {2}githubAnnotations,\n/ : /\n {2}myTool,\n\];\n$/,
    );
  });

  test.each([
    [undefined, undefined, 'Expected test, lint or security, got nothing.'],
    ['format', 'x', 'Expected test, lint or security, got format.'],
    ['lint', '../x', 'Expected a name like "my-tool", got ../x.'],
    ['lint', 'ruff', 'There is a parser named ruff already: test/fixtures/parse/ruff.'],
    ['lint', 'my-tool', null],
  ])('validates its arguments %s %s', (kind, name, refusal) => {
    expect(refuse(kind, name)).toBe(refusal);
  });
});
