// What Hydra knows about a tool, in one folder per tool. A part that a tool lacks is left out.

import type { ExampleLanguage, ExpectedResult } from '../contract/index.ts';
import type { ModuleForm } from '../languages/index.ts';
import type { LoadErrorSign } from '../parse/load-error.ts';
import type { Parser } from '../parse/parser.ts';
import type { LintSection, Section, SecuritySection, TestSection } from '../parse/section.ts';

interface Tool<Kind extends Section> {
  /** The name of its folder. */
  readonly id: string;
  /** Of its console output and its reports. */
  readonly parse: readonly Parser<Kind>[];
}

/** How many words of a command line start the runner; null if they start something else. */
export type Start = (words: readonly string[]) => number | null;

export interface ReportRequest {
  /** The command, followed by the scripts it runs, if they are known. */
  readonly scripts: readonly string[];
  /** The folder for reports. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Between the folders of a search path. */
  readonly delimiter: string;
  /** The absolute path of a file that Hydra loads into the user's processes; `path` is relative to src/tools/runners. */
  hookPath(path: string): string;
  /** The same as a URL. */
  hookUrl(path: string): string;
}

export interface ReportVariables {
  /**
   * Words in a command that show that the runner may read the variables, directly or through another program. Other commands do
   * not need them, and their tests would see them.
   */
  readonly startedBy: RegExp;
  variables(request: ReportRequest): Record<string, string>;
}

export interface Report {
  /** Its file name begins with this. */
  readonly format: string;
  /** The parsers of console output whose tests it covers. */
  readonly covers: readonly string[];
  /** Variables that request it without a change of the command; `env` has those of the previous entries. */
  readonly request?: readonly ReportVariables[];
  /** Present if the runner chooses the names of the files in a folder with the name of the format. */
  readonly extension?: string;
  /** Present if the runner writes it into the checkout with every run. */
  readonly left?: {
    /** Words in a command that starts the runner. */
    readonly startedBy: RegExp;
    /** Folders with one file per test class, relative to the folder of a module. */
    readonly folder: RegExp;
  };
}

export interface Coverage {
  /** Of the files that are measured. */
  readonly language: 'javascript' | 'python' | 'go';
  /** Words in a command or a script that start it. */
  readonly startedBy: RegExp;
  /** Its own option measures, because it runs files in a way that the runtime's coverage does not see. */
  readonly isOwn?: true;
  /** It reads the option from its command line alone, so that the command itself has to start it. */
  readonly isInCommand?: true;
  /** It measures only if one of these is installed. */
  readonly needsPackage?: readonly string[];
}

export interface TestRunner extends Tool<TestSection> {
  /** Names of the files that decide which tests are found and how they run; in any folder. */
  readonly configFiles?: RegExp;
  /** Present if Hydra understands commands that start it. */
  readonly starts?: readonly Start[];
  /** Present if npm installs it, so that `npx` finds it. */
  readonly isNpmPackage?: true;
  /** Arguments that prevent a selection, because they select tests themselves or change what runs. */
  readonly selects?: RegExp;
  /** All arguments of a command that runs only some tests; null if they cannot be selected. */
  readonly selectTests?: (request: TestRequest) => string[] | null;
  /** The same for all tests of some files. */
  readonly selectFiles?: (request: FileRequest) => string[] | null;
  /** All arguments of a command that runs the whole suite in another order. */
  readonly shuffle?: (args: readonly string[], seed: number) => string[];
  /** Output of a run that could not compile or load the tests. */
  readonly loadError?: LoadErrorSign;
  readonly report?: Report;
  /** Present if Hydra can measure which lines its tests execute. */
  readonly coverage?: Coverage;
  /** The command with output that lists every test; neither the tests nor the exit code change. */
  readonly listEveryTest?: (command: string) => string;
  /** The command that continues after a program with failed tests. */
  readonly keepGoing?: (command: string) => string;
  /** Files that the runner loads separately and whose tests it can run alone. */
  readonly testFile?: RegExp;
  /** Present if test ids begin with the file, so that the tests of a changed file can be identified. */
  readonly idsBeginWithFile?: true;
  /** Present if it builds the tests from the files of the tree each time, or loads them directly. */
  readonly readsSources?: true;
  /** Present if it also runs tests that are inside source files. */
  readonly testsInSources?: true;
  /** Present if one command builds all tests that it selects before it runs the first. */
  readonly buildsAllFirst?: true;
  /** Writes test files for it. */
  readonly write?: TestWriter;
}

/** A call and what it must do. */
export interface TestToWrite {
  /** Unique in its file: letters, digits and underscores. */
  readonly name: string;
  /** The test in words, on one line. Runners without titles show it with a failure. */
  readonly title: string;
  /** Import statements of the language. */
  readonly imports: string;
  /** Statements before the call. */
  readonly setup: string;
  /** The expression, the statements that must hold, or a whole test. */
  readonly call: string;
  readonly expected: ExpectedResult;
  /** Present if Hydra wrote the code itself: it needs no protection against mistakes in it. */
  readonly isOwnCode?: true;
}

export interface WriteRequest {
  /** The arguments of the runner in the user's command. */
  readonly args: readonly string[];
  /** The files of the tree. */
  readonly files: readonly string[];
  read(path: string): string | null;
  /** The name of the file without what the runner and the language require: letters, digits and underscores. */
  readonly stem: string;
  readonly tests: readonly TestToWrite[];
  /** For a language whose tests belong to a package: the source file with what is tested. */
  readonly beside: string | null;
  /** Whether the tests use what only the package itself can use. */
  readonly isInside?: boolean;
  /** Declarations that the tests use. */
  readonly support?: string;
}

export interface WrittenFile {
  readonly path: string;
  readonly text: string;
  /** For each test, its name in the results of the runner, without file and groups. */
  readonly names: readonly string[];
}

export interface TestWriter {
  readonly languages: readonly ExampleLanguage[];
  /** Present if the tests are compiled: one that is not valid stops all tests of its file, and others would still run. */
  readonly compiles?: true;
  /** Where the file will be; the imports depend on it. */
  path(request: Omit<WriteRequest, 'tests'>): string;
  /** Names that tests of the runner can use without an import. */
  readonly provides?: readonly string[];
  /** How the file at a path loads modules, for a language with several ways. */
  moduleForm?(request: Omit<WriteRequest, 'tests'>, path: string): ModuleForm;
  /** The file at a path. */
  text(request: WriteRequest, path: string): Omit<WrittenFile, 'path'>;
}

interface CodeChecker {
  /** The names of its configuration files, in any folder. */
  readonly configFiles?: RegExp;
  /** A comment or attribute that silences it, in one place or in a whole file. */
  readonly suppression?: RegExp;
  /** The same, only for a whole file. */
  readonly fileSuppression?: RegExp;
}

export interface Linter extends Tool<LintSection>, CodeChecker {}

export interface Scanner extends Tool<SecuritySection>, CodeChecker {}

interface Request {
  /** The words that start the runner, as written. */
  readonly start: readonly string[];
  /** Its arguments, as written. */
  readonly args: readonly string[];
  hasFile(path: string): boolean;
}

export interface TestRequest extends Request {
  /** Sorted, without duplicates. */
  readonly ids: readonly string[];
  /** Runs the tests in an order derived from this number, if the runner supports it; null keeps the order. */
  readonly seed: number | null;
}

export interface FileRequest extends Request {
  /** Sorted, without duplicates. */
  readonly files: readonly string[];
  /** The text of one of the files. */
  read(path: string): string | null;
}
