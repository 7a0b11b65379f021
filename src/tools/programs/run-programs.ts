// A shell command that runs programs as tests and prints their results in TAP. Pure.
import type { CommandProgram, FileProgram, ProgramTest } from '../../contract/index.ts';

export interface ProgramPlace {
  /** The user's test command: programs run with the same interpreter. */
  readonly testCommand: string;
  /** The commands of the repository by name, each as the shell command that runs it. */
  readonly commands: ReadonlyMap<string, string>;
}

/**
 * What a program prints is indented behind a comment sign, so that no line of it reads like a result. The end of a trace says more
 * than its beginning.
 */
const FUNCTIONS = `root=$PWD
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" || exit 1
PATH=$work/bin:$PATH
number=0
failed=0
trimmed() { head -c 200000 "$1" | tr -d '\\r' | sed 's/[[:space:]]*$//'; }
result() {
  number=$((number + 1))
  if [ "$1" = 0 ]; then echo "ok $number - $2"; return; fi
  failed=1
  echo "not ok $number - $2"
  trimmed "$work/shown" | tail -n 12 | cut -c 1-300 | sed 's/^/#  /'
}
run() {
  name=$1
  shift
  "$@" </dev/null >"$work/shown" 2>&1
  result $? "$name"
}
expect() {
  (eval "$2" >/dev/null 2>&1; eval "$3") </dev/null >"$work/out" 2>"$work/err"
  status=$?
  printed=$work/out
  [ -s "$work/out" ] || printed=$work/err
  wrong=1
  if [ "$(trimmed "$printed")" = "$(printf '%s\\n' "$4" | sed 's/[[:space:]]*$//')" ]; then wrong=0; fi
  if [ -n "$5" ]; then
    if [ "$5" != "$status" ]; then wrong=1; elif [ -z "$4" ]; then wrong=0; fi
  fi
  { cat "$printed"; echo "exit status $status"; } >"$work/shown"
  result $wrong "$1"
}`;

export function runPrograms(tests: readonly ProgramTest[], place: ProgramPlace): string {
  const commands = tests.some(({ kind }) => kind === 'command') ? [...place.commands] : [];
  const lines = [
    FUNCTIONS,
    ...commands.map(([name, command]) => installed(name, command)),
    "echo 'TAP version 13'",
    `echo '1..${tests.length}'`,
    ...tests.map((test) => (test.kind === 'file' ? runFile(test, place) : runCommand(test))),
    'exit $failed',
  ];
  return lines.join('\n');
}

/** A file on the PATH that starts the command from any folder. */
function installed(name: string, command: string): string {
  const file = `"$work/bin/${name}"`;
  return `printf "#!/bin/sh\\nroot='%s'\\n%s\\n" "$root" ${quoted(command)} >${file} && chmod +x ${file}`;
}

function runFile({ id }: FileProgram, { testCommand }: ProgramPlace): string {
  return `run ${quoted(id)} ${startOf(id, testCommand)}`;
}

function runCommand({ id, setup, command, output, status }: CommandProgram): string {
  return ['expect', ...[id, setup, command, output, status === null ? '' : String(status)].map(quoted)].join(' ');
}

/** By the extension; the paths have no characters that a shell reads. */
function startOf(path: string, testCommand: string): string {
  if (path.endsWith('.py')) return `env ${PYTHON_PATH} ${pythonOf(testCommand)} ${path}`;
  if (path.endsWith('.go')) return `go run ./${path}`;
  if (path.endsWith('.rs')) return cargoExample(path);
  return /\.(?:sh|bash)$/.test(path) ? `${path.endsWith('.bash') ? 'bash' : 'sh'} ${path}` : `node ${path}`;
}

/** A script finds modules beside it; the product is often elsewhere. */
const PYTHON_PATH = 'PYTHONPATH="${PYTHONPATH:+$PYTHONPATH:}$root:$root/src"';

function cargoExample(path: string): string {
  const at = path.lastIndexOf('examples/');
  const manifest = at === 0 ? '' : ` --manifest-path ${path.slice(0, at)}Cargo.toml`;
  return `cargo run --quiet${manifest} --example ${path.slice(at + 'examples/'.length).replace(/\.rs$/, '')}`;
}

const WRAPPERS = /^(?:uv|poetry|pipenv|pdm|rye|hatch)$/;

/** The interpreter that the test command uses: `.venv/bin/pytest` is beside it, `uv run pytest` starts it. */
export function pythonOf(testCommand: string): string {
  const words = testCommand
    .trim()
    .split(/\s+/)
    .filter((word) => /^[\w./+-]+$/.test(word));
  const own = words.find((word) => /(?:^|\/)python[\d.]*$/.test(word));
  const folder = words.map((word) => /^(.*\/bin\/)[\w.-]+$/.exec(word)?.[1]).find((found) => found !== undefined);
  const python = own ?? (folder === undefined ? 'python3' : `${folder}python`);
  const [wrapper = ''] = words;
  return WRAPPERS.test(wrapper) ? `${wrapper} run ${own ?? 'python'}` : python;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
