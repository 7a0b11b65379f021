// `npm run new-parser -- test NAME` writes a parser, its line in index.ts and its fixture folder. The parser reads an
// invented format until you replace it; its fixture passes, so that you start from green.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMain, ROOT, runCaptured, toolPath } from './project.mjs';

/** @typedef {'test' | 'lint' | 'security'} Kind */
/** @typedef {{ parser: string, log: string, expected: object }} Template */

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** @type {Record<Kind, string>} */
const FOLDERS = { test: 'src/tools/runners', lint: 'src/tools/linters', security: 'src/tools/scanners' };

/** @type {Record<Kind, (name: string, constant: string) => Template>} */
const TEMPLATES = {
  test: (name, constant) => ({
    parser: sampleOfGuide('ts').replaceAll('export const larder', `export const ${constant}`).replaceAll('larder', name),
    log: sampleOfGuide('text').replaceAll('larder', name),
    expected: {
      kind: 'test',
      exit: 1,
      summary: { parser: name, precision: 'exact', passed: 1, failed: 1, skipped: 1 },
      tests: { 'keeps cool': 'passed', 'has cheese': 'failed', 'smells nice': 'skipped' },
    },
  }),
  lint: (name, constant) => ({
    parser: `// ${name}: "path:line: message" for each finding, then "${name}: 2 problems". It prints no severities.
import type { Linter } from '../../tool.ts';
import { consoleLinter } from '../shared/console-linter.ts';

const lines = consoleLinter({
  id: '${name}',
  commands: ['${name}'],
  startsWith: ['${name}: '],
  atMargin: true,
  positions: true,
  maxGap: 1,
  findings: [{ after: /^(?<message>.+)$/, separator: ': ', hasColumn: false }],
  totals: [{ line: /^${name}: (?<total>\\d{1,9}) problems?$/ }],
  // Many tools print such lines: only the total shows that they are of ${name}.
  accepts: ({ totals }) => totals !== null,
});

export const ${constant}: Linter = { id: '${name}', parse: [lines] };
`,
    log: `src/a.c:3: goto is not allowed\nsrc/b.c:7: the line has 140 columns\n${name}: 2 problems\n`,
    expected: {
      kind: 'lint',
      exit: 1,
      summary: { parser: name, precision: 'exact', errors: 2, warnings: 0 },
      findings: [
        { path: 'src/a.c', line: 3, rule: null, severity: 'error' },
        { path: 'src/b.c', line: 7, rule: null, severity: 'error' },
      ],
      // Without the total the same lines are read by the fallback parser.
      cut_is_invisible: true,
    },
  }),
  security: (name, constant) => ({
    parser: `// The console output of ${name}: a line for each advisory, then their number.
import type { LineParser } from '../../../parse/parser.ts';
import type { SecurityRun, SecuritySection } from '../../../parse/section.ts';
import type { Scanner } from '../../tool.ts';

const ADVISORY = /^${name}: (\\S{1,200}) (\\S{1,100}): ([A-Z]{2,10}-[\\w-]{1,60}): (.*)$/;
const TOTAL = /^${name}: (\\d{1,9}) advisories$/;

const lines: LineParser<SecuritySection> = {
  id: '${name}',
  form: 'lines',
  commands: ['${name}'],
  startsWith: ['${name}: '],
  atMargin: true,
  open(results) {
    let run: SecurityRun | null = null;
    return {
      line(text) {
        const total = TOTAL.exec(text)?.[1];
        const [, name, version = '', id = '', title = ''] = ADVISORY.exec(text) ?? [];
        if (total === undefined && name === undefined) return false;
        run ??= results.beginRun();
        if (name !== undefined) run.advisory({ id, package: name, version, severity: 'unknown', title });
        if (total === undefined) return false;
        run.close(Number(total));
        run = null;
        return false;
      },
    };
  },
};

export const ${constant}: Scanner = { id: '${name}', parse: [lines] };
`,
    log: `${name}: leftpad 1.0.0: CVE-2016-1000: removed from the registry\n${name}: 1 advisories\n`,
    expected: {
      kind: 'security',
      exit: 1,
      summary: { parser: name, precision: 'exact' },
      advisories: [{ id: 'CVE-2016-1000', package: 'leftpad', severity: 'unknown' }],
    },
  }),
};

/** The sample of CONTRIBUTING.md, which a test compiles and runs. */
function sampleOfGuide(/** @type {string} */ language) {
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const blocks = [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  const found = blocks.find(([, name, text = '']) => name === language && text.includes('larder'));
  if (found?.[2] === undefined) throw new Error(`CONTRIBUTING.md has no sample in ${language}`);
  return found[2];
}

/**
 * What is wrong with the arguments, or null.
 * @param {string | undefined} kind
 * @param {string | undefined} name
 */
export function refuse(kind, name) {
  if (kind === undefined || !Object.hasOwn(TEMPLATES, kind)) return `Expected test, lint or security, got ${kind ?? 'nothing'}.`;
  if (name === undefined || !NAME.test(name)) return `Expected a name like "my-tool", got ${name ?? 'nothing'}.`;
  if (existsSync(fixtureFolder(name))) return `There is a parser named ${name} already: test/fixtures/parse/${name}.`;
  return null;
}

function fixtureFolder(/** @type {string} */ name) {
  return join(ROOT, 'test/fixtures/parse', name);
}

/**
 * The files to write, by their path in the project.
 * @param {Kind} kind
 * @param {string} name
 * @returns {Map<string, string>}
 */
export function planParser(kind, name) {
  const constant = name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  const { parser, log, expected } = TEMPLATES[kind](name, constant);
  const folder = FOLDERS[kind];
  const file = `${name}/index.ts`;
  const index = readFileSync(join(ROOT, folder, 'index.ts'), 'utf8');
  const withImport = index.replace(/^import (?!type)/m, `import { ${constant} } from './${file}';\nimport `);
  const fixture = { tool: `${name} (replace this log by the tool's own)`, made: 'written', cases: { 'sample.txt': expected } };
  return new Map([
    [`${folder}/${file}`, parser],
    [`${folder}/index.ts`, register(withImport, constant)],
    [`test/fixtures/parse/${name}/sample.txt`, log],
    [`test/fixtures/parse/${name}/expected.json`, `${JSON.stringify(fixture, null, 2)}\n`],
  ]);
}

/**
 * The first of two parsers that match the same lines equally well wins, so general formats stay last.
 * @param {string} index
 * @param {string} constant
 */
function register(index, constant) {
  if (index.includes('\n  githubAnnotations,\n')) return index.replace('\n  githubAnnotations,\n', `\n  ${constant},$&`);
  return index.replace(/,?\n?\];\n$/, `,\n  ${constant},\n];\n`);
}

async function main() {
  const [kind, name] = process.argv.slice(2);
  const refusal = refuse(kind, name);
  if (refusal !== null) {
    console.error(`${refusal}\nUsage: npm run new-parser -- test|lint|security NAME`);
    process.exitCode = 2;
    return;
  }
  const files = planParser(/** @type {Kind} */ (kind), /** @type {string} */ (name));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    console.log(`wrote ${path}`);
  }
  // Sorts the imports of index.ts.
  await runCaptured(process.execPath, [
    toolPath('@biomejs/biome', 'biome'),
    'check',
    '--write',
    FOLDERS[/** @type {Kind} */ (kind)],
  ]);
  console.log(`Next: npx vitest run test/parse-fixtures.test.ts -t ${name}, then replace the format by the tool's own.`);
}

if (isMain(import.meta.url)) await main();
