// The versions recorded in every result. A test checks that ENGINE_VERSION equals package.json.

/** The version of the program that wrote a file. */
export const ENGINE_VERSION = '0.1.0';

/** Incremented when the same stored run would give another scorecard. */
export const SCORING_VERSION = 1;

/** Incremented when the schema of a stored file changes. A reader refuses a newer version by name. */
export const SCHEMA_VERSION = 1;
