// Runs only some tests of a crate.
import type { FileRequest, TestRequest } from '../../tool.ts';

export function selectTests({ args, ids }: TestRequest): string[] | null {
  const isFilter = (word: string, index: number) => !word.startsWith('-') && !TAKES_VALUE.has(args[index - 1] ?? '');
  // The test program precedes the name: all programs run tests of that name.
  const names = [...new Set(ids.map((id) => id.split(' > ').at(-1) ?? id))];
  if (args.some(isFilter) || !names.every((name) => /^\w+(?:::\w+)*$/.test(name))) return null;
  return [...args, ...continuing(args), '--', '--exact', ...names];
}

const TAKES_VALUE = new Set(
  '-p --package --test --bin --example --bench -F --features --manifest-path -j --jobs --target --target-dir --profile'.split(
    ' ',
  ),
);

/** Only whole programs can be selected: a source file runs with all tests of its library or program. */
export function selectFiles({ args, files, hasFile }: FileRequest): string[] | null {
  const targets = files.map((file) => targetOf(file, hasFile));
  const hasTarget = args.some((word) => /^(?:--lib|--bins?|--tests?|--examples?|--all-targets|--doc)$/.test(word));
  if (targets.includes(null) || hasTarget || args.some((word) => !word.startsWith('-'))) return null;
  return [...args, ...continuing(args), ...new Set(targets.flatMap((target) => target ?? []))];
}

/** Without it, cargo stops after the first program with a failing test. */
function continuing(args: readonly string[]): string[] {
  return args.includes('--no-fail-fast') ? [] : ['--no-fail-fast'];
}

/** Null for a source of another package: the name of that may differ from the name of its folder. */
function targetOf(file: string, hasFile: FileRequest['hasFile']): string[] | null {
  // Cargo looks for the name in all packages.
  const [, ofMember] = /^[\w./-]+\/tests\/([\w-]+)\.rs$/.exec(file) ?? [];
  if (ofMember !== undefined) return ['--workspace', `--test=${ofMember}`];
  const [, folder, name] = /^(tests|src\/bin)\/([\w-]+)(?:\.rs|\/.+\.rs)$/.exec(file) ?? [];
  if (folder !== undefined) {
    // A folder is a program only with a main file; others have modules that several programs share.
    const isProgram = hasFile(`${folder}/${name}.rs`) || hasFile(`${folder}/${name}/main.rs`) || file === `${folder}/${name}.rs`;
    return isProgram ? [`${folder === 'tests' ? '--test' : '--bin'}=${name}`] : null;
  }
  if (!/^src\/.+\.rs$/.test(file)) return null;
  if (file === 'src/main.rs' || !hasFile('src/lib.rs')) return ['--bins'];
  // A module may be part of either.
  return file !== 'src/lib.rs' && hasFile('src/main.rs') ? ['--lib', '--bins'] : ['--lib'];
}
