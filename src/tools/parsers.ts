// The parsers of all tools, in one engine.
import { LINT_PARSERS } from '../parse/lint/index.ts';
import { parseWith } from '../parse/parse-output.ts';
import { SECURITY_PARSERS } from '../parse/security/index.ts';
import { RUNNERS } from './runners/index.ts';

export const { openOutputParser, readSections } = parseWith({
  test: RUNNERS.flatMap(({ parse }) => parse),
  lint: LINT_PARSERS,
  security: SECURITY_PARSERS,
});
