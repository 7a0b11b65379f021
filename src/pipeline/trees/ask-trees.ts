// Chooses the calls that trees are asked, and writes the file that makes them in the runner of the user's tests.
import { callsIn, chooseProbes, type FoundCall, writeAnswers } from '../../answers/index.ts';
import { type ExampleLanguage, type ProbeFile, type ProbeSource, TASK_AUTHOR, TEST_AUTHOR } from '../../contract/index.ts';
import { type ObjectStore, openSourceTexts, type ResolvedCommit, type SourceTexts } from '../../git/index.ts';
import { isProgramName, type RunReading } from '../../judge/index.ts';
import {
  Definitions,
  definedNames,
  folderOf,
  holdsTests,
  importStatement,
  isSourceFile,
  type ModuleForm,
  packageClause,
} from '../../languages/index.ts';
import type { ChosenCall, NeededCall } from '../../plan/index.ts';
import { placeTestFile, supportRole, writableLanguages, writeTestFile } from '../../tools/index.ts';
import { type ExamplePlace, exampleImports } from '../examples/example-imports.ts';
import { type AskedCommand, answersPlace, isExportedIn, packageNames, unitFiles } from './answers-place.ts';
import { rustTestCode } from './rust-test-code.ts';

export interface Asking {
  /** In the order in which they are asked; empty if no test or text makes a call of what the candidates change. */
  choose(reading: RunReading, trusted: ReadonlySet<string>): Promise<ChosenCall[]>;
  /** The files for one tree; null if the runner has no writer, or cannot make calls. */
  write(commit: ResolvedCommit, calls: readonly ChosenCall[]): Promise<ProbeFile | null>;
}

const STEM = 'answers';
const MAX_TEST_FILES = 200;
/** Each generated file of a language that compiles them costs a compilation on every tree. */
const MAX_PLACES = 3;

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
      const all = candidates.flatMap(({ diff }) => diff.files.map(({ path }) => path));
      const changed = [...new Set(all.filter(isProduct))];
      const trees = [onBase, ...candidates.map(({ texts }) => texts)];
      const units = trees.map((texts) => [...new Set([...changed, ...unitFiles(changed, texts, language)])]);
      const near = namesIn(trees, changed);
      const products = new Set(trees.flatMap((texts, index) => namesOf(texts, units[index] ?? [], language)));
      const definitions = new Definitions(
        reading.run.task ?? '',
        onBase,
        candidates.map(({ texts }) => texts),
      );
      const target = { definitions, tree: onBase, from: place.path, provides: place.provides, ...asked, stem: STEM, language };
      const complete = (found: Found, source: ProbeSource) => neededCall(found, source, target);
      const ofTree = (paths: readonly string[], { read }: SourceTexts, source: ProbeSource) =>
        paths
          .filter((path) => isTest(path) || holdsTests(path))
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
      const inSources = onBase.files.filter(holdsTests).map((path) => ({ path, text: onBase.read(path) ?? '' }));
      const kept = [...(await baseTests()), ...inSources]
        .slice(0, MAX_TEST_FILES)
        .flatMap((file) => callsOf({ ...file, products }, (call) => complete(call, 'base_test')));
      const ofChange = kept.filter(({ called }) => called.some((name) => near.has(name)));
      const examples = examplesOf(reading, products, target, complete);
      const calls = [...examples, ...given.flat(), ...tests, ...(ofChange.length >= ENOUGH_CALLS ? ofChange : kept)];
      return chooseProbes(inFewPlaces(nearestFirst(calls, near)));
    },
    async write(commit, calls) {
      if (language === undefined) return null;
      // The imports of the calls are for the place that the file has on the base.
      const { path, moduleForm } = {
        moduleForm: null,
        ...placeTestFile({ ...asked, ...(await textsOf(base.tree)), stem: STEM, language }),
      };
      const texts = await textsOf(commit.tree);
      const places = [...new Set(calls.map(({ from }) => from.place.path))];
      const written = places.map((each) => {
        const own = calls.filter(({ from }) => from.place.path === each);
        return writeFile(own, { ...asked, ...texts, stem: STEM, language }, moduleForm);
      });
      const files = written.flatMap((file) => file ?? []);
      const isWritten = path !== null && files.length === written.length && files.length > 0;
      return isWritten ? { files, probes: calls.map(({ probe }) => probe) } : null;
    },
  };
}

/** Fewer calls of what a candidate changes are followed by those of functions beside it, which may call it. */
const ENOUGH_CALLS = 8;

function nearestFirst(calls: readonly NeededCall[], near: ReadonlySet<string>): NeededCall[] {
  const isNear = ({ called }: NeededCall) => called.some((name) => near.has(name));
  const first = calls.filter(isNear);
  return first.length >= ENOUGH_CALLS ? first : [...first, ...calls.filter((call) => !isNear(call))];
}

/** The files with the first calls; calls that need two imports of one name cannot share a file. */
function inFewPlaces(calls: readonly NeededCall[]): NeededCall[] {
  const places = new Set([...new Set(calls.map(({ place }) => place.path))].slice(0, MAX_PLACES));
  const imported = new Map<string, string>();
  return calls.filter(({ place, imports, language }) => {
    if (!places.has(place.path)) return false;
    if (language !== 'go') return true;
    const keys = imports
      .split('\n')
      .map((line) => [`${place.path} ${line.replace(/\s*"[^"]*"$/, '') || nameOfPath(line)}`, line] as const);
    if (keys.some(([key, line]) => !key.endsWith(' .') && (imported.get(key) ?? line) !== line)) return false;
    for (const [key, line] of keys) imported.set(key, line);
    return true;
  });
}

function nameOfPath(specification: string): string {
  return /([\w-]+)"$/.exec(specification)?.[1] ?? '';
}

interface Found extends FoundCall {
  path: string | null;
  /** Of the file, in Go. */
  packageName: string | null;
  setup: string;
}

interface Target extends ExamplePlace, AskedCommand {
  stem: string;
  language: ExampleLanguage;
}

/** Null if a name that the call uses is defined nowhere, or not where the call can be made. */
function neededCall(found: Found, source: ProbeSource, context: Target): NeededCall | null {
  const { definitions, language, from } = context;
  const id = language === 'typescript' ? 'javascript' : language;
  const [first] = found.called;
  const defined = first === undefined ? null : definitions.find(first, [id]);
  const named = found.unimported.map((name) => ({ name, ...definitions.find(name, [id]) }));
  if (named.some(({ path }) => path === null)) return null;
  const { call, called, path, setup, packageName } = found;
  const isPublic = named.every((each) => each.path === null || isExportedIn(each.path, each.name, each.tree));
  const place = answersPlace({ path, packageName, definedIn: defined?.path ?? null, isPublic }, { ...context, ...context.tree });
  if (place === null) return null;
  const lines = named.map((each) => {
    if (each.path === null) return null;
    const { files, read } = each.tree;
    const isInside = place.isInside && folderOf(each.path) === folderOf(place.path);
    return importStatement({ name: each.name, definedIn: each.path, from: place.path, files, read, isInside });
  });
  // Imports are relative to one file.
  const isMixed = id === 'javascript' && found.path !== null && found.path !== from && lines.length > 0;
  if (isMixed || lines.some((line) => line === null)) return null;
  const imports = [...new Set([found.imports, ...lines].filter((line) => line !== null && line !== ''))].join('\n');
  return { call, language, called, source, path: defined?.path ?? null, imports, importsPath: path, setup, place };
}

function callsOf(
  { path, text, products }: { path: string; text: string; products: ReadonlySet<string> },
  complete: (found: Found) => NeededCall | null,
): NeededCall[] {
  const code = path.endsWith('.rs') && !isTest(path) ? rustTestCode(text) : text;
  const packageName = path.endsWith('.go') ? packageClause(text) : null;
  return callsIn({ path, text: code, products }).flatMap((found) => complete({ ...found, path, packageName, setup: '' }) ?? []);
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
      return found.flatMap((each) => complete({ ...each, path: target.from, packageName: null, setup: '' }, 'example') ?? []);
    }
    return callsIn({ path, text: call, products }).flatMap((found) => {
      // Go does not allow an import without a use: those of the call are found again.
      const own = [language === 'go' ? '' : imports, found.imports].filter((text) => text !== '').join('\n');
      return complete({ ...found, imports: own, path: null, packageName: null, setup }, 'example') ?? [];
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

/** `calls` have one place. */
function writeFile(
  calls: readonly ChosenCall[],
  request: FileRequest,
  moduleForm: ModuleForm | null,
): ProbeFile['files'][number] | null {
  const place = calls[0]?.from.place;
  if (place === undefined) return null;
  const { path } = place;
  const asked = calls.map(({ probe, from: { imports, importsPath, setup } }) => ({ probe, imports, importsPath, setup }));
  const written = writeAnswers({ language: request.language, calls: asked, path, moduleForm, place });
  if (written === null) return null;
  if ('file' in written) return { path, text: written.file };
  const { body, support } = written;
  const test = { name: STEM, title: STEM, imports: '', setup: '', call: body, expected: HOLDS, isOwnCode: true as const };
  const file = writeTestFile({ ...request, support, tests: [test] });
  return file === null ? null : { path, text: file.text };
}

const HOLDS = { kind: 'holds' } as const;

/** Sources, and what says which package they belong to and what it exports. */
function isRead(path: string): boolean {
  return isSourceFile(path) || /(?:^|\/)(?:package\.json|go\.mod|Cargo\.toml)$/.test(path);
}

function isTest(path: string): boolean {
  return supportRole(path) === 'test' || isProgramName(path);
}

function isProduct(path: string): boolean {
  return isSourceFile(path) && supportRole(path) === null && !isProgramName(path);
}

/** What files define, and how code names their packages. */
function namesOf(texts: SourceTexts, paths: readonly string[], language: ExampleLanguage): string[] {
  return [...namesIn([texts], paths), ...packageNames(paths, texts, language)];
}

/** What the changed files define, in any tree. */
function namesIn(trees: readonly SourceTexts[], paths: readonly string[]): ReadonlySet<string> {
  const texts = trees.flatMap(({ read }) => paths.map((path) => ({ path, text: read(path) ?? '' })));
  const distinct = [...new Map(texts.map((each) => [`${each.path}\0${each.text}`, each])).values()];
  return new Set(distinct.flatMap(({ path, text }) => definedNames(path, text).map(({ name }) => name)));
}
