// Test files for go test. Results are compared by reflection, so that a test compiles whatever type a function returns.
import { folderOf, packageClause } from '../../../languages/index.ts';
import type { TestToWrite, TestWriter } from '../../tool.ts';
import { freePath, inFolder } from '../shared/writing/place.ts';
import { GO_HELPERS, GO_HELPERS_IMPORTS } from './helpers.ts';

export const write: TestWriter = {
  languages: ['go'],
  compiles: true,
  /** In a folder of its own it is a package of its own, unless the tests use names that are not exported. */
  path({ files, stem, beside, isInside = false }) {
    const folder = beside === null ? '' : folderOf(beside);
    if (isInside) return freePath(files, (suffix) => inFolder(folder, `${stem}${suffix}_test.go`));
    return freePath(files, (suffix) => inFolder(folder, `${stem}${suffix}/${stem}${suffix}_test.go`));
  },
  text({ tests, beside, isInside, read, stem }) {
    const own = beside === null ? null : packageClause(read(beside) ?? '');
    const names = tests.map(({ name }) => testName(name));
    const imports = onePerPath([...GO_HELPERS_IMPORTS, ...tests.flatMap((test) => importsOf(test))]);
    const parts = [
      `package ${isInside ? (own ?? 'main') : stem}`,
      `import (\n${imports.map((line) => `\t${line}\n`).join('')})`,
      GO_HELPERS,
      ...tests.map((test, index) => testText(test, names[index] ?? '')),
    ];
    return { names, text: `${parts.join('\n\n')}\n` };
  },
};

/** `example_1_line_5` -> `TestExample1Line5` */
function testName(name: string): string {
  return `Test${name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;
}

/** A path without a name gives the name that its package has, and another import of it may state the same name. */
function onePerPath(imports: readonly string[]): string[] {
  const pathOf = (line: string) => line.slice(line.indexOf('"'));
  const named = new Set(imports.filter((line) => /^\w/.test(line)).map(pathOf));
  return [...new Set(imports)].filter((line) => !line.startsWith('"') || !named.has(line));
}

/** Import specifications of a test, one each: `alias "path"`. */
function importsOf({ imports }: TestToWrite): string[] {
  return imports
    .split('\n')
    .map((line) => line.trim().replace(/^import[ \t]+/, ''))
    .filter((line) => /^(?:[\w.]+[ \t]+)?"[\w./~-]+"$/.test(line) && !GO_HELPERS_IMPORTS.includes(line));
}

const WHOLE_TEST = /^func[ \t]+Test\w*\(/m;

function testText(test: TestToWrite, name: string): string {
  if (WHOLE_TEST.test(test.call))
    return [test.setup, test.call.replace(WHOLE_TEST, `func ${name}(`)].filter(Boolean).join('\n\n');
  const lines = [...linesOf(test.setup), ...bodyOf(test)];
  return [`func ${name}(t *testing.T) {`, ...lines.map((line) => (line === '' ? '' : `\t${line}`)), '}'].join('\n');
}

function bodyOf({ call, expected, title }: TestToWrite): string[] {
  const shown = textOf(title);
  switch (expected.kind) {
    case 'holds':
      return linesOf(call);
    case 'value':
      return [`hydraGives(t, ${shown}, hydraResults(${call}), ${goValue(expected.code)})`];
    case 'output':
      return [`hydraPrints(t, ${shown}, func() { ${printing(call)} }, ${textOf(expected.text)})`];
    case 'error':
      return [`hydraFails(t, ${shown}, ${textOf(expected.name ?? '')}, func() []interface{} { return hydraResults(${call}) })`];
  }
}

/** A list as other languages write it: its items may have any type. */
function goValue(code: string): string {
  if (!/^(?:\[(?!\d{0,9}\](?:\[\]|\*)?[A-Za-z_])|\{)/.test(code)) return code;
  return code.replace(/"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|'[^']*'|[[\]{}]/g, (part) =>
    /^[[{]$/.test(part) ? '[]interface{}{' : /^[\]}]$/.test(part) ? '}' : part,
  );
}

/** A call that prints nothing itself shows its results. */
function printing(call: string): string {
  return /^(?:fmt\.P|print|log\.)/.test(call) ? call : `fmt.Println(${call})`;
}

function linesOf(code: string): string[] {
  return code.trim() === '' ? [] : code.split('\n');
}

/** A string of Go. */
function textOf(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
