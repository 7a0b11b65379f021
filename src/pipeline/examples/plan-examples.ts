// From the text of a task to test files in the repository's runner. It reads only what it is given.
import type { RunExample, TaskExample } from '../../contract/index.ts';
import { Definitions, type Tree } from '../../languages/index.ts';
import { callOnSubject, neededNames, readExamples } from '../../task/index.ts';
import { placeTestFile, type TestToWrite, testTitle, writableLanguages, writeTestFile } from '../../tools/index.ts';
import { exampleImports, languageIds } from './example-imports.ts';

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
export function planExamples(request: ExamplesRequest): PlannedExamples {
  const languages = writableLanguages(request.command, request.scripts);
  const examples = readExamples(
    request.text,
    languages.length === 0 ? ['python', 'javascript', 'go', 'rust', 'shell'] : [...languages, 'shell'],
  );
  const definitions = new Definitions(request.text, request, request.candidates);
  const planned = examples
    .map((example) => withKnownName(example, request.text, definitions))
    .map((example) => ({ example, ...planOne(example, request, definitions) }));
  const tests = planned.flatMap(({ test }) => (test === null ? [] : [test]));
  const language = planned.find(({ test }) => test !== null)?.example.language;
  const file = language === undefined ? null : writeTestFile({ ...request, stem: STEM, language, tests });
  const names = new Map(file === null ? [] : tests.map(({ name }, index) => [name, file.names[index] ?? null] as const));
  return {
    files: file === null ? [] : [{ path: file.path, text: file.text }],
    examples: planned.map(({ example, test, why }) => ({
      ...example,
      test: test === null ? null : (names.get(test.name) ?? null),
      why,
    })),
  };
}

/** An example may call the function of the task by a name that is defined nowhere: it was renamed after the example was written. */
function withKnownName(example: TaskExample, text: string, definitions: Definitions): TaskExample {
  const renamed = callOnSubject(text, example.call);
  const needed = neededNames(example);
  if (renamed === null || needed.length !== 1 || needed[0] !== renamed.name) return example;
  const found = definitions.find(renamed.name, languageIds(example));
  return found.path === null && !found.isDefined ? { ...example, call: renamed.call } : example;
}

type Planned = { readonly test: TestToWrite; readonly why: null } | { readonly test: null; readonly why: string };

function planOne(example: TaskExample, request: ExamplesRequest, definitions: Definitions): Planned {
  const place = placeTestFile({ ...request, stem: STEM, language: example.language });
  if (place.path === null) return { test: null, why: place.why };
  const { path: from, provides } = place;
  const { imports, why } = exampleImports(example, { definitions, tree: request, from, provides });
  if (imports === null) return { test: null, why };
  const { number, lines, setup, call, expected } = example;
  const name = `example_${number}_line_${lines[0]}`;
  return { test: { name, title: titleOf(example), imports, setup, call, expected }, why: null };
}

function titleOf({ number, lines, call, expected }: TaskExample): string {
  const start = `example ${number}, line ${lines[0]}: ${call}`;
  switch (expected.kind) {
    case 'value':
      return testTitle(`${start} gives ${expected.code}`);
    case 'output':
      return testTitle(`${start} prints ${expected.text}`);
    case 'error':
      return testTitle(`${start} raises ${expected.name ?? 'an error'}`);
    case 'holds':
      return testTitle(start);
  }
}
