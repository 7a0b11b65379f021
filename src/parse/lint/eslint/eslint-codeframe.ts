// ESLint's "codeframe" format, part of ESLint up to 6 and the default of Vue CLI.
import type { LineParser } from '../../parser.ts';
import type { LintSection } from '../../section.ts';
import { errorsAndWarnings, RunReader } from '../shared/delimited-runs.ts';
import { findingLine, splitRule } from '../shared/finding-fields.ts';

const HEADLINE = /^(error|warning): (.*) at (.+?)(?::(\d+):\d+)?:?$/;
const RULE = / \(([@a-zA-Z][\w@/.-]*)\)$/;
const CLOSING = /^(?=\d)(?:(\d+) errors?)?(?: and )?(?:(\d+) warnings?)? found\.$/;

export const eslintCodeframe: LineParser<LintSection> = {
  id: 'eslint-codeframe',
  form: 'lines',
  commands: ['eslint', 'vue-cli-service'],
  startsWith: ['error: ', 'warning: ', ...'0123456789'],
  atMargin: true,
  prefilter: (text) => text.endsWith(' found.') || text.includes(' at '),
  open: (results) => new CodeframeReader(results),
};

class CodeframeReader extends RunReader {
  line(text: string): boolean {
    const [, level, message = '', path = '', line] = HEADLINE.exec(text) ?? [];
    const closing = this.runs.open === null ? null : CLOSING.exec(text);
    if (level !== undefined) {
      const severity = level === 'error' ? 'error' : 'warning';
      this.runs.finding({ path, line: findingLine(line), severity, ...splitRule(message, RULE) });
    } else if (closing !== null) this.runs.close(errorsAndWarnings(closing[1], closing[2]));
    return false;
  }
}
