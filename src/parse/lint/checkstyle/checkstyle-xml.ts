// The XML of Checkstyle, which linters of every language imitate.
import type { LintFinding } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { OldXmlReader, XmlParser } from '../../parser.ts';
import { emptyLintSection, type LintSection } from '../../section.ts';
import { isBiomeCategory } from '../shared/biome-categories.ts';
import { findingLine } from '../shared/finding-line.ts';
import { spokenSeverity } from '../shared/severity.ts';

const ID = 'checkstyle-xml';
type Attributes = Readonly<Record<string, string>>;

export const checkstyleXml: XmlParser<LintSection> = {
  id: ID,
  form: 'xml',
  commands: [],
  roots: ['checkstyle'],
  openOld: (firstLine, shelf) => new CheckstyleReader(firstLine, shelf),
};

class CheckstyleReader implements OldXmlReader<LintSection> {
  readonly #shelf: Shelf;
  readonly #section: LintSection;
  #path: string | null = null;
  /** Inside <exception>: the tool's own stack trace. */
  #inException = false;

  constructor(firstLine: number, shelf: Shelf) {
    this.#shelf = shelf;
    this.#section = { ...emptyLintSection(ID, firstLine), hasHeader: true };
  }

  startElement(name: string, attributes: Attributes): void {
    if (name === 'file') this.#path = attributes.name ?? null;
    else if (name === 'error') this.#finding(attributes);
    else if (name === 'exception' && !this.#inException) {
      this.#inException = true;
      this.#shelf.keepText(this.#section.problems, 'the report holds an exception of the tool itself');
    }
  }

  endElement(name: string): void {
    if (name === 'file') this.#path = null;
    if (name === 'exception') this.#inException = false;
  }

  text(): void {
    // Everything stands in attributes.
  }

  end(lastLine: number, wellFormed: boolean): LintSection[] {
    return [{ ...this.#section, lastLine, hasFooter: wellFormed }];
  }

  #finding(attributes: Attributes): void {
    const source = attributes.source ?? '';
    const severity = severityOf(attributes.severity ?? 'error', source);
    if (severity === null) return;
    this.#shelf.keepFinding(this.#section.findings, {
      path: this.#path,
      line: findingLine(attributes.line),
      rule: ruleOf(source),
      severity,
      message: attributes.message ?? '',
    });
  }
}

function severityOf(word: string, source: string): LintFinding['severity'] | null {
  if (word === 'ignore') return null;
  const spoken = spokenSeverity(word);
  // biome's infos are remarks; elsewhere, as in shellcheck and hadolint, info is the mildest finding.
  if (spoken === 'remark') return isBiomeCategory(source) ? null : 'warning';
  return spoken === 'warning' ? 'warning' : 'error';
}

/** "ShellCheck.SC2086", "eslint.rules.no-undef" and "com.puppycrawl.tools...NeedBracesCheck" end in the rule's own name. */
function ruleOf(source: string): string | null {
  if (source === '') return null;
  const isNamespaced = /^(?:ShellCheck|Hadolint|eslint\.rules|stylelint\.rules|com\.puppycrawl\.[\w.]{1,200})\./.test(source);
  return isNamespaced ? source.slice(source.lastIndexOf('.') + 1) : source;
}
