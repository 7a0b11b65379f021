// The parsers of all tools, in one engine.
import { LINT_PARSERS } from '../parse/lint/index.ts';
import { findLoadError as findWith } from '../parse/load-error.ts';
import { parseWith } from '../parse/parse-output.ts';
import { SECURITY_PARSERS } from '../parse/security/index.ts';
import { RUNNERS } from './runners/index.ts';

const SIGNS_OF_RUNNERS = RUNNERS.flatMap(({ loadError }) => loadError ?? []);

/** The line of a failed run that says why its tests could not be compiled or loaded; null if there is none. */
export function findLoadError(exitCode: number | null, output: string): string | null {
  return findWith(exitCode, output, SIGNS_OF_RUNNERS);
}

export const { openOutputParser, readSections } = parseWith({
  test: RUNNERS.flatMap(({ parse }) => parse),
  lint: LINT_PARSERS,
  security: SECURITY_PARSERS,
});
