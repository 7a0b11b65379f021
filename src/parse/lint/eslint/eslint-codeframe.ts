// ESLint's "codeframe" format, part of ESLint up to 6 and the default of Vue CLI.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { errorsAndWarnings, LintRuns } from '../shared/delimited-runs.ts';
import { findingLine } from '../shared/finding-line.ts';

const ID = 'eslint-codeframe';
const HEADLINE = /^(error|warning): (.*) at (.+?)(?::(\d+):\d+)?:?$/;
const RULE = / \(([@a-zA-Z][\w@/.-]*)\)$/;
const CLOSING = /^(?=\d)(?:(\d+) errors?)?(?: and )?(?:(\d+) warnings?)? found\.$/;

export const eslintCodeframe: LineParser<LintSection> = {
  id: ID,
  form: 'lines',
  commands: ['eslint', 'vue-cli-service'],
  startsWith: ['error: ', 'warning: ', ...'0123456789'],
  atMargin: true,
  prefilter: (text) => text.endsWith(' found.') || text.includes(' at '),
  open: ({ shelf }) => new CodeframeReader(shelf),
};

class CodeframeReader implements LineReader<LintSection> {
  readonly #runs: LintRuns;

  constructor(shelf: Shelf) {
    this.#runs = new LintRuns(ID, shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const headline = HEADLINE.exec(text);
    const closing = this.#runs.open === null ? null : CLOSING.exec(text);
    if (headline !== null) this.#runs.finding(readHeadline(headline), lineNumber);
    else if (closing !== null) this.#runs.close(errorsAndWarnings(closing[1], closing[2]), lineNumber);
    return false;
  }

  end(): LintSection[] {
    return this.#runs.end();
  }
}

function readHeadline([, severity, text = '', path = '', line]: RegExpExecArray): LintFinding {
  const rule = RULE.exec(text);
  return {
    path,
    line: findingLine(line),
    rule: rule?.[1] ?? null,
    severity: severity === 'error' ? 'error' : 'warning',
    message: rule === null ? text : text.slice(0, rule.index),
  };
}
