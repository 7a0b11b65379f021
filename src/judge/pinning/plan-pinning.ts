// Decides which changes of a candidate stay in the pinned tree. Product source is recognized positively, by language,
// place and name; every other added or changed file is the base's.

import type { DiffFile, RestoredFile } from '../../contract/index.ts';
import { familyOf, isAsset, isData } from '../../languages/index.ts';
import { isTestByNameAlone, mixedFile, supportRole } from '../../tools/index.ts';
import { isDocumentation } from '../change-kind.ts';
import { isLockfile } from '../classify-file.ts';
import { programsAmong } from '../programs.ts';
import { pinRustTests } from '../rust-tests.ts';
import { type BaseLayout, isNamed } from './layout.ts';
import { isManifest, type PinnedManifest, type ProductChanges, pinManifest } from './manifests.ts';
import { deniedPlace, folderOf, foldersAbove, isInert, isSettingsName, namesTool } from './places.ts';
import { isReferenced } from './references.ts';
import { isShadowing } from './shadowing.ts';

/** A changed file with its text in both trees; null where the tree lacks it or it is not text. */
export interface ChangedText {
  file: DiffFile;
  baseText: string | null;
  text: string | null;
}

interface PinPlan {
  /** The files with another content than the candidate's, and why. */
  restored: readonly RestoredFile[];
  isPinned(path: string): boolean;
  mayHoldPinned(path: string): boolean;
  /** Null if the candidate's text stays. */
  pinContent(path: string): string | null;
}

type Why = RestoredFile['why'];

export function planPinning(layout: BaseLayout, changes: readonly ChangedText[]): PinPlan {
  const judged = judgeFiles(layout, changes);
  const product = productOf(layout, judged);
  const manifests = new Map(judged.flatMap((each) => pinnedManifest(each, product)));
  const lock = judgeLocks([...manifests.values()]);
  const restoration: Restoration = { whole: new Map(), texts: new Map() };
  for (const each of judged) {
    restoreFile(each, manifests.get(each.change.file.path), lock, restoration);
    restoreOldPath(layout, each.change, restoration.whole);
  }
  const { whole, texts } = restoration;
  return {
    restored: listRestored(restoration),
    isPinned: (path) => whole.has(path),
    mayHoldPinned: (path) => texts.has(path),
    pinContent: (path) => texts.get(path)?.text ?? null,
  };
}

interface Judged {
  change: ChangedText;
  /** Null if the candidate's version stays. */
  why: Why | null;
}

interface Restoration {
  whole: Map<string, Why>;
  /** Files of which only parts are restored. */
  texts: Map<string, { text: string; why: Why }>;
}

/** Each is searched for in all product source. */
const MAX_UNKNOWN = 100;

/** Files in new places are product source if the candidate's other product source uses them. */
function judgeFiles(layout: BaseLayout, changes: readonly ChangedText[]): Judged[] {
  const programs = findPrograms(layout, changes);
  const first = changes.map((change): Judged => {
    return { change, why: programs.has(change.file.path) ? 'test' : whyRestored(layout, change) };
  });
  const known = first.map((each) => (isWanted(layout, each) ? { ...each, why: null } : each));
  const added = addedSource(known);
  const unknown = new Set(known.filter(({ why }) => why === 'unknown').slice(0, MAX_UNKNOWN));
  return known.map((each) => (unknown.has(each) ? { ...each, why: whyUnknown(layout, each.change, added) } : each));
}

/** Programs that show a fault are tests; unless the base's product or tests already name them. */
function findPrograms(layout: BaseLayout, changes: readonly ChangedText[]): ReadonlySet<string> {
  const added = changes
    .filter(({ file }) => file.mode.startsWith('100'))
    .map(({ file: { path, status }, baseText, text }) => {
      return { path, isAdded: status === 'added', text: addedText(baseText, text) };
    });
  const isWanted = (path: string) => isNamed(path, layout.testText) || isNamed(path, layout.productText);
  return new Set(programsAmong(added).flatMap(({ id }) => (isWanted(id) ? [] : [id])));
}

/** Source in a new place that the base's tests already import: the task is to write it. */
function isWanted(layout: BaseLayout, { change: { file }, why }: Judged): boolean {
  const language = familyOf(file.path);
  return (
    why === 'unknown' &&
    !file.binary &&
    language !== null &&
    layout.languages.has(language) &&
    isNamed(file.path, layout.testText)
  );
}

function isSource({ change, why }: Judged): boolean {
  return why === null && familyOf(change.file.path) !== null;
}

/** The added lines of product source. */
function addedSource(judged: readonly Judged[]): string {
  return judged
    .filter(isSource)
    .map(({ change: { text, baseText } }) => addedText(baseText, text))
    .join('\n');
}

/** Why lockfiles are restored with their manifests; null if they may stay. */
function judgeLocks(manifests: readonly PinnedManifest[]): Why | null {
  const restored = manifests.filter(({ restoresDependencies }) => restoresDependencies);
  if (restored.length === 0) return null;
  return restored.every(({ onlyVersions }) => onlyVersions) ? 'version' : 'dependency';
}

function restoreFile({ change, why }: Judged, manifest: PinnedManifest | undefined, lock: Why | null, to: Restoration): void {
  const { path } = change.file;
  if (isLockfile(path)) {
    const reason = lock ?? (isPlainLock(change) ? null : 'dependency');
    if (reason !== null) to.whole.set(path, reason);
  } else if (manifest !== undefined) restoreManifest(change, manifest, to);
  else if (why !== null) to.whole.set(path, why);
  else restoreInside(change, to.texts);
}

function restoreManifest(
  { file: { path }, baseText }: ChangedText,
  manifest: PinnedManifest,
  { whole, texts }: Restoration,
): void {
  const { text, onlyVersions, restoresDependencies } = manifest;
  const why = onlyVersions
    ? 'version'
    : (supportRole(path) ?? (restoresDependencies ? 'dependency' : mixedFile(path) === null ? 'build' : 'config'));
  if (text === baseText) whole.set(path, why);
  else if (text !== null) texts.set(path, { text, why });
}

function listRestored({ whole, texts }: Restoration): RestoredFile[] {
  const files = [...whole].map(([path, why]): RestoredFile => ({ path, why }));
  const parts = [...texts].map(([path, { why }]): RestoredFile => ({ path, why, in_part: true }));
  return [...files, ...parts].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A renamed file leaves a gap where the base has one that is no product source. */
function restoreOldPath(layout: BaseLayout, { file }: ChangedText, whole: Map<string, Why>): void {
  const { old_path: before, status } = file;
  if (before === null || status !== 'renamed') return;
  const why = whyByPath(layout, before, true);
  if (why !== null && why !== 'unknown') whole.set(before, why);
}

/** Tests inside Rust sources are the base's. */
function restoreInside({ file, baseText, text }: ChangedText, texts: Map<string, { text: string; why: Why }>): void {
  if (file.status !== 'modified' || baseText === null || text === null) return;
  const pinned = pinRustTests(file.path, baseText, text);
  if (pinned !== text) texts.set(file.path, { text: pinned, why: 'test' });
}

function pinnedManifest({ change, why }: Judged, product: ProductChanges): [string, PinnedManifest][] {
  const { file, baseText, text } = change;
  const { path, status } = file;
  const role = supportRole(path);
  if (!isManifest(path) || why === 'vendored' || why === 'hidden' || (role !== null && role !== 'script')) return [];
  if (status !== 'modified' || baseText === null || text === null) return [];
  return [[path, pinManifest({ path, baseText, text }, product)]];
}

function productOf(layout: BaseLayout, judged: readonly Judged[]): ProductChanges {
  const added = addedSource(judged);
  const names = (text: string, dependency: string) => {
    const words = [dependency, dependency.replaceAll('-', '_'), dependency.replace(/^@[^/]*\//, '')];
    return words.some((word) => word.length > 1 && text.includes(word));
  };
  return {
    sources: judged
      .filter(isSource)
      .flatMap(({ change: { file } }) => [file.path, ...(file.old_path === null ? [] : [file.old_path])]),
    imports: (dependency) => names(added, dependency),
    isTested: (dependency) => names(layout.testText, dependency) && !names(layout.productText, dependency),
  };
}

/** The lines of the candidate's version that the base's lacks. */
function addedText(baseText: string | null, text: string | null): string {
  const before = new Set((baseText ?? '').split('\n'));
  return (text ?? '')
    .split('\n')
    .filter((line) => !before.has(line))
    .join('\n');
}

/** Null if product source uses the file. */
function whyUnknown(layout: BaseLayout, { file, text }: ChangedText, added: string): Why | null {
  const { path, status } = file;
  const language = familyOf(path);
  const isPlain = isPlainData(path, text, file.binary) || (status === 'deleted' && isData(path));
  if (language === null) {
    if (!isPlain) return 'unknown';
    if (isNamed(path, added) || isNamed(path, layout.productText)) return null;
    return isSettingsFormat(path) && isAtPackageRoot(layout, path) ? 'unknown' : 'data';
  }
  const isKnownLanguage = layout.languages.has(language) && !file.binary;
  return isKnownLanguage && isNamed(path, added) ? null : 'unknown';
}

/** Null for product source, plain data beside it, and documents. */
function whyRestored(layout: BaseLayout, { file, text }: ChangedText): Why | null {
  const { path, status, mode, old_mode: oldMode } = file;
  const isNew = status === 'added' || status === 'copied' || (status === 'renamed' && !layout.files.has(path));
  const why = whyByPath(layout, path, !isNew);
  if (why !== null && why !== 'unknown') return why;
  if (status === 'deleted') return why;
  // Links and submodules name content elsewhere.
  if (!mode.startsWith('100')) return oldMode === mode && status === 'modified' ? 'unknown' : 'dependency';
  if (familyOf(path) !== null) return file.binary ? 'unknown' : why;
  return isDocumentation(path) || isInert(path) || isPlainData(path, text, file.binary) ? why : 'unknown';
}

function whyByPath(layout: BaseLayout, path: string, isOnBase: boolean): Why | null {
  const role = isProductNamedAsTest(layout, path) ? null : supportRole(path);
  if (role !== null) return role;
  if (isInert(path)) return null;
  const language = familyOf(path);
  const isSourceFolder = (folder: string) => layout.sourceFolders.get(language ?? '')?.has(folder) === true;
  const loaded = whyLoaded(layout, path);
  if (loaded !== null) return loaded;
  const denied = deniedPlace(path, isSourceFolder);
  if (denied !== null) return denied;
  if (isManifest(path) || mixedFile(path) !== null || isLockfile(path)) return 'build';
  if (isDocumentation(path)) return null;
  const isInSources = isBelowSources(layout, path, language);
  if (isSettingsName(path) && !(isSourceFolder(folderOf(path)) && !layout.packageFolders.has(folderOf(path)))) return 'config';
  if (language === null) return dataByPath(layout, path, isInSources);
  if (isOnBase) return null;
  if (isShadowing(path, layout)) return 'shadowing';
  return isInSources ? null : 'unknown';
}

/** The name alone makes it a test, and product source of the base includes or imports it. */
function isProductNamedAsTest(layout: BaseLayout, path: string): boolean {
  if (!layout.files.has(path) || layout.testOnly.has(path) || !isTestByNameAlone(path)) return false;
  return familyOf(path) !== null && isNamed(path, layout.productText);
}

/** Compiled languages have files of tests by any name. */
function whyLoaded({ testOnly, references }: BaseLayout, path: string): Why | null {
  if (testOnly.has(path)) return familyOf(path) === 'rust' || familyOf(path) === 'c' ? 'test' : 'support';
  return isReferenced(path, references) ? 'support' : null;
}

function dataByPath(layout: BaseLayout, path: string, isInSources: boolean): Why | null {
  if (!isData(path) && !isAsset(path)) return 'unknown';
  if (namesTool(path)) return 'config';
  if (isAtPackageRoot(layout, path)) return 'unknown';
  return isInSources || isBesideSuchData(layout, path) ? null : 'unknown';
}

const SETTINGS_FOLDER = /(?:^|[/_.-])(?:config|configs|conf|etc|settings|presets?|env)(?:[/_.-]|$)/i;

/** The base has data of the same format in the folder, or this file; settings of tools are at other places. */
function isBesideSuchData({ files }: BaseLayout, path: string): boolean {
  const folder = folderOf(path);
  const extension = path.slice(path.lastIndexOf('.'));
  if (SETTINGS_FOLDER.test(folder)) return false;
  return files.has(path) || [...files].some((file) => folderOf(file) === folder && file.endsWith(extension));
}

/** Where tools look for their settings. */
function isAtPackageRoot({ packageFolders }: BaseLayout, path: string): boolean {
  return packageFolders.has(folderOf(path)) || folderOf(path) === '';
}

function isSettingsFormat(path: string): boolean {
  return /\.(?:jsonc?|json5|ya?ml|toml|xml|properties)$/.test(path);
}

/** A folder with product source of the same language, or one below it. Data may be beside source of any language. */
function isBelowSources({ sourceFolders }: BaseLayout, path: string, language: string | null): boolean {
  const folders = language === null ? [...sourceFolders.values()] : [sourceFolders.get(language) ?? new Set<string>()];
  const above = foldersAbove(path).filter((folder) => language !== null || folder !== '');
  return above.some((folder) => folders.some((known) => known.has(folder)));
}

const MAX_DATA = 2_000_000;

/** Data by its content: JSON that can be parsed, or text without a program. */
function isPlainData(path: string, text: string | null, binary: boolean): boolean {
  if (isAsset(path)) return true;
  if (binary || text === null || text.length > MAX_DATA || !isData(path)) return false;
  if (text.startsWith('#!') || text.includes('\0')) return false;
  if (!path.endsWith('.json')) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const LOCKED = /\b(?:resolved|integrity|checksum|tarball|source|version|path|url|h1:)/;

/** Only adds packages: what the base locks stays as it is. */
function isPlainLock({ file, baseText, text }: ChangedText): boolean {
  if (file.status !== 'modified' || baseText === null || text === null) return false;
  const kept = new Set(text.split('\n').map((line) => line.trim()));
  const removed = baseText.split('\n').filter((line) => LOCKED.test(line) && !kept.has(line.trim()));
  const added = addedText(baseText, text);
  return removed.length === 0 && !/["\s](?:file|link|git\+\w+|github):|\bpath = "|"link": true/.test(added);
}
