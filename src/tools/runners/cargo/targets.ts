// What cargo itself prints about the test binaries: where each starts, and which failed. It uses another stream than the
// binaries, so these lines may come before, after or between theirs.
import type { Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';

/** "Running unittests src/lib.rs (target/debug/deps/name-0123abcd)"; older ones name only the binary. */
const BINARY = /^\s+Running (?:(?:unittests )?(\S+) \((\S+-[0-9a-f]{8,}\S*)\)|(\S+-[0-9a-f]{8,}\S*))$/;
const DOC_TESTS = /^\s+Doc-tests (\S+)$/;
const FAILED = /error: (?:doc)?test failed, to rerun pass [`'](.+)[`']$/;

interface FailedTarget {
  /** How to run it again: "-p name --test file". */
  target: string;
  /** The binary announced no tests: it has its own test harness. */
  isSilent: boolean;
}

export class CargoTargets {
  /** The binary that started last; null where cargo's lines are elsewhere or missing. */
  scope: string | null = null;
  /** All that started, in order. */
  readonly #started: string[];
  /** No run of tests was seen since. */
  #isUnused = false;
  #skipped = 0;
  readonly #failed: FailedTarget[];

  constructor(results: Results<TestSection>) {
    this.#started = results.list();
    this.#failed = results.list();
  }

  /** True when the line says that a binary starts. */
  begins(text: string): boolean {
    const scope = readScope(text);
    if (scope === null) return false;
    if (this.#isUnused) this.#skipped += 1;
    this.scope = scope;
    this.#started.push(scope);
    this.#isUnused = true;
    return true;
  }

  /** Called when a run of tests starts. */
  use(): string | null {
    this.#isUnused = false;
    return this.scope;
  }

  /** True when the line says that a binary failed. */
  fails(text: string): boolean {
    const target = endsWithQuote(text) ? FAILED.exec(text)?.[1] : undefined;
    if (target === undefined) return false;
    this.#failed.push({ target, isSilent: this.#isUnused });
    return true;
  }

  /**
   * Compares cargo's lines with the runs. A failed binary with its own harness becomes a problem and not a test: when it
   * passes it is not visible at all, so there would be nothing to compare it with.
   */
  checkRuns(runs: readonly TestSection[]): void {
    // Several binaries start before the first of several runs: cargo's stream comes first.
    const isBefore = this.#skipped > 0 && runs.length > 1 && runs.every(({ scope }) => scope === runs[0]?.scope);
    const isUnsure = isBefore || runs.some(({ scope }) => scope === null);
    const unshown = isUnsure ? this.#tooMany(runs) : this.#silent();
    if (isBefore || runs.every(({ scope }) => scope === null)) this.#assignScopes(runs);
    if (unshown !== null) runs.at(-1)?.problems.push(unshown);
  }

  /** Cargo runs one binary after the other: equal numbers of runs and binaries correspond in order. */
  #assignScopes(runs: readonly TestSection[]): void {
    const fits = this.#started.length === runs.length;
    for (const [index, run] of runs.entries()) run.scope = fits ? (this.#started[index] ?? null) : null;
  }

  #silent(): string | null {
    const silent = this.#failed.filter(({ isSilent }) => isSilent).map(({ target }) => target);
    return silent.length === 0 ? null : `cargo says that ${silent.join(', ')} failed, which shows no tests`;
  }

  /** Where it is unknown which run belongs to which binary, only their numbers can be compared. */
  #tooMany(runs: readonly TestSection[]): string | null {
    const stated = new Set(this.#failed.map(({ target }) => target)).size;
    const shown = runs.filter(({ hasFooter, totals }) => !hasFooter || totals?.failed !== 0).length;
    return stated <= shown ? null : `cargo says that ${stated} test binaries failed, ${shown} of them show a failed test`;
  }
}

function endsWithQuote(text: string): boolean {
  const last = text === '' ? 0 : text.charCodeAt(text.length - 1);
  return last === CharCode.BACKTICK || last === CharCode.APOSTROPHE;
}

function readScope(text: string): string | null {
  if (!text.startsWith(' ') || !(text.includes('Running ') || text.includes('Doc-tests '))) return null;
  const [, source, binary, name] = BINARY.exec(text) ?? [];
  if (binary !== undefined || name !== undefined) return scopeOf(binary ?? name ?? '', source ?? null);
  const docTests = DOC_TESTS.exec(text)?.[1];
  return docTests === undefined ? null : `${docTests} doc-tests`;
}

/** The hash after a binary's name changes with the compiler and its flags. */
function scopeOf(binary: string, source: string | null): string {
  const file = binary.slice(Math.max(binary.lastIndexOf('/'), binary.lastIndexOf('\\')) + 1);
  const name = file.replace(/\.(?:exe|wasm)$/, '').replace(/-[0-9a-f]{8,}$/, '');
  return source === null ? name : `${name} ${source}`;
}
