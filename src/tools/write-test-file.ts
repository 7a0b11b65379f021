// Writes calls with their expected results as a test file of the runner that the user's command starts. Pure.
import type { ExampleLanguage } from '../contract/index.ts';
import type { ModuleForm } from '../languages/index.ts';
import { understandTestCommand } from './test-command.ts';
import type { TestToWrite, WriteRequest, WrittenFile } from './tool.ts';

export interface TestFileRequest extends Pick<WriteRequest, 'files' | 'stem' | 'read' | 'support'> {
  readonly command: string;
  /** The scripts of the base's package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly language: ExampleLanguage;
  readonly beside?: string | null;
  readonly isInside?: boolean;
}

export type TestFilePlan =
  | { readonly path: string; readonly moduleForm: ModuleForm | null; readonly provides: readonly string[]; readonly why: null }
  | { readonly path: null; readonly why: string };

/** Where the file will be: imports depend on it. */
export function placeTestFile(request: TestFileRequest): TestFilePlan {
  const understood = understandTestCommand(request.command, request.scripts);
  if (understood === null) return { path: null, why: 'the test command is not one call of a known runner' };
  const { runner, args } = understood;
  if (runner.write === undefined) return { path: null, why: `the runner ${runner.id} has no writer` };
  const isRead = runner.write.languages.includes(request.language);
  if (!isRead) return { path: null, why: `the runner ${runner.id} has no tests in ${request.language}` };
  const place = { ...withPlace(request), args };
  const path = runner.write.path(place);
  const { moduleForm, provides = [] } = runner.write;
  return { path, moduleForm: moduleForm?.(place, path) ?? null, provides, why: null };
}

/** The test file; null if the runner of the command has no writer for the language. */
export function writeTestFile(request: TestFileRequest & { readonly tests: readonly TestToWrite[] }): WrittenFile | null {
  const { path } = placeTestFile(request);
  const understood = understandTestCommand(request.command, request.scripts);
  if (path === null || understood?.runner.write === undefined) return null;
  return { path, ...understood.runner.write.text({ ...withPlace(request), args: understood.args }, path) };
}

function withPlace<Request extends TestFileRequest>(request: Request) {
  return { ...request, beside: request.beside ?? null, isInside: request.isInside ?? false };
}

/** Whether a test that is not valid stops the others in its file. */
export function compilesTests(command: string, scripts: Readonly<Record<string, string>>): boolean {
  return understandTestCommand(command, scripts)?.runner.write?.compiles === true;
}

/** The languages in which the runner of the command has tests that Hydra can write. */
export function writableLanguages(command: string, scripts: Readonly<Record<string, string>>): readonly ExampleLanguage[] {
  return understandTestCommand(command, scripts)?.runner.write?.languages ?? [];
}

const MAX_TITLE = 120;

/** One line for people, bounded, without what ends a line or separates the parts of a test id. */
export function testTitle(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
  const plain = text.replace(/[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim();
  const safe = plain.replaceAll(' > ', ' › ').replaceAll('#', '♯');
  const chars = [...safe];
  return chars.length <= MAX_TITLE ? safe : `${chars.slice(0, MAX_TITLE - 3).join('')}...`;
}
