// From the text of a task to test files in the repository's runner. It reads only what it is given.
import type { ExampleLanguage, RunExample, TaskExample } from '../../contract/index.ts';
import { type Definition, Definitions, definedNames, importStatement, standardImport, type Tree } from '../../languages/index.ts';
import { neededNames, readExamples } from '../../task/index.ts';
import {
  compilesTests,
  placeTestFile,
  type TestToWrite,
  testTitle,
  writableLanguages,
  writeTestFile,
} from '../../tools/index.ts';
import { groupTests, type PlacedTest } from './group-tests.ts';

export interface ExamplesRequest extends Tree {
  /** The text of the task. */
  readonly text: string;
  /** The command that runs the tests. */
  readonly command: string;
  /** The scripts of the base's package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Trees that may define what the base does not. */
  readonly candidates: readonly Tree[];
}

export interface PlannedExamples {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly examples: RunExample[];
}

const STEM = 'task_examples';
const LANGUAGE_IDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['python', ['python']],
  ['javascript', ['javascript']],
  ['typescript', ['javascript']],
  ['go', ['go']],
  ['rust', ['rust']],
]);

export function planExamples(request: ExamplesRequest): PlannedExamples {
  const languages = writableLanguages(request.command, request.scripts);
  const examples = readExamples(
    request.text,
    languages.length === 0 ? ['python', 'javascript', 'go', 'rust', 'shell'] : [...languages, 'shell'],
  );
  const definitions = new Definitions(request.text, request, request.candidates);
  const planned = examples.map((example) => ({ example, ...planOne(example, request, definitions) }));
  const tests = planned.flatMap(({ test }) => (test === null ? [] : [test]));
  const language = planned.find(({ test }) => test !== null)?.example.language;
  const { files, names } = language === undefined ? NONE : writeFiles(tests, request, language);
  return {
    files,
    examples: planned.map(({ example, test, why }) => ({
      ...example,
      test: test === null ? null : (names.get(test.name) ?? null),
      why,
    })),
  };
}

interface WrittenTests {
  readonly files: PlannedExamples['files'];
  /** By the name of the test: the one in the results of the runner. */
  readonly names: ReadonlyMap<string, string>;
}

const NONE: WrittenTests = { files: [], names: new Map() };

function writeFiles(tests: readonly PlacedTest[], request: ExamplesRequest, language: ExampleLanguage): WrittenTests {
  const groups = groupTests(tests, compilesTests(request.command, request.scripts));
  const written = groups.flatMap((group, index) => {
    const stem = groups.length === 1 ? STEM : `${STEM}_${index + 1}`;
    const read = (path: string) => firstText([request, ...request.candidates], path);
    const file = writeTestFile({ ...request, ...group, read, stem, language });
    return file === null ? [] : [{ file, group }];
  });
  return {
    files: written.map(({ file: { path, text } }) => ({ path, text })),
    names: new Map(
      written.flatMap(({ file, group }) =>
        group.tests.flatMap(({ name }, index): [string, string][] => {
          const shown = file.names[index];
          return shown === undefined ? [] : [[name, shown]];
        }),
      ),
    ),
  };
}

/** A candidate may add the file that defines what is tested. */
function firstText(trees: readonly Tree[], path: string): string | null {
  return trees.map(({ read }) => read(path)).find((text) => text !== null) ?? null;
}

type Planned = { readonly test: PlacedTest; readonly why: null } | { readonly test: null; readonly why: string };

interface Found {
  readonly name: string;
  readonly definition: Definition;
}

function planOne(example: TaskExample, request: ExamplesRequest, definitions: Definitions): Planned {
  const found = neededNames(example).map((name) => {
    const definition = definitions.find(name, LANGUAGE_IDS.get(example.language) ?? []);
    return { name, definition };
  });
  const [beside = null] = found.flatMap(({ definition }) => definition.path ?? []);
  const isInside = found.some((each) => isInternal(each));
  const place = placeTestFile({ ...request, stem: STEM, language: example.language, beside, isInside });
  if (place.path === null) return { test: null, why: place.why };
  const imports = [example.imports];
  for (const { name, definition } of found) {
    const line = isImported(name, example) ? { text: '', why: null } : importOf({ name, definition }, place.path, isInside);
    if (line.why !== null) return { test: null, why: line.why };
    imports.push(line.text);
  }
  const { number, lines, setup, call, expected } = example;
  const name = `example_${number}_line_${lines[0]}`;
  const used = imports.filter((line) => line !== '').join('\n');
  const test = { name, title: titleOf(example), imports: used, setup, call, expected, beside, isInside };
  return { test, why: null };
}

/** Whether the last part of a path that the example imports is the name: a package outside of the repository. */
function isImported(name: string, { language, imports }: TaskExample): boolean {
  return language === 'go' && imports.split('\n').some((line) => line.endsWith(`/${name}"`) || line === `"${name}"`);
}

/** Whether only the package of a name can use it; that means something only to a language whose tests can be part of it. */
function isInternal({ name, definition }: Found): boolean {
  if (definition.path === null) return false;
  const { path, tree } = definition;
  const request = { name, definedIn: path, from: '', files: tree.files, read: tree.read };
  return importStatement(request) === null && importStatement({ ...request, isInside: true }) !== null;
}

type ImportLine = { readonly text: string; readonly why: null } | { readonly text: null; readonly why: string };

function importOf({ name, definition }: Found, from: string, isInside: boolean): ImportLine {
  if (definition.path === null) {
    const text = standardImport(name, from);
    return text === null ? { text, why: definition.why } : { text, why: null };
  }
  const { path, tree } = definition;
  const text = importStatement({ name, definedIn: path, from, files: tree.files, read: tree.read, isInside });
  if (text !== null) return { text, why: null };
  const defined = definedNames(path, tree.read(path) ?? '').find((each) => each.name === name);
  const why = defined?.isExported === false ? `${name} of ${path} is private` : `${name} of ${path} cannot be imported`;
  return { text, why };
}

function titleOf({ number, lines, call, expected }: TaskExample): string {
  const start = `example ${number} (line ${lines[0]}): ${call}`;
  switch (expected.kind) {
    case 'value':
      return testTitle(`${start} gives ${expected.code}`);
    case 'output':
      return testTitle(`${start} prints ${expected.text}`);
    case 'error':
      return testTitle(expected.name === 'panic' ? `${start} panics` : `${start} raises ${expected.name ?? 'an error'}`);
    case 'holds':
      return testTitle(start);
  }
}
