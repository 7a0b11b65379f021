// What a source file defines for others.
export interface DefinedName {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'value';
  readonly isExported: boolean;
}

/** The files of a tree. */
export interface Tree {
  readonly files: readonly string[];
  read(path: string): string | null;
}

export interface ImportRequest extends Tree {
  readonly name: string;
  /** The source file that defines it. */
  readonly definedIn: string;
  /** The test file that needs it. */
  readonly from: string;
  /** Whether the test file belongs to the package that it tests; for languages in which that decides what it may use. */
  readonly isInside?: boolean;
}

/** One language. */
export interface Symbols {
  definedNames(path: string, text: string): DefinedName[];
  /** Null if nothing can import it. An empty text if no import is necessary. */
  importStatement(request: ImportRequest): string | null;
  /** The files of a tree from which a name certainly is, the likeliest one first; searched for its definition if there are none. */
  providers?(name: string, tree: Tree): string[];
  /** Files with the same unit are one module for those that import it; the file itself when omitted. */
  unitOf?(path: string): string;
  /** A name that belongs to the language's own library and has to be imported; null for another name. */
  standardImport?(name: string): string | null;
}
