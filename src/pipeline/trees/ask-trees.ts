// Chooses the calls that trees are asked, and writes the file that makes them in the runner of the user's tests.
import { callsIn, chooseProbes, type FoundCall, writeAnswers } from '../../answers/index.ts';
import { type ExampleLanguage, type ProbeFile, type ProbeSource, TASK_AUTHOR, TEST_AUTHOR } from '../../contract/index.ts';
import { type ObjectStore, openSourceTexts, type ResolvedCommit, type SourceTexts } from '../../git/index.ts';
import { isProgramName, type RunReading } from '../../judge/index.ts';
import { Definitions, definedNames, importStatement, isSourceFile, languageOf, type ModuleForm } from '../../languages/index.ts';
import type { ChosenCall, NeededCall } from '../../plan/index.ts';
import { placeTestFile, supportRole, writableLanguages, writeTestFile } from '../../tools/index.ts';
import { type ExamplePlace, exampleImports } from '../examples/example-imports.ts';

export interface AskedCommand {
  command: string;
  scripts: Readonly<Record<string, string>>;
}

export interface Asking {
  /** In the order in which they are asked; empty if no test or text makes a call of what the candidates change. */
  choose(reading: RunReading, trusted: ReadonlySet<string>): Promise<ChosenCall[]>;
  /** The file for one tree; null if the runner has no writer, or cannot make calls. */
  write(commit: ResolvedCommit, calls: readonly ChosenCall[]): Promise<ProbeFile | null>;
}

const STEM = 'answers';
const MAX_TEST_FILES = 200;

export function openAsking(
  objects: ObjectStore,
  base: ResolvedCommit,
  asked: AskedCommand,
  baseTests: () => Promise<readonly { path: string; text: string }[]>,
): Asking {
  const [language] = writableLanguages(asked.command, asked.scripts);
  const textsOf = openSourceTexts(objects, isRead);
  return {
    async choose(reading, trusted) {
      if (language === undefined) return [];
      const onBase = await textsOf(base.tree);
      const place = placeTestFile({ ...asked, ...onBase, stem: STEM, language });
      if (place.path === null) return [];
      const candidates = await Promise.all(
        reading.candidates.map(async ({ entry, diff }) => ({ name: entry.name, diff, texts: await textsOf(entry.tree) })),
      );
      const changed = candidates.flatMap(({ diff }) => diff.files.map(({ path }) => path)).filter(isProduct);
      const products = namesIn([onBase, ...candidates.map(({ texts }) => texts)], [...new Set(changed)]);
      const definitions = new Definitions(
        reading.run.task ?? '',
        onBase,
        candidates.map(({ texts }) => texts),
      );
      const { path: from, provides } = place;
      const target = { definitions, tree: onBase, from, provides, language };
      const complete = (found: Found, source: ProbeSource) => neededCall(found, source, target);
      const ofTree = (paths: readonly string[], { read }: SourceTexts, source: ProbeSource) =>
        paths
          .filter(isTest)
          .flatMap((path) => callsOf({ path, text: read(path) ?? '', products }, (call) => complete(call, source)));
      const tests = candidates
        .filter(({ name }) => trusted.has(name))
        .flatMap(({ diff, texts }) =>
          ofTree(
            diff.files.map(({ path }) => path),
            texts,
            'new_test',
          ),
        );
      const given = await Promise.all(
        reading.sources
          .filter(({ name }) => name !== TASK_AUTHOR)
          .map(async ({ name, diff }) => {
            const stored = reading.run.test_sources?.find((each) => each.name === name);
            const texts = stored === undefined ? null : await textsOf(stored.tree);
            const paths = diff.files.map(({ path }) => path);
            return texts === null ? [] : ofTree(paths, texts, name === TEST_AUTHOR ? 'author' : 'acceptance');
          }),
      );
      const kept = (await baseTests())
        .slice(0, MAX_TEST_FILES)
        .flatMap((file) => callsOf({ ...file, products }, (call) => complete(call, 'base_test')));
      const ofChange = kept.filter(({ called }) => called.some((name) => products.has(name)));
      const examples = examplesOf(reading, products, target, complete);
      return chooseProbes([...examples, ...given.flat(), ...tests, ...(ofChange.length > 0 ? ofChange : kept)]);
    },
    async write(commit, calls) {
      if (language === undefined) return null;
      // The imports of the calls are for the place that the file has on the base.
      const { path, moduleForm } = {
        moduleForm: null,
        ...placeTestFile({ ...asked, ...(await textsOf(base.tree)), stem: STEM, language }),
      };
      const texts = await textsOf(commit.tree);
      return path === null ? null : writeFile(calls, { ...asked, ...texts, stem: STEM, language }, { path, moduleForm });
    },
  };
}

interface Found extends FoundCall {
  path: string | null;
  setup: string;
}

interface Target extends ExamplePlace {
  language: ExampleLanguage;
}

/** Null if a name that the call uses is defined nowhere. */
function neededCall(found: Found, source: ProbeSource, { definitions, from, language }: Target): NeededCall | null {
  const id = languageOf(from)?.id ?? '';
  const [first] = found.called;
  const defined = first === undefined ? null : definitions.find(first, [id]);
  const lines = found.unimported.map((name) => {
    const { path, tree } = { tree: null, ...definitions.find(name, [id]) };
    return path === null || tree === null
      ? null
      : importStatement({ name, definedIn: path, from, files: tree.files, read: tree.read });
  });
  // Imports are relative to one file.
  const isMixed = id === 'javascript' && found.path !== null && found.path !== from && lines.length > 0;
  if (isMixed || lines.some((line) => line === null)) return null;
  const imports = [found.imports, ...lines].filter((line) => line !== null && line !== '').join('\n');
  const { call, called, path, setup } = found;
  return { call, language, called, source, path: defined?.path ?? null, imports, importsPath: path, setup };
}

function callsOf(
  source: { path: string; text: string; products: ReadonlySet<string> },
  complete: (found: Found) => NeededCall | null,
): NeededCall[] {
  return callsIn(source).flatMap((found) => complete({ ...found, path: source.path, setup: '' }) ?? []);
}

/** Calls in the examples of the task. An example with statements before its call needs these too. */
function examplesOf(
  { run: { examples = [] } }: RunReading,
  products: ReadonlySet<string>,
  target: Target,
  complete: (found: Found, source: ProbeSource) => NeededCall | null,
): NeededCall[] {
  return examples.flatMap((example) => {
    const { language, imports, setup, call } = example;
    const path = EXTENSIONS.get(language);
    if (path === undefined) return [];
    if (path.endsWith('.js') || path.endsWith('.ts')) {
      // As a file of its own, whose variables have values.
      const needed = exampleImports(example, target).imports;
      const text = [needed, setup, call].join('\n');
      const found = needed === null ? [] : callsIn({ path, text, products });
      return found.flatMap((each) => complete({ ...each, path: target.from, setup: '' }, 'example') ?? []);
    }
    return callsIn({ path, text: call, products }).flatMap((found) => {
      const own = [imports, found.imports].filter((text) => text !== '').join('\n');
      return complete({ ...found, imports: own, path: null, setup }, 'example') ?? [];
    });
  });
}

/** A name for the text of an example, from which its language is read. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['python', 'example.py'],
  ['javascript', 'example.js'],
  ['typescript', 'example.ts'],
  ['go', 'example.go'],
  ['rust', 'example.rs'],
]);

interface FileRequest extends AskedCommand, SourceTexts {
  stem: string;
  language: ExampleLanguage;
}

interface WrittenPlace {
  path: string;
  moduleForm: ModuleForm | null;
}

function writeFile(calls: readonly ChosenCall[], request: FileRequest, { path, moduleForm }: WrittenPlace): ProbeFile | null {
  const asked = calls.map(({ probe, from: { imports, importsPath, setup } }) => ({ probe, imports, importsPath, setup }));
  const written = writeAnswers({ language: request.language, calls: asked, path, moduleForm });
  if (written === null) return null;
  const { body, support } = written;
  const test = { name: STEM, title: STEM, imports: '', setup: '', call: body, expected: HOLDS, isOwnCode: true as const };
  const file = writeTestFile({ ...request, support, tests: [test] });
  return file === null ? null : { files: [{ path, text: file.text }], probes: calls.map(({ probe }) => probe) };
}

const HOLDS = { kind: 'holds' } as const;

/** Sources, and what says which of them a package exports. */
function isRead(path: string): boolean {
  return isSourceFile(path) || /(?:^|\/)package\.json$/.test(path);
}

function isTest(path: string): boolean {
  return supportRole(path) === 'test' || isProgramName(path);
}

function isProduct(path: string): boolean {
  return isSourceFile(path) && supportRole(path) === null && !isProgramName(path);
}

/** What the changed files define, in any tree. */
function namesIn(trees: readonly SourceTexts[], paths: readonly string[]): ReadonlySet<string> {
  const texts = trees.flatMap(({ read }) => paths.map((path) => ({ path, text: read(path) ?? '' })));
  const distinct = [...new Map(texts.map((each) => [`${each.path}\0${each.text}`, each])).values()];
  return new Set(distinct.flatMap(({ path, text }) => definedNames(path, text).map(({ name }) => name)));
}
