import { anyOf, isSourceFile } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import type { CandidateEvidence } from '../integrity/evidence.ts';
import { baseName } from '../integrity/file-content.ts';
import { othersDoSame } from '../integrity/other-candidates.ts';
import type { PatchFile, PatchLine } from '../integrity/patch.ts';
import { type FileFinding, type FileRule, fileFinding } from '../integrity/rule.ts';
import { decidesTests } from '../integrity/test-imports.ts';

/** An added line that gets a dependency from elsewhere. */
interface Redirection {
  line: PatchLine;
  /** The dependency; null if the line concerns all of them. */
  name: string | null;
}

/** How the lines of a kind of file name another origin. Group 1, where there is one, is the dependency. */
interface Manifest {
  file: RegExp;
  redirects: RegExp;
  /** Lines that redirect every dependency, or run code when dependencies are installed. */
  redirectsAll?: RegExp;
}

const MANIFESTS: readonly Manifest[] = [
  {
    file: /^package\.json$/,
    redirects: anyOf({
      origin:
        /^\s*"((?:@[\w.-]{1,80}\/)?[\w.-]{1,80})"\s*:\s*"(?:file:|link:|portal:|git[+:@]|github:|gitlab:|bitbucket:|https?:|npm:|\.{1,2}\/|\/)/,
      shorthand: /^\s*"((?:@[\w.-]{1,80}\/)?[\w.-]{1,80})"\s*:\s*"[\w.-]{1,40}\/[\w.-]{1,80}(?:#[\w./-]{1,80})?"\s*,?\s*$/,
    }),
    redirectsAll:
      /^\s*"(?:overrides|resolutions|workspaces|bundledDependencies|bundleDependencies|(?:pre|post)?install|prepare|preprepare)"\s*:/,
  },
  {
    file: /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock)$/,
    redirects: anyOf({
      folder:
        /^\s*"?resolved"?:?\s+"?(?:file:|git[+:@])|^\s*"link"\s*:\s*true|\btype:\s*directory\b|\bresolution:\s*\{\s*(?:directory|tarball:\s*(?:file|http:))/,
      plainHttp: /^\s*"?resolved"?:?\s+"http:\/\//,
    }),
  },
  {
    file: /^(?:go\.mod|go\.work)$/,
    redirects: /^\s*(?:replace\s+)?([\w.-]{1,80}(?:\/[\w./-]{1,160})?)(?:\s+v[\w.+-]{1,60})?\s*=>/,
    redirectsAll: /^\s*(?:use\s+\S|toolchain\s+\S)/,
  },
  {
    file: /^Cargo\.toml$/,
    redirects: /^\s*([\w-]{1,80})\s*=\s*\{[^}]{0,200}\b(?:path|git)\s*=|^\s*([\w-]{1,80})\.(?:path|git)\s*=/,
    redirectsAll: /^\s*\[(?:patch|replace|source)\b/,
  },
  {
    file: /^(?:Cargo|poetry|uv|pdm)\.lock$/,
    redirects: anyOf({
      cargo: /^\s*source\s*=\s*"(?:git\+|registry\+(?!https:\/\/github\.com\/rust-lang\/crates\.io-index|sparse))/,
      python:
        /^\s*(?:type|source)\s*=\s*(?:"(?:directory|file|git|url)"|\{\s*(?:git|url|path|directory|editable)\s*=\s*"(?!\.")\S)/,
    }),
  },
  {
    file: /^(?:[\w.-]*requirements[\w.-]*|constraints[\w.-]*)\.(?:txt|in)$/,
    redirects: /^\s*([\w.-]{1,80})(?:\[[^\]]{0,80}\])?\s*@\s*(?:file|git\+|https?):?/,
    redirectsAll:
      /^\s*(?:-e\s|--editable|\.{0,2}\/|file:|git\+|https?:|-i\s|--index-url|--extra-index-url|-f\s|--find-links|--trusted-host)/,
  },
  {
    file: /^(?:pyproject\.toml|Pipfile|setup\.py|setup\.cfg|uv\.toml)$/,
    redirects: anyOf({
      reference: /["']([\w.-]{1,80})(?:\[[^\]]{0,80}\])?\s*@\s*(?:file|git\+|https?):/,
      table: /^\s*([\w-]{1,80})\s*=\s*\{[^}]{0,200}\b(?:path|git|url|file|editable)\s*=/,
    }),
    redirectsAll:
      /^\s*\[\[?(?:tool\.(?:uv\.(?:sources|index)|poetry\.source|pdm\.source)|source)\b|\bbackend-path\b|\bdependency_links\b|\bcmdclass\s*[=:]/,
  },
  {
    file: /^pom\.xml$/,
    redirects: /<systemPath>|<scope>\s*system\s*</,
    redirectsAll: /<(?:repository|pluginRepository)>|<additionalClasspathElement|<bootclasspath/,
  },
  {
    file: /^(?:build|settings)\.gradle(?:\.kts)?$/,
    redirects: /\b(?:files|fileTree)\s*\(|\bsubstitute\b|\bflatDir\b/,
    redirectsAll: /\bmaven\s*(?:\(|\{)|\bmavenLocal\s*\(|\bincludeBuild\b|\bresolutionStrategy\b|\bpatchModule\b/,
  },
  {
    file: /^(?:Gemfile|gems\.rb|[\w-]+\.gemspec)$/,
    redirects: /^\s*gem\s*\(?\s*["']([\w-]{1,80})["'][^#]{0,200}(?:\b(?:path|git|github|gist|source):|:(?:path|git|github)\s*=>)/,
    redirectsAll: /^\s*(?:source\s+["'](?!https:\/\/rubygems\.org)|path\s+["']|git\s+["'])/,
  },
  {
    file: /^composer\.json$/,
    redirects: /"type"\s*:\s*"(?:path|vcs|git|package|artifact)"/,
    redirectsAll: /^\s*"(?:repositories|replace|provide)"\s*:/,
  },
  {
    file: /^(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|\.pnpmfile\.c?js|pip\.conf|\.pypirc|\.condarc|NuGet\.Config)$/,
    redirects: /$^/,
    redirectsAll:
      /registry|index[-_]url|find[-_]links|yarn-?[pP]ath|packageSources|plugins:|hooks|channels:|prefix\s*=|npmRegistryServer/i,
  },
  {
    file: /^config(?:\.toml)?$/,
    redirects: /$^/,
    redirectsAll:
      /^\s*\[(?:source|registries|registry|patch)\b|\breplace-with\b|^\s*paths\s*=|\b(?:rustc|rustc-wrapper|linker)\s*=/,
  },
  {
    file: /^(?:gradle-wrapper\.properties|maven-wrapper\.properties)$/,
    redirects: /$^/,
    redirectsAll:
      /^distributionUrl=(?!https\\?:\/\/(?:services\.gradle\.org|repo\.maven\.apache\.org)\/)|^wrapperUrl=(?!https\\?:\/\/repo\.maven\.apache\.org\/)/,
  },
];
/** Names a version of the language for every command that runs in the tree. */
const TOOLCHAIN =
  /(?:^|\/)(?:rust-toolchain(?:\.toml)?|\.tool-versions|\.nvmrc|\.node-version|\.python-version|\.ruby-version|\.java-version|\.go-version|\.sdkmanrc|\.?mise\.toml|global\.json)$/;
const VENDORED = /(?:^|\/)(?:node_modules|vendor|third_party|bower_components|site-packages|dist-packages)\/(.+)$/;
/** A version from the registry. */
const PLAIN_VERSION = /^\s*"?((?:@[\w.-]{1,80}\/)?[\w.-]{1,80})"?\s*(?:[:=]|==|~=|>=)\s*"?[~^<>=v]{0,2}\d[\w.*+-]{0,40}"?,?\s*$/;

export const dependenciesRedirected: FileRule = {
  id: 'dependencies_redirected',
  scope: 'file',
  title: 'Dependencies come from somewhere else, or are copied into the tree.',
  severity: 'warning',
  otherSeverities: {
    error: 'the tests or their runner use the dependency, or every dependency gets another origin',
    info: 'at least half of the other candidates do the same in the file, or a dependency is only added',
  },
  docs: {
    catches:
      'Added lines of manifests, lockfiles and settings of package managers that take a dependency from a folder, a repository or an archive (`file:`, `git+`, `replace`, `[patch]`, `systemPath`), override its version, or name another registry; install scripts; a changed toolchain file; and new or changed code in `vendor/`, `node_modules/` and similar folders.',
    why: 'A dependency under the candidate’s control can be anything, also the assertion library.',
    example: { 'package.json': ['+    "chai": "file:./tools/chai"'] },
    allow: 'Allow manifests of projects that keep their dependencies as folders.',
  },
  find(evidence) {
    const files = evidence.patch.filter(({ status }) => status !== 'deleted');
    return [...files.flatMap((file) => inManifest(evidence, file)), ...copies(evidence)];
  },
};

/** Scripts that set up git hooks or build the package. */
const USUAL_SCRIPT =
  /^\s*"(?:(?:pre|post)?install|prepare)"\s*:\s*"(?:is-ci \|\| )?(?:npx )?(?:husky|lefthook|simple-git-hooks|tsc|(?:npm|yarn|pnpm)(?: run)? build)\b/;

function inManifest(evidence: CandidateEvidence, file: PatchFile): FileFinding[] {
  const found = redirections(file);
  const lines = found.map(({ line }) => line);
  if (found.length === 0) return otherChanges(evidence, file);
  const isShared = othersDoSame(evidence, file.path, (theirs) => redirections(theirs).length > 0);
  const decides = found.some(({ name }) => name !== null && decidesTests(name, evidence.testImports));
  const severity = isShared ? 'info' : decides || redirectsRegistry(file) ? 'error' : 'warning';
  return [fileFinding(severity, 'takes dependencies from somewhere else', file.path, lines)];
}

/** A change of the toolchain, or a dependency from the registry. */
function otherChanges(evidence: CandidateEvidence, { path, status, added }: PatchFile): FileFinding[] {
  if (TOOLCHAIN.test(path) && added.length > 0) {
    const severity = othersDoSame(evidence, path, () => true) ? 'info' : 'warning';
    return [fileFinding(severity, 'changes the version of the language or its tools', path, added)];
  }
  if (status === 'added' && baseName(path) === 'build.rs') {
    return [fileFinding('warning', 'runs when the package is built', path, added)];
  }
  if (!/^(?:package\.json|Cargo\.toml|go\.mod|Gemfile|composer\.json)$|requirements[\w.-]*\.txt$/.test(baseName(path))) return [];
  const plain = added.filter(({ text }) => PLAIN_VERSION.test(text.slice(0, MAX_LINE_LENGTH)) && !/^\s*"?version"?/.test(text));
  return plain.length === 0 ? [] : [fileFinding('info', 'adds or changes a dependency', path, plain)];
}

/** Longer lines are cut. */
const MAX_LINE_LENGTH = 1000;

function redirections(file: PatchFile): Redirection[] {
  const { path, added, removed } = file;
  const manifest = MANIFESTS.find(
    ({ file }) => file.test(baseName(path)) && (!/^config\b/.test(baseName(path)) || path.includes('.cargo/')),
  );
  if (manifest === undefined || supportRole(path) === 'test') return [];
  const before = new Set(removed.map(({ text }) => withoutComma(text)));
  const fromElsewhere = otherHosts(file);
  return added.flatMap((line): Redirection[] => {
    const text = line.text.slice(0, MAX_LINE_LENGTH);
    if (before.has(withoutComma(text)) || /^\s*(?:#|\/\/)/.test(text) || NO_DEPENDENCY.test(text) || USUAL_SCRIPT.test(text))
      return [];
    if (fromElsewhere.has(line)) return [{ line, name: packageOfArchive(text) }];
    const match = manifest.redirects.exec(text);
    if (match !== null) return [{ line, name: match.slice(1).find((group) => group !== undefined) ?? null }];
    return manifest.redirectsAll?.test(text) === true ? [{ line, name: null }] : [];
  });
}

const ARCHIVE = /\b(?:resolved|tarball|registry|url)"?\s*[:=]?\s*"?https?:\/\/([\w.:-]{1,100})\//;
const PUBLIC_REGISTRY =
  /^(?:registry\.npmjs\.org|registry\.yarnpkg\.com|files\.pythonhosted\.org|pypi\.org|index\.crates\.io|codeload\.github\.com)$/;

/** Lines of a lockfile whose archive is on another host than the others. A whole lockfile from a mirror has one host. */
function otherHosts({ path, added, hunks }: PatchFile): ReadonlySet<PatchLine> {
  if (!/lock|shrinkwrap/.test(baseName(path))) return new Set();
  const hostOf = ({ text }: PatchLine) => ARCHIVE.exec(text.slice(0, MAX_LINE_LENGTH))?.[1];
  const before = new Set(hunks.flatMap((hunk) => hunk.before.map(hostOf)));
  const lines = added.filter((line) => hostOf(line) !== undefined);
  const strange = lines.filter((line) => !before.has(hostOf(line)) && !PUBLIC_REGISTRY.test(hostOf(line) ?? ''));
  return new Set(strange.length < lines.length || before.size > 1 ? strange : []);
}

/** `https://host/@a/b/-/b-1.0.0.tgz` is of `@a/b`. */
function packageOfArchive(text: string): string | null {
  return /\/((?:@[\w.-]{1,80}\/)?[\w.-]{1,80})\/-\//.exec(text)?.[1] ?? null;
}

/** Fields of a manifest with paths and addresses of the package itself. */
const NO_DEPENDENCY =
  /^\s*"(?:main|module|types|typings|browser|bin|exports|homepage|url|repository|bugs|license|import|require|default|node|schema|\$schema|directory|name|test|build|lint|start|style|unpkg|source|icon)"\s*:/;

function withoutComma(text: string): string {
  return text.slice(0, MAX_LINE_LENGTH).trim().replace(/,$/, '');
}

/** Files in which an origin applies to every dependency. */
function redirectsRegistry({ path }: PatchFile): boolean {
  return /^(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|\.pnpmfile\.c?js|pip\.conf|\.pypirc|config(?:\.toml)?|NuGet\.Config|(?:gradle|maven)-wrapper\.properties)$/.test(
    baseName(path),
  );
}

/** New or changed code in folders of dependencies: one finding for each kind of folder. */
function copies(evidence: CandidateEvidence): FileFinding[] {
  const copied = evidence.patch.filter(
    ({ path, added, binary }) =>
      (added.length > 0 || binary) && VENDORED.test(path) && isSourceFile(path) && supportRole(path) !== 'test',
  );
  const own = copied.filter(({ path }) => !othersDoSame(evidence, path, () => true));
  const [first] = own;
  if (first === undefined) return [];
  const deciding = own.find(({ path }) => decidesTests(packageOf(path), evidence.testImports));
  return [
    deciding === undefined
      ? fileFinding('warning', 'adds or changes code in a folder of dependencies', first.path)
      : fileFinding('error', `adds or changes a copy of ${packageOf(deciding.path)}, which the tests use`, deciding.path),
  ];
}

/** `node_modules/@a/b/c.js` is of `@a/b`, `vendor/github.com/a/b/c.go` of `github.com/a/b`. */
function packageOf(path: string): string {
  const parts = (VENDORED.exec(path)?.[1] ?? '').split('/');
  const [first = ''] = parts;
  if (first.startsWith('@')) return parts.slice(0, 2).join('/');
  return /^[\w-]+\.[a-z]{2,}$/.test(first) && parts.length > 3 ? parts.slice(0, 3).join('/') : first.replace(/\.\w+$/, '');
}
