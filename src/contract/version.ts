// The versions recorded in every result. A test checks that ENGINE_VERSION equals package.json.

/** The version of the program that wrote a file. */
export const ENGINE_VERSION = '0.1.0';

/** Incremented when the same stored run would give another scorecard. */
export const SCORING_VERSION = 10;

/** Incremented when the schema of a stored file changes; readers accept this version and every older one. */
export const SCHEMA_VERSION = 7;
