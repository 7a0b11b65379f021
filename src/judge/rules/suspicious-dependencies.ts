import { baseName } from '../integrity/file-content.ts';
import type { PatchFile, PatchLine } from '../integrity/patch.ts';
import { type Ecosystem, popularNameLike } from '../integrity/popular-packages.ts';
import { type FileFinding, type FileRule, fileFinding } from '../integrity/rule.ts';
import { listed } from '../integrity/wording.ts';

const MAX_LINE_LENGTH = 1000;

/** How a manifest names a dependency. Group 1 is the name. */
interface Manifest {
  file: RegExp;
  ecosystem: Ecosystem;
  dependency: RegExp;
}

const VERSION = String.raw`[~^<>=v\s]{0,3}(?:\d[\w.*+-]{0,40}|latest|\*)`;
const MANIFESTS: readonly Manifest[] = [
  {
    file: /^package\.json$/,
    ecosystem: 'npm',
    dependency: new RegExp(String.raw`^\s*"((?:@[\w.-]{1,80}\/)?[\w.-]{1,80})"\s*:\s*"${VERSION}"\s*,?\s*$`),
  },
  {
    file: /^(?:[\w.-]*requirements[\w.-]*)\.(?:txt|in)$/,
    ecosystem: 'pypi',
    dependency: /^\s*([A-Za-z][\w.-]{0,80})(?:\[[^\]]{0,80}\])?\s*(?:[=~<>!]=|[<>]|$)/,
  },
  {
    file: /^(?:pyproject\.toml|Pipfile|setup\.py|setup\.cfg)$/,
    ecosystem: 'pypi',
    dependency: /^\s*["']?([A-Za-z][\w.-]{0,80})(?:\[[^\]]{0,80}\])?["']?\s*(?:[=~<>!]=|[<>]\s*\d|=\s*["'{][~^<>=*\d{v])/,
  },
  {
    file: /^Cargo\.toml$/,
    ecosystem: 'crates',
    dependency: /^\s*([A-Za-z][\w-]{0,80})\s*=\s*(?:"[~^<>=\s]{0,3}\d|\{[^}]{0,200}\bversion\s*=)/,
  },
];
/** Keys of a manifest that are no dependencies. */
const OWN_KEY = /^(?:version|edition|rust-version|node|npm|python|requires-python|name|engines|yarn|pnpm)$/;

export const suspiciousDependencies: FileRule = {
  id: 'suspicious_dependencies',
  scope: 'file',
  title: 'A new dependency has nearly the name of a widely used package, or runs a script when it is installed.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      'Dependencies that a candidate adds to `package.json`, requirements files, `pyproject.toml`, `Pipfile` or `Cargo.toml` under a name that differs by one character from that of a widely used package, and packages that the lockfile of npm or pnpm marks as having an install script. Needs no network and no security command.',
    why: 'Agents invent package names, and attackers register them. An install script runs on the machine of everybody who installs the package.',
    example: { 'package.json': ['+    "lodahs": "^4.17.21",'] },
    allow: 'Allow the manifest once you have checked that the package is the one you want.',
  },
  find({ patch }) {
    return patch.filter(({ status }) => status !== 'deleted').flatMap((file) => [...typos(file), ...installScripts(file)]);
  },
};

function typos({ path, added, removed }: PatchFile): FileFinding[] {
  const manifest = MANIFESTS.find(({ file }) => file.test(baseName(path)));
  if (manifest === undefined) return [];
  const nameOf = ({ text }: PatchLine) => manifest.dependency.exec(text.slice(0, MAX_LINE_LENGTH))?.[1] ?? null;
  const before = new Set(removed.map(nameOf));
  return added.flatMap((line): FileFinding[] => {
    const name = nameOf(line);
    if (name === null || before.has(name) || OWN_KEY.test(name)) return [];
    const known = popularNameLike(name, manifest.ecosystem);
    return known === null ? [] : [fileFinding('warning', `adds ${name}, which is nearly ${known}`, path, [line])];
  });
}

const INSTALLS = [
  {
    file: /^(?:package-lock|npm-shrinkwrap)\.json$/,
    mark: /^\s*"hasInstallScript":\s*true/,
    entry: /^\s*"(?:.*node_modules\/)?([^"]{1,200})":\s*\{/,
  },
  {
    file: /^pnpm-lock\.yaml$/,
    mark: /^\s*requiresBuild:\s*true/,
    entry: /^\s{2}['"]?\/?((?:@[^/\s]{1,80}\/)?[^@/\s:'"]{1,100})/,
  },
] as const;

/** The entry begins on an earlier line of the same hunk. */
function installScripts({ path, added, hunks }: PatchFile): FileFinding[] {
  const format = INSTALLS.find(({ file }) => file.test(baseName(path)));
  if (format === undefined) return [];
  const marks = new Set(added.filter(({ text }) => format.mark.test(text)).map(({ line }) => line));
  const found = hunks.flatMap(({ after }) => {
    let entry = 'a package';
    return after.flatMap((line): { line: PatchLine; name: string }[] => {
      entry = format.entry.exec(line.text.slice(0, MAX_LINE_LENGTH))?.[1] ?? entry;
      return marks.has(line.line) ? [{ line, name: entry }] : [];
    });
  });
  if (found.length === 0) return [];
  const names = [...new Set(found.map(({ name }) => name))];
  const lines = found.map(({ line }) => line);
  return [fileFinding('warning', `adds packages that run a script when they are installed: ${listed(names)}`, path, lines)];
}
