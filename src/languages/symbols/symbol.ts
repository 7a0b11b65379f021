// What a source file defines for others.
export interface DefinedName {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'value';
  readonly isExported: boolean;
}

export interface ImportRequest {
  readonly name: string;
  /** The source file that defines it. */
  readonly definedIn: string;
  /** The test file that needs it. */
  readonly from: string;
  readonly files: readonly string[];
  read(path: string): string | null;
}

/** One language. */
export interface Symbols {
  definedNames(path: string, text: string): DefinedName[];
  /** Null if nothing can import it. An empty text if no import is necessary. */
  importStatement(request: ImportRequest): string | null;
}
