// From the text of a task to test files in the repository's runner. It reads only what it is given.
import type { RunExample, TaskExample } from '../../contract/index.ts';
import { Definitions, type Tree } from '../../languages/index.ts';
import { callOnSubject, neededNames, readExamples } from '../../task/index.ts';
import {
  commandsOf,
  placeTestFile,
  type TestToWrite,
  testTitle,
  whyNotRun,
  writableLanguages,
  writeTestFile,
} from '../../tools/index.ts';
import { exampleImports, languageIds } from './example-imports.ts';

export interface ExamplesRequest extends Tree {
  /** The text of the task. */
  readonly text: string;
  /** The command that runs the tests. */
  readonly command: string;
  /** The scripts of the base's package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Whether checks run in a sandbox. */
  readonly isConfined: boolean;
  /** Trees that may define what the base does not. */
  readonly candidates: readonly Tree[];
}

export interface PlannedExamples {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly examples: RunExample[];
}

/** How the file and its tests are called. */
export interface Naming {
  readonly stem: string;
  nameOf(example: TaskExample): string;
  /** The beginning of the title of a test. */
  startOf(example: TaskExample): string;
}

const OF_TASK: Naming = {
  stem: 'task_examples',
  nameOf: ({ number, lines: [first] }) => `example_${number}_line_${first}`,
  startOf: ({ number, lines: [first] }) => `example ${number}, line ${first}`,
};

export function planExamples(request: ExamplesRequest): PlannedExamples {
  const languages = writableLanguages(request.command, request.scripts);
  const examples = readExamples(
    request.text,
    languages.length === 0 ? ['python', 'javascript', 'go', 'rust', 'shell'] : [...languages, 'shell'],
  );
  return planTests(examples, request, OF_TASK);
}

export function planTests(examples: readonly TaskExample[], request: ExamplesRequest, naming: Naming): PlannedExamples {
  const definitions = new Definitions(request.text, request, request.candidates);
  const planned = examples
    .map((example) => withKnownName(example, request.text, definitions))
    .map((example) => ({ example, ...planOne(example, request, { definitions, naming }) }));
  const tests = planned.flatMap(({ test }) => (test === null || typeof test === 'string' ? [] : [test]));
  const language = planned.find(({ test }) => test !== null && typeof test !== 'string')?.example.language;
  const file = language === undefined ? null : writeTestFile({ ...request, stem: naming.stem, language, tests });
  const names = new Map(file === null ? [] : tests.map(({ name }, index) => [name, file.names[index] ?? null] as const));
  return {
    files: file === null ? [] : [{ path: file.path, text: file.text }],
    examples: planned.map(({ example, test, why }) => ({
      ...example,
      test: test === null || typeof test === 'string' ? test : (names.get(test.name) ?? null),
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

/** A test of the runner, or the id of a command, which needs no runner. */
type Planned = { readonly test: TestToWrite | string; readonly why: null } | { readonly test: null; readonly why: string };

function planOne(
  example: TaskExample,
  request: ExamplesRequest,
  { definitions, naming }: { definitions: Definitions; naming: Naming },
): Planned {
  if (example.form === 'transcript') return planCommand(example, request, naming);
  const place = placeTestFile({ ...request, stem: naming.stem, language: example.language });
  if (place.path === null) return { test: null, why: place.why };
  const { path: from, provides } = place;
  const { imports, why } = exampleImports(example, { definitions, tree: request, from, provides });
  if (imports === null) return { test: null, why };
  const { setup, call, expected } = example;
  return { test: { name: naming.nameOf(example), title: titleOf(example, naming), imports, setup, call, expected }, why: null };
}

/** A candidate may add the command. */
function planCommand(example: TaskExample, request: ExamplesRequest, naming: Naming): Planned {
  if (!request.isConfined) return { test: null, why: 'commands of the text run only in a sandbox, and there is none' };
  const trees = [request, ...request.candidates];
  const why = trees.map((tree) => whyNotRun(example.call, tree, commandsOf(tree, request.command)));
  return why.includes(null) ? { test: naming.nameOf(example), why: null } : { test: null, why: why[0] ?? 'unknown' };
}

function titleOf(example: TaskExample, { startOf }: Naming): string {
  const { call, expected } = example;
  const start = `${startOf(example)}: ${call}`;
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
