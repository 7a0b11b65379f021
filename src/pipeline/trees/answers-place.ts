// Which generated file makes a call: one for all in Python and JavaScript, one per package in Go, one per crate in Rust.
import type { ExampleLanguage } from '../../contract/index.ts';
import type { SourceTexts } from '../../git/index.ts';
import { crateOf, definedNames, folderOf, packageClause } from '../../languages/index.ts';
import type { AnswersPlace } from '../../plan/index.ts';
import { placeTestFile, supportRole } from '../../tools/index.ts';

export interface AskedCommand {
  command: string;
  scripts: Readonly<Record<string, string>>;
}

interface CallSource {
  /** The test file that makes the call; null for an example. */
  path: string | null;
  /** The package clause of that file. */
  packageName: string | null;
  /** The first file that defines what is called. */
  definedIn: string | null;
  /** Whether everything that it names is exported. */
  isPublic: boolean;
}

interface PlaceRequest extends AskedCommand, SourceTexts {
  stem: string;
  language: ExampleLanguage;
}

/** Null if the runner has no place for it. */
export function answersPlace(source: CallSource, request: PlaceRequest): AnswersPlace | null {
  const beside = source.path ?? source.definedIn;
  const place = { beside, packageName: null, crateName: null, isInside: false };
  if (request.language === 'go') return goPlace(source, request);
  const path = pathIn(request, request.language === 'rust' ? place : { beside: null, isInside: false });
  if (path === null || request.language !== 'rust') return path === null ? null : { ...place, beside: null, path };
  const crate = beside === null ? null : crateOf(beside, request);
  return crate === null ? null : { ...place, path, crateName: crate.name };
}

/** In the folder of the package, inside of it or as its external test package. */
function goPlace({ path, packageName, definedIn, isPublic }: CallSource, request: PlaceRequest): AnswersPlace | null {
  const beside = path ?? definedIn;
  const own = definedIn === null ? null : packageClause(request.read(definedIn) ?? '');
  const external = own === null ? null : `${own}_test`;
  const name = packageName ?? (isPublic && own !== 'main' ? external : own);
  if (beside === null || name === null) return null;
  const isInside = !name.endsWith('_test');
  const stem = isInside ? request.stem : `${request.stem}_outside`;
  const placed = pathIn({ ...request, stem }, { beside, isInside: true });
  return placed === null ? null : { path: placed, beside, packageName: name, crateName: null, isInside };
}

function pathIn(request: PlaceRequest, where: { beside: string | null; isInside: boolean }): string | null {
  return placeTestFile({ ...request, ...where }).path;
}

/** The product files that are compiled together with a changed one: their functions call it. */
export function unitFiles(changed: readonly string[], { files, read }: SourceTexts, language: ExampleLanguage): string[] {
  if (language !== 'go' && language !== 'rust') return [];
  const tree = { files, read };
  const unitOf = (path: string) => (language === 'go' ? folderOf(path) : (crateOf(path, tree)?.folder ?? null));
  const extension = language === 'go' ? '.go' : '.rs';
  const sources = files.filter((path) => path.endsWith(extension) && supportRole(path) === null && !path.endsWith('_test.go'));
  const units = new Set(changed.filter((path) => path.endsWith(extension)).map(unitOf));
  return sources.filter((path) => units.has(unitOf(path)));
}

/** The names that code may use for the packages of these files. */
export function packageNames(paths: readonly string[], { read, files }: SourceTexts, language: ExampleLanguage): string[] {
  if (language === 'go') return paths.flatMap((path) => packageClause(read(path) ?? '') ?? []).filter((name) => name !== 'main');
  return language === 'rust' ? paths.flatMap((path) => crateOf(path, { files, read })?.name ?? []) : [];
}

export function isExportedIn(path: string, name: string, { read }: SourceTexts): boolean {
  const text = read(path) ?? '';
  return packageClause(text) === name || definedNames(path, text).find((each) => each.name === name)?.isExported !== false;
}
