// The versions that every result carries. A test holds ENGINE_VERSION equal to package.json.

/** The version of the program that wrote a file. */
export const ENGINE_VERSION = '0.1.0';

/** Raised whenever the same facts and policy would give another number or another order. */
export const SCORING_VERSION = 4;

/** Raised whenever a stored file changes its shape; readers accept this one and every older one. */
export const SCHEMA_VERSION = 3;
