// What cargo itself says of the test binaries it runs: where each begins, and which of them failed.
// Its words are on another stream than the binaries' own output, so that they may stand among, behind or before it.

import type { Shelf } from '../../engine/shelf.ts';
import type { TestSection } from '../../section.ts';
import { CharCode } from '../../shared/characters.ts';

/** "Running unittests src/lib.rs (target/debug/deps/name-0123abcd)"; older ones name only the binary. */
const BINARY = /^\s+Running (?:(?:unittests )?(\S+) \((\S+-[0-9a-f]{8,}\S*)\)|(\S+-[0-9a-f]{8,}\S*))$/;
const DOC_TESTS = /^\s+Doc-tests (\S+)$/;
const FAILED = /error: (?:doc)?test failed, to rerun pass [`'](.+)[`']$/;

interface FailedTarget {
  /** How to run it again: "-p name --test file". */
  target: string;
  /** A binary began and ended here that announced no tests: it has a harness of its own. */
  isSilent: boolean;
}

export class CargoTargets {
  /** The binary that began last; null where cargo's words stand elsewhere, or nowhere. */
  scope: string | null = null;
  /** All that began, in order. */
  readonly #begun: string[] = [];
  /** No run of tests was seen since. */
  #isUnused = false;
  #passedOver = 0;
  readonly #failed: FailedTarget[] = [];
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** True when the line says that a binary begins. */
  begins(text: string): boolean {
    const scope = readScope(text);
    if (scope === null) return false;
    if (this.#isUnused) this.#passedOver += 1;
    this.scope = scope;
    this.#shelf.keepText(this.#begun, scope);
    this.#isUnused = true;
    return true;
  }

  /** A run of tests begins. */
  use(): string | null {
    this.#isUnused = false;
    return this.scope;
  }

  /** True when the line says that a binary failed. */
  fails(text: string): boolean {
    const target = endsWithQuote(text) ? FAILED.exec(text)?.[1] : undefined;
    if (target === undefined) return false;
    this.#shelf.keepTexts(this.#failed, { target, isSilent: this.#isUnused }, ['target']);
    return true;
  }

  /**
   * Holds what cargo says against the runs that were seen. A binary with a harness of its own that fails is no test that
   * could be compared with another run's, where it passed and was not seen at all: it can only be said.
   */
  holdAgainst(runs: readonly TestSection[]): void {
    // Several binaries began, and then several runs followed: cargo's stream stands first.
    const isBefore = this.#passedOver > 0 && runs.length > 1 && runs.every(({ scope }) => scope === runs[0]?.scope);
    const isUnsure = isBefore || runs.some(({ scope }) => scope === null);
    const unshown = isUnsure ? this.#tooMany(runs) : this.#silent();
    if (isBefore || runs.every(({ scope }) => scope === null)) this.#tellApart(runs);
    if (unshown !== null) runs.at(-1)?.problems.push(unshown);
  }

  /** Cargo runs one binary after the other: as many runs as binaries are theirs, in order. */
  #tellApart(runs: readonly TestSection[]): void {
    const fits = this.#begun.length === runs.length;
    for (const [index, run] of runs.entries()) run.scope = fits ? (this.#begun[index] ?? null) : null;
  }

  #silent(): string | null {
    const silent = this.#failed.filter(({ isSilent }) => isSilent).map(({ target }) => target);
    return silent.length === 0 ? null : `cargo says that ${silent.join(', ')} failed, which shows no tests`;
  }

  /** Where nobody can tell which run is which binary's, their numbers must agree. */
  #tooMany(runs: readonly TestSection[]): string | null {
    const said = new Set(this.#failed.map(({ target }) => target)).size;
    const shown = runs.filter(({ hasFooter, totals }) => !hasFooter || totals?.failed !== 0).length;
    return said <= shown ? null : `cargo says that ${said} test binaries failed, ${shown} of them show a failed test`;
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

/** The hash behind a binary's name changes with every compiler and flag. */
function scopeOf(binary: string, source: string | null): string {
  const file = binary.slice(Math.max(binary.lastIndexOf('/'), binary.lastIndexOf('\\')) + 1);
  const name = file.replace(/\.(?:exe|wasm)$/, '').replace(/-[0-9a-f]{8,}$/, '');
  return source === null ? name : `${name} ${source}`;
}
