// Checkstyle's XML, which linters of many languages write.
import type { LintFinding } from '../../../contract/index.ts';
import type { Results, XmlParser, XmlReader } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import { findingLine, isBiomeCategory, parseSeverity } from '../shared/finding-fields.ts';

type Attributes = Readonly<Record<string, string>>;

export const checkstyleXml: XmlParser<LintSection> = {
  id: 'checkstyle-xml',
  form: 'xml',
  commands: [],
  roots: ['checkstyle'],
  open: (results) => new CheckstyleReader(results),
};

class CheckstyleReader implements XmlReader {
  readonly #run: LintRun;
  #path: string | null = null;
  /** Inside <exception>: the tool's own stack trace. */
  #inException = false;

  constructor(results: Results<LintSection>) {
    this.#run = results.beginRun({ hasHeader: true });
  }

  startElement(name: string, attributes: Attributes): void {
    if (name === 'file') this.#path = attributes.name ?? null;
    else if (name === 'error') this.#finding(attributes);
    else if (name === 'exception' && !this.#inException) {
      this.#inException = true;
      this.#run.problems.push('the report contains an exception of the tool itself');
    }
  }

  endElement(name: string): void {
    if (name === 'file') this.#path = null;
    if (name === 'exception') this.#inException = false;
  }

  text(): void {
    // All values are attributes.
  }

  end(isWellFormed: boolean): void {
    this.#run.hasFooter = isWellFormed;
    this.#run.touch();
  }

  #finding({ line, source = '', severity: word = 'error', message = '' }: Attributes): void {
    const severity = severityOf(word, source);
    if (severity === null) return;
    this.#run.finding({ path: this.#path, line: findingLine(line), rule: ruleOf(source), severity, message });
  }
}

function severityOf(word: string, source: string): LintFinding['severity'] | null {
  if (word === 'ignore') return null;
  const severity = parseSeverity(word);
  // biome's infos are notes; in other tools, such as shellcheck and hadolint, info is the mildest finding.
  if (severity === 'note') return isBiomeCategory(source) ? null : 'warning';
  return severity === 'warning' ? 'warning' : 'error';
}

/** "ShellCheck.SC2086", "eslint.rules.no-undef" and "com.puppycrawl.tools...NeedBracesCheck" end in the rule's own name. */
function ruleOf(source: string): string | null {
  if (source === '') return null;
  const isNamespaced = /^(?:ShellCheck|Hadolint|eslint\.rules|stylelint\.rules|com\.puppycrawl\.[\w.]{1,200})\./.test(source);
  return isNamespaced ? source.slice(source.lastIndexOf('.') + 1) : source;
}
