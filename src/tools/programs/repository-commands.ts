// The commands that a repository defines, and the shell command that runs each in its tree without installing it. Pure.
import { pythonOf } from './run-programs.ts';

export interface CommandTree {
  readonly files: readonly string[];
  read(path: string): string | null;
}

/** A name that can be a file of a folder on the PATH. */
const NAME = /^[A-Za-z][\w.+-]{0,80}$/;
const PLAIN_PATH = /^(?![-/])[\w./@+-]{1,200}$/;

/** The files that say which commands there are. */
export function describesCommands(path: string): boolean {
  return /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|Cargo\.toml|go\.mod|main\.go)$/.test(path);
}

/** By name; `$root` is the root of the tree. Of several definitions of one name, the first counts. */
export function commandsOf(tree: CommandTree, testCommand: string): Map<string, string> {
  const found = [
    ...nodeCommands(tree),
    ...pythonCommands(tree, pythonOf(testCommand)),
    ...cargoCommands(tree),
    ...goCommands(tree),
    ...executables(tree),
  ];
  return new Map(found.filter(([name]) => NAME.test(name)).reverse());
}

function nodeCommands({ read, files }: CommandTree): [string, string][] {
  const { name = '', bin = {} } = record(read('package.json'));
  const entries = typeof bin === 'string' ? [[String(name).replace(/^@[^/]*\//, ''), bin]] : Object.entries(bin ?? {});
  return entries.flatMap(([command = '', path]): [string, string][] => {
    const file = typeof path === 'string' ? path.replace(/^\.\//, '') : '';
    // A built file is no part of the tree.
    const isThere = files.includes(file) || /^(?:dist|build|lib|out)\//.test(file);
    return PLAIN_PATH.test(file) && isThere ? [[command, `exec node "$root/${file}" "$@"`]] : [];
  });
}

function record(json: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** `name = "module:function"`, in TOML and in the lines of setup.cfg. */
const ENTRY = /^[ \t]{0,8}["']?([\w.-]{1,80})["']?[ \t]{0,8}=[ \t]{0,8}["']?([\w.]{1,120}):(\w{1,80})["']?[ \t]{0,8}$/;
const SCRIPTS_TABLE = /^\[(?:project\.scripts|tool\.poetry\.scripts|options\.entry_points)\]/;

function pythonCommands({ read }: CommandTree, python: string): [string, string][] {
  return ['pyproject.toml', 'setup.cfg'].flatMap((file) =>
    tableLines(read(file) ?? '', SCRIPTS_TABLE).flatMap((line): [string, string][] => {
      const [, name, module, called] = ENTRY.exec(line) ?? [];
      if (name === undefined || module === undefined || called === undefined) return [];
      const code = `import sys; sys.argv[0] = "${name}"; from ${module} import ${called}; sys.exit(${called}())`;
      const path = 'PYTHONPATH="$root:$root/src:${PYTHONPATH:-}"';
      return [[name, `${path} exec ${python.includes('/') ? `"$root/${python}"` : python} -c '${code}' "$@"`]];
    }),
  );
}

/** The lines of the tables whose heading matches. */
function tableLines(text: string, heading: RegExp): string[] {
  let isInside = false;
  return text.split('\n').filter((line) => {
    if (line.startsWith('[')) isInside = heading.test(line);
    return isInside && !line.startsWith('[');
  });
}

function cargoCommands({ read, files }: CommandTree): [string, string][] {
  return files
    .filter((path) => /^(?:[\w./-]{0,150}\/)?Cargo\.toml$/.test(path))
    .flatMap((manifest) => {
      const folder = manifest.slice(0, -'Cargo.toml'.length);
      const text = read(manifest) ?? '';
      const named = (table: RegExp) =>
        tableLines(text, table).flatMap((line) => /^name\s*=\s*"([\w-]{1,80})"/.exec(line)?.[1] ?? []);
      const own = files.includes(`${folder}src/main.rs`) ? named(/^\[package\]/) : [];
      const more = files.flatMap((path) =>
        path.startsWith(`${folder}src/bin/`) ? (/\/([\w-]{1,80})\.rs$/.exec(path)?.[1] ?? []) : [],
      );
      const names = [...named(/^\[\[bin\]\]/), ...own, ...more];
      const run = (name: string) => `exec cargo run --quiet --manifest-path "$root/${manifest}" --bin ${name} -- "$@"`;
      return names.map((name): [string, string] => [name, run(name)]);
    });
}

function goCommands({ read, files }: CommandTree): [string, string][] {
  const module = /^module[ \t]+(\S{1,200})/m.exec(read('go.mod') ?? '')?.[1];
  if (module === undefined) return [];
  return files
    .filter((path) => /^(?:[\w./-]{0,150}\/)?main\.go$/.test(path) && /^package main$/m.test(read(path) ?? ''))
    .map((path): [string, string] => {
      const folder = path.slice(0, -'main.go'.length).replace(/\/$/, '');
      const name = (folder === '' ? module.replace(/\/v\d+$/, '') : folder).split('/').at(-1) ?? '';
      // `go run` hides the exit status of the program.
      return [name, `(cd "$root" && go build -o "$0.built" ./${folder}) && exec "$0.built" "$@"`];
    });
}

/** Programs in the usual folders for them, by their names. */
function executables({ files }: CommandTree): [string, string][] {
  return files.flatMap((path): [string, string][] => {
    const name = /^(?:bin|scripts|exe)\/([\w.-]{1,80})$/.exec(path)?.[1];
    return name === undefined ? [] : [[name, `exec "$root/${path}" "$@"`]];
  });
}

/** Words that only start another program. */
const PREFIX = /^(?:[A-Za-z_]\w{0,80}=\S{0,200}|time|env|npx|pnpm|yarn|exec)$/;

/** Why a command line cannot run in the tree; null if it runs a program of the repository. */
export function whyNotRun(line: string, tree: CommandTree, commands: ReadonlyMap<string, string>): string | null {
  const parts = line.slice(0, 2000).split(/\|\|?|&&|;/);
  const started = parts.map((part) =>
    part
      .trim()
      .split(/\s+/)
      .filter((word) => !PREFIX.test(word)),
  );
  if (started.some(([program = '', ...words]) => isOfTree(program, words, tree, commands))) return null;
  const name = started.find(([program]) => program !== undefined && program !== '')?.[0] ?? '';
  return `\`${name.slice(0, 80)}\` is not a command of this repository`;
}

function isOfTree(
  program: string,
  words: readonly string[],
  { files }: CommandTree,
  commands: ReadonlyMap<string, string>,
): boolean {
  if (commands.has(program) || files.includes(program.replace(/^\.\//, ''))) return true;
  if (/^(?:cargo|go)$/.test(program)) return words[0] === 'run';
  if (!/^(?:python[\d.]*|node|ruby|perl|php|sh|bash|deno|bun)$/.test(program)) return false;
  const module = program.startsWith('python') && words[0] === '-m' ? words[1]?.replaceAll('.', '/') : undefined;
  if (module !== undefined)
    return [`${module}.py`, `${module}/__main__.py`].some((end) =>
      files.some((path) => path === end || path.endsWith(`/${end}`)),
    );
  const file = words.find((word) => !word.startsWith('-'));
  return file !== undefined && files.includes(file.replace(/^\.\//, ''));
}
