// Toolchains and package caches that commands need besides the system folders: found through PATH, variables and the
// places in the home folder where tools install themselves. Folders with credentials are not among them.
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { findPersonalPrograms, isPersonalFolder } from './personal-programs.ts';

export interface VisibleFolders {
  /** Read-only. */
  toolchains: string[];
  /** Files in them that look like credentials. */
  hidden: string[];
  caches: PackageCache[];
  /** Programs of the user that are not those of a tool. */
  withheld: string[];
}

/** A cache that tools write to. */
export interface PackageCache {
  path: string;
  exists: boolean;
  /** Whether later commands need what an installation adds to it. */
  isKept: boolean;
}

type Environment = Readonly<Record<string, string>>;

/** In the home folder. */
const HOME_TOOLCHAINS = [
  ...['.nvm', '.volta', '.fnm', '.local/share/fnm', '.asdf', '.local/share/mise', '.proto', '.bun/bin', '.deno/bin', '.n'],
  ...['.pyenv', '.local/share/uv/python', '.local/share/uv/tools', '.local/share/pipx', '.local/pipx', '.conda'],
  ...['miniconda3', 'anaconda3', 'miniforge3', 'micromamba', '.rbenv', '.rvm', '.gem/bin', '.rustup', '.cargo/bin', '.goenv'],
  ...['.gvm', 'go/bin', '.sdkman', '.jenv', '.jabba', '.dotnet', '.ghcup', '.opam', '.juliaup', '.elan', '.swiftly', '.phpenv'],
  ...['.local/lib/node_modules', '.npm-global', '.yarn/bin', '.config/yarn/global', '.nix-profile', '.linuxbrew', '.mix'],
];
/** Variables that name the folder of a toolchain, or several. */
const TOOLCHAIN_VARIABLES = [
  ...['JAVA_HOME', 'JDK_HOME', 'GOROOT', 'RUSTUP_HOME', 'PYENV_ROOT', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'CONDA_ROOT', 'NVM_DIR'],
  ...['NVM_BIN', 'VOLTA_HOME', 'FNM_DIR', 'ASDF_DIR', 'ASDF_DATA_DIR', 'MISE_DATA_DIR', 'ANDROID_HOME', 'ANDROID_SDK_ROOT'],
  ...['DOTNET_ROOT', 'M2_HOME', 'MAVEN_HOME', 'GRADLE_HOME', 'KOTLIN_HOME', 'SCALA_HOME', 'RBENV_ROOT', 'RVM_PATH', 'GEM_HOME'],
  ...['GEM_PATH', 'PNPM_HOME', 'BUN_INSTALL', 'PLAYWRIGHT_BROWSERS_PATH', 'LD_LIBRARY_PATH', 'LIBRARY_PATH', 'CPATH'],
  ...['PKG_CONFIG_PATH', 'CMAKE_PREFIX_PATH', 'PYTHONPATH', 'PYTHONHOME', 'PYTHONUSERBASE', 'NODE_PATH', 'PERL5LIB', 'RUBYLIB'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NIX_PROFILES'],
];
/** Caches by variable and by place in the home folder. Downloads of package managers are not needed after an installation. */
const CACHES: readonly { variable?: string; below?: string; home: string; isKept?: false }[] = [
  { variable: 'CARGO_HOME', below: 'registry', home: '.cargo/registry' },
  { variable: 'CARGO_HOME', below: 'git', home: '.cargo/git' },
  { variable: 'GOMODCACHE', home: 'go/pkg/mod' },
  { variable: 'GOPATH', below: 'pkg', home: 'go/pkg' },
  { variable: 'GOCACHE', home: '.cache/go-build' },
  { home: '.m2/repository' },
  { variable: 'GRADLE_USER_HOME', below: 'caches', home: '.gradle/caches' },
  { variable: 'GRADLE_USER_HOME', below: 'wrapper', home: '.gradle/wrapper' },
  { home: '.ivy2/cache' },
  { home: '.ivy2/local' },
  { home: '.sbt/boot' },
  { home: '.cache/coursier' },
  { variable: 'NUGET_PACKAGES', home: '.nuget/packages' },
  { home: '.gem/ruby' },
  { home: '.local/share/gem' },
  { home: '.bundle/cache' },
  { home: '.cache/composer' },
  { home: '.composer/cache' },
  { variable: 'DENO_DIR', home: '.cache/deno' },
  { home: '.cache/ms-playwright' },
  { home: '.cache/puppeteer' },
  { home: '.cache/Cypress' },
  { home: '.cache/node' },
  { home: '.cache/ccache' },
  { home: '.ccache' },
  { home: '.cache/pre-commit' },
  { home: '.cabal/packages' },
  { home: '.cabal/store' },
  { home: '.stack' },
  { home: '.julia/packages' },
  { home: '.julia/compiled' },
  { home: '.julia/artifacts' },
  { home: '.julia/registries' },
  { home: '.hex/packages' },
  { home: '.local/share/pnpm' },
  { home: '.npm', isKept: false },
  { home: '.cache/yarn', isKept: false },
  { home: '.yarn/berry', isKept: false },
  { home: '.cache/pnpm', isKept: false },
  { home: '.bun/install', isKept: false },
  { variable: 'PIP_CACHE_DIR', home: '.cache/pip', isKept: false },
  { variable: 'UV_CACHE_DIR', home: '.cache/uv', isKept: false },
  { home: '.cache/pypoetry', isKept: false },
];
const SYSTEM = /^\/(?:bin|sbin|lib\w*|usr|etc|opt|sys|nix\/store|gnu\/store|snap)(?:\/|$)/;
const PROGRAM_FOLDER = /^(?:bin|sbin|shims|condabin)$/;
const LOOKS_SECRET = /credential|token|secret|password|passwd|\.netrc|_rsa|_ed25519|\.pem$|\.key$|\.pypirc/i;

/** `secluded`: folders that stay invisible, with everything above them. */
export function findVisibleFolders(env: Environment, home: string, secluded: readonly string[]): VisibleFolders {
  const isAbove = (path: string) => path === '/' || [home, ...secluded].some((own) => own === path || own.startsWith(`${path}/`));
  const isOpen = (path: string) => isAbsolute(path) && existsSync(path) && !SYSTEM.test(path) && !isAbove(path);
  const onPath = (env.PATH ?? '').split(delimiter).flatMap((folder) => [installation(folder, home, isOpen), folder]);
  const named = TOOLCHAIN_VARIABLES.flatMap((name) => (env[name] ?? '').split(/[:\s]/));
  const inHome = [...HOME_TOOLCHAINS, ...pythonLibraries(home)].map((path) => join(home, path));
  const node = installation(dirname(process.execPath), home, isOpen);
  const wanted = [...onPath, ...named, ...inHome, node].filter((path) => isOpen(path) && !isPersonalFolder(path, home));
  const folders = outermost([...wanted, ...wanted.map((path) => realpathSync(path)).filter(isOpen)]);
  const programs = findPersonalPrograms(home, folders);
  const toolchains = [...folders, ...programs.visible];
  const caches = findCaches(env, home).filter(({ path, exists }) => !exists || (isOpen(path) && statSync(path).isDirectory()));
  const present = caches.filter(({ exists }) => exists).map(({ path }) => path);
  return { toolchains, hidden: [...folders, ...present].flatMap(secretsIn), caches, withheld: programs.withheld };
}

/** What `pip install --user` installs. */
function pythonLibraries(home: string): string[] {
  const folder = join(home, '.local/lib');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^python\d/.test(name)).map((name) => join('.local/lib', name));
}

/** The folder that a folder of programs belongs to, unless that contains more than the installation. */
function installation(folder: string, home: string, isOpen: (path: string) => boolean): string {
  const parent = dirname(folder);
  const isShared = ['.local', '.cargo', 'go'].some((name) => parent === join(home, name));
  return PROGRAM_FOLDER.test(basename(folder)) && isOpen(parent) && !isShared ? parent : folder;
}

/** What a program needs that is started by its path: a package of npm with its dependencies, or its installation. */
export function programFolders(program: string): string[] {
  const target = realpathSync(program);
  const [outside = '', ...inside] = target.split('/node_modules/');
  if (inside.length > 0) return [join(outside, 'node_modules')].filter((path) => !SYSTEM.test(path));
  return [target, dirname(program)].filter((path) => !SYSTEM.test(path));
}

function findCaches(env: Environment, home: string): PackageCache[] {
  const found = CACHES.map(({ variable, below, home: place, isKept = true }) => {
    const named = variable === undefined ? '' : (env[variable] ?? '');
    const path = (isAbsolute(named) ? join(named, below ?? '') : join(home, place)).replace(/\/$/, '');
    return { path, exists: existsSync(path), isKept };
  });
  const outer = new Set(outermost(found.map(({ path }) => path)));
  return found.filter(({ path }, index) => outer.has(path) && found.findIndex((other) => other.path === path) === index);
}

/** Without folders inside others of the list. */
function outermost(paths: readonly string[]): string[] {
  const unique = [...new Set(paths)].sort();
  return unique.filter((path) => !unique.some((other) => other !== path && path.startsWith(`${other}/`)));
}

function secretsIn(folder: string): string[] {
  if (!statSync(folder).isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LOOKS_SECRET.test(entry.name))
    .map((entry) => join(folder, entry.name));
}
