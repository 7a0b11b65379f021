// The parsers of all tools, in one engine.
import { findLoadError as findWith } from '../parse/load-error.ts';
import { parseWith } from '../parse/parse-output.ts';
import { LINTERS } from './linters/index.ts';
import { RUNNERS } from './runners/index.ts';
import { SCANNERS } from './scanners/index.ts';

const SIGNS_OF_RUNNERS = RUNNERS.flatMap(({ loadError }) => loadError ?? []);

/** The line of a failed run that says why its tests could not be compiled or loaded; null if there is none. */
export function findLoadError(exitCode: number | null, output: string): string | null {
  return findWith(exitCode, output, SIGNS_OF_RUNNERS);
}

export const { openOutputParser, readSections } = parseWith({
  test: RUNNERS.flatMap(({ parse }) => parse),
  lint: LINTERS.flatMap(({ parse }) => parse),
  security: SCANNERS.flatMap(({ parse }) => parse),
});
