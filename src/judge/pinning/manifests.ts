// Manifests of packages: which parts of a candidate's version stay in the pinned tree. Names, versions and added
// dependencies from a registry stay; everything that decides how the base's tests run or what they load is the base's.
import { anyOf } from '../../languages/index.ts';
import { onlyListsSources } from './listing.ts';

export interface ManifestChange {
  path: string;
  baseText: string;
  text: string;
}

export interface ProductChanges {
  /** The product files that the candidate adds, changes or removes. */
  sources: readonly string[];
  /** Whether the candidate's product source names this package. */
  imports(dependency: string): boolean;
  /** Whether the base's tests name this package. */
  isTested(dependency: string): boolean;
}

export interface PinnedManifest {
  /** The text for the pinned tree; null if the candidate's stays. */
  text: string | null;
  /** Whether dependencies of the candidate were restored, so that its lockfile does not fit. */
  restoresDependencies: boolean;
  /** Whether only plain versions of dependencies were restored. */
  onlyVersions: boolean;
}

const KEPT: PinnedManifest = { text: null, restoresDependencies: false, onlyVersions: false };

const MANIFEST = anyOf({
  node: /(?:^|\/)package\.json$/,
  toml: /(?:^|\/)(?:pyproject|Cargo|Pipfile)\.toml$|(?:^|\/)Pipfile$/,
  go: /(?:^|\/)go\.mod$/,
  lines:
    /(?:^|\/)(?:requirements[\w-]*\.(?:txt|in)|requirements\/[\w-]+\.txt|Gemfile|[\w-]+\.gemspec|build\.gradle(?:\.kts)?|pom\.xml|composer\.json|mix\.exs|pubspec\.yaml|Package\.swift|[\w.-]+\.(?:cs|fs|vb)proj|[\w-]+\.cabal|setup\.py)$/,
});

/** Files that say how to build, not what to install. */
const BUILD =
  /(?:^|\/)(?:GNUmakefile|[Mm]akefile(?:\.\w+)?|CMakeLists\.txt|meson\.build|SConstruct|SConscript|BUILD(?:\.bazel)?|configure\.ac|dune|binding\.gyp|MANIFEST\.in)$|\.(?:mk|cmake|gyp|gypi|pro|vcxproj)$/;

export function isManifest(path: string): boolean {
  return MANIFEST.test(path) || BUILD.test(path);
}

/** Of a manifest that the base has and the candidate changes. */
export function pinManifest(change: ManifestChange, product: ProductChanges): PinnedManifest {
  const { path, baseText, text } = change;
  if (baseText === text) return KEPT;
  // Their members decide what a file is used for, so that a name in another place is another meaning.
  if (path.endsWith('package.json')) return pinPackage(change, product);
  if (/\.toml$|Pipfile$/.test(path)) return pinToml(change, product);
  if (!path.endsWith('.json') && onlyListsSources(baseText, text, product.sources)) return KEPT;
  const isPlain = !BUILD.test(path) && addsOnlyPlainLines(change, product);
  return isPlain ? KEPT : { text: baseText, restoresDependencies: !BUILD.test(path), onlyVersions: false };
}

/** Members that no check reads. */
const FREE_MEMBERS = new Set(
  'version description keywords author contributors maintainers license repository homepage bugs funding files types typings engines sideEffects publishConfig private name'.split(
    ' ',
  ),
);
const DEPENDENCY_MEMBERS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function pinPackage({ baseText, text }: ManifestChange, product: ProductChanges): PinnedManifest {
  const [base, own] = [readObject(baseText), readObject(text)];
  if (base === null || own === null) return { text: baseText, restoresDependencies: true, onlyVersions: false };
  const tables = DEPENDENCY_MEMBERS.map((name) => judgeTable(name, readTable(base[name]), readTable(own[name]), product));
  const areKept = tables.every((state) => state === 'kept');
  const isKept = (name: string) =>
    FREE_MEMBERS.has(name) ||
    (DEPENDENCY_MEMBERS.includes(name) && areKept) ||
    (name === 'exports' && addsExports(base.exports, own.exports, product));
  const isSame = (name: string) => JSON.stringify(base[name]) === JSON.stringify(own[name]);
  const restored = [...new Set([...Object.keys(base), ...Object.keys(own)])].filter((name) => !isSame(name) && !isKept(name));
  if (restored.length === 0) return KEPT;
  // The members that the base has keep its order, so that equal manifests have equal bytes.
  const names = [...new Set([...Object.keys(own), ...Object.keys(base)])];
  const members = names.flatMap((name): [string, unknown][] => {
    const value = restored.includes(name) ? base[name] : own[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    text: `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`,
    restoresDependencies: !areKept,
    onlyVersions: restored.every((name) => DEPENDENCY_MEMBERS.includes(name)) && !tables.includes('redirected'),
  };
}

/** Each is searched for in the sources: a change with more is not about one task. */
const MAX_DEPENDENCIES = 60;

type TableState = 'kept' | 'version' | 'redirected';

/** Base entries are unchanged, and added ones come from a registry and are used by the candidate's product source. */
function judgeTable(
  name: string,
  base: Record<string, unknown>,
  own: Record<string, unknown>,
  { imports, isTested }: ProductChanges,
): TableState {
  const changed = [...new Set([...Object.keys(base), ...Object.keys(own)])].filter((key) => base[key] !== own[key]);
  if (changed.some((key) => own[key] !== undefined && !isPlainVersion(own[key]))) return 'redirected';
  if (changed.length > MAX_DEPENDENCIES) return 'version';
  const isFine = (key: string) => {
    if (own[key] === undefined) return !isTested(key);
    if (base[key] === undefined) return imports(key) && !isTested(key);
    return name !== 'devDependencies' && !isTested(key);
  };
  return changed.every(isFine) ? 'kept' : 'version';
}

/** A range of versions in the registry: no address, folder, file, alias or tag of another place. */
function isPlainVersion(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^(?:[\^~<>=v\s]{0,4}\d[\w.+-]{0,40}|\*|x|latest)(?:\s{0,3}(?:\|\||-|,)?\s{0,3}[\^~<>=v]{0,3}\d[\w.+-]{0,40}){0,6}$/.test(
      value,
    )
  );
}

/** New entry points for new product files; a pattern of the base could be overridden by a more specific one. */
function addsExports(base: unknown, own: unknown, { sources }: ProductChanges): boolean {
  const [before, after] = [readTable(base), readTable(own)];
  if (Object.keys(before).length === 0 || Object.keys(before).some((key) => key.includes('*') || !key.startsWith('.')))
    return false;
  const isSame = (key: string) => JSON.stringify(before[key]) === JSON.stringify(after[key]);
  return Object.keys(before).every(isSame) && Object.keys(after).every((key) => isSame(key) || pointsTo(after[key], sources));
}

function pointsTo(target: unknown, sources: readonly string[]): boolean {
  if (typeof target === 'string') return sources.some((path) => `./${path}`.endsWith(target.replace(/^\.\//, '/')));
  return typeof target === 'object' && target !== null && Object.values(target).every((inner) => pointsTo(inner, sources));
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function readTable(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

const HEADER = /^[ \t]*\[\[?[ \t]*([\w"'-]+(?:[ \t]*\.[ \t]*[\w"'-]+)*)[ \t]*\]\]?[ \t]*(?:#[^\n]*)?\r?\n?$/;

interface Table {
  name: string;
  text: string;
}

/** The text before the first header, then each table with its header. */
function tablesOf(text: string): Table[] {
  const tables: Table[] = [{ name: '', text: '' }];
  for (const line of text.split(/(?<=\n)/)) {
    const [, name] = HEADER.exec(line) ?? [];
    if (name !== undefined) tables.push({ name: name.replace(/["'\s]/g, ''), text: '' });
    const last = tables.at(-1);
    if (last !== undefined) last.text += line;
  }
  return tables.filter((table) => table.text !== '');
}

/** Tables about the package itself and its dependencies. */
const FREE_TABLE = anyOf({
  python:
    /^(?:project(?:\.(?:optional-dependencies|scripts|gui-scripts|urls|license|readme))?|dependency-groups|packages|tool\.(?:poetry|pdm|uv|setuptools|flit|maturin|hatch)(?:\.(?:dependencies|group\.[\w-]+\.dependencies|extras|scripts|urls|packages(?:\.find)?|package-data|package-dir|build(?:\.[\w.-]+)?|metadata|version|dynamic|module))?)$/,
  rust: /^(?:package(?:\.metadata(?:\.[\w.-]+)?)?|dependencies(?:\.[\w-]+)?|features|bin|example|bench)$/,
});
/** A dependency from a folder, an address or another source, an entry point, and settings of how a crate is built. */
const REDIRECTED = anyOf({
  source: /\b(?:path|git|url|file|registry|workspace|package|index|source)\s*=/,
  address: /(?:file:|git\+|@\s*(?:https?:|[./]))/,
  build: /^\s*(?:build|links|autotests|harness|default-run|backend-path|package-dir)\s*=/,
  plugins: /pytest11|entry[-_]points|plugins/,
});

/** Free tables stay if no changed line redirects a dependency; every other table is the base's. */
function pinToml({ baseText, text }: ManifestChange, product: ProductChanges): PinnedManifest {
  const [base, own] = [tablesOf(baseText), tablesOf(text)];
  const changed = linesOnlyIn(text, baseText);
  const gone = linesOnlyIn(baseText, text).filter((line) => isDependencyLine(line) && product.isTested(dependencyName(line)));
  const isRedirected = changed.some((line) => REDIRECTED.test(line) && !/^\s*#/.test(line)) || gone.length > 0;
  const isFree = ({ name }: Table) => name === '' || (!isRedirected && FREE_TABLE.test(name));
  const textOf = (tables: readonly Table[], wanted: boolean) =>
    tables
      .filter((table) => isFree(table) === wanted)
      .map((table) => table.text)
      .join('');
  const ofBase = textOf(base, false);
  const isRestored = textOf(own, false).trim() !== ofBase.trim();
  if (!isRestored) return KEPT;
  const free = isRedirected ? textOf(base, true) : textOf(own, true);
  const pinned = isRedirected ? baseText : `${free}${free === '' || free.endsWith('\n') ? '' : '\n'}${ofBase}`;
  return { text: pinned, restoresDependencies: isRedirected || changesDependencies(base, own, isFree), onlyVersions: false };
}

function changesDependencies(base: readonly Table[], own: readonly Table[], isFree: (table: Table) => boolean): boolean {
  const ofDependencies = (tables: readonly Table[]) =>
    tables
      .filter((table) => !isFree(table) && /dependencies|patch|replace|source/.test(table.name))
      .map(({ text }) => text.trim())
      .join('\n');
  return ofDependencies(base) !== ofDependencies(own);
}

/** Lines that add a dependency from the registry of the ecosystem. */
const PLAIN_LINE = anyOf({
  requirement: /^\s*[\w.-]+(?:\[[\w,.-]+\])?\s*(?:(?:[<>=!~]=?=?)\s*[\w.*+-]+\s*,?\s*){0,4}(?:;[^@]{0,120})?$/,
  goRequire: /^\s*(?:require\s+)?[\w.~-]+(?:\/[\w.~-]+)*\s+v\d[\w.+-]*(?:\s*\/\/ indirect)?$/,
  gem: /^\s*(?:gem|spec\.add_(?:runtime_)?dependency|s\.add_dependency)[\s(]+["'][\w-]+["'](?:\s*,\s*["'][\d\s.<>=~]+["']){0,2}\)?$/,
  gradle: /^\s*(?:implementation|api|compileOnly|runtimeOnly)[\s(]+["'][\w.-]+:[\w.-]+:[\w.+-]+["']\)?$/,
  maven: /^\s*<\/?(?:dependency|groupId|artifactId|version|scope|optional)>(?:[\w.:-]+<\/\w+>)?$/,
  nuget: /^\s*<PackageReference Include="[\w.]+" Version="[\w.*-]+" ?\/>$/,
  composer: /^\s*"[\w.-]+\/[\w.-]+":\s*"[\^~<>=|\s\d.*]+",?$/,
  hex: /^\s*\{:\w+,\s*"[\s\d.<>=~]+"\},?$/,
  setup: /^\s*["'][\w.-]+(?:[<>=!~]=?[\w.*]+)?["'],?$/,
  pubspec: /^\s{2}[\w]+:\s*\^?[\d.]+$/,
});

const [MAX_ADDED_LINES, MAX_LINE] = [100, 300];

/** Nothing is removed, and each added line is a plain dependency that the candidate's product source uses. */
function addsOnlyPlainLines({ baseText, text }: ManifestChange, product: ProductChanges): boolean {
  const added = linesOnlyIn(text, baseText);
  if (added.length > MAX_ADDED_LINES || added.some((line) => line.length > MAX_LINE)) return false;
  const isFine = (line: string) => /^\s*(?:#|\/\/|--)/.test(line) || /^[\s()]*$/.test(line) || PLAIN_LINE.test(line);
  const isTested = added.some((line) => isDependencyLine(line) && product.isTested(dependencyName(line)));
  return linesOnlyIn(baseText, text).every((line) => line.trim() === '') && added.every(isFine) && !isTested;
}

function isDependencyLine(line: string): boolean {
  return /[\w"']/.test(line);
}

function dependencyName(line: string): string {
  return /["']?([\w@][\w./@-]*)/.exec(line.replace(/^\s*(?:require|gem|implementation|api|"|')\s*/, ''))?.[1] ?? '';
}

/** As often as they occur; trailing commas do not count. */
function linesOnlyIn(text: string, other: string): string[] {
  const spelled = (line: string) => line.trim().replace(/,$/, '');
  const counts = new Map<string, number>();
  for (const line of other.split('\n')) counts.set(spelled(line), (counts.get(spelled(line)) ?? 0) + 1);
  return text.split('\n').filter((line) => {
    const left = counts.get(spelled(line)) ?? 0;
    counts.set(spelled(line), left - 1);
    return left <= 0 && line.trim() !== '';
  });
}
