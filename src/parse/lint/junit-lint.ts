// Findings in the shape of JUnit XML: a suite is a file, a failed case a finding.
// Where line, rule and severity stand differs from tool to tool; a case that passed is a clean file.
import type { LintFinding } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { OldXmlReader, XmlParser } from '../parser.ts';
import { emptyLintSection, type LintSection } from '../section.ts';
import { extended } from '../shared/bounded-text.ts';
import { filePosition } from './shared/file-position.ts';
import { findingLine } from './shared/finding-line.ts';
import { copSeverity, spokenSeverity } from './shared/severity.ts';

const ID = 'junit-lint';
type Attributes = Readonly<Record<string, string>>;
type Severity = LintFinding['severity'];

export const junitLint: XmlParser<LintSection> = {
  id: ID,
  form: 'xml',
  commands: [],
  roots: ['testsuites', 'testsuite'],
  openOld: (firstLine, shelf) => new JunitLintReader(firstLine, shelf),
};

interface Problem {
  element: string;
  attributes: Attributes;
  text: string;
}

class JunitLintReader implements OldXmlReader<LintSection> {
  readonly #shelf: Shelf;
  readonly #section: LintSection;
  readonly #suites: Attributes[] = [];
  #root: Attributes = {};
  #case: Attributes = {};
  /** The severity that ruff writes beside the failure. */
  #property: string | null = null;
  #problem: Problem | null = null;
  #problems: Problem[] = [];

  constructor(firstLine: number, shelf: Shelf) {
    this.#shelf = shelf;
    this.#section = { ...emptyLintSection(ID, firstLine), hasHeader: true };
  }

  startElement(name: string, attributes: Attributes): void {
    if (name === 'testsuites') this.#root = attributes;
    else if (name === 'testsuite') this.#suites.push(attributes);
    else if (name === 'testcase') this.#case = attributes;
    else if (name === 'property' && attributes.name === 'severity') this.#property = attributes.value ?? null;
    else if (name === 'failure' || name === 'error') this.#problem = { element: name, attributes, text: '' };
  }

  text(text: string): void {
    if (this.#problem !== null) this.#problem.text = extended(this.#problem.text, '', text);
  }

  endElement(name: string): void {
    if (name === 'failure' || name === 'error') {
      if (this.#problem !== null) this.#problems.push(this.#problem);
      this.#problem = null;
    } else if (name === 'testcase') this.#closeCase();
    else if (name === 'testsuite') this.#suites.pop();
  }

  end(lastLine: number, wellFormed: boolean): LintSection[] {
    const section = { ...this.#section, lastLine, hasFooter: wellFormed, tool: this.#root.name?.replace(/ [\d.]+$/, '') || null };
    return [this.#root.name === 'Biome' ? withBiomeSeverities(section, Number(this.#root.errors ?? 0)) : section];
  }

  #closeCase(): void {
    for (const problem of this.#problems) {
      if (this.#suites.at(-1)?.name === 'mypy') this.#section.problems.push("mypy's report does not tell its findings apart");
      const severity = severityOf(problem, this.#property, this.#root.name ?? '');
      this.#shelf.keepFinding(this.#section.findings, toFinding(this.#case, this.#suites, problem, severity));
    }
    this.#case = {};
    this.#property = null;
    this.#problems = [];
  }
}

/**
 * biome says how many errors it counted, but not which findings they are: its infos, which are no findings, are failures
 * like the rest, and files that are not formatted are counted among the errors and not listed.
 */
function withBiomeSeverities(section: LintSection, errors: number): LintSection {
  const all = section.findings.length;
  const totals = { errors, warnings: Math.max(0, all - errors), total: null };
  if (all === 0 && errors === 0) return { ...section, totals };
  const problem = "biome's remarks and unformatted files cannot be told from its findings in its JUnit report";
  return { ...section, findings: [], totals, problems: [...section.problems, problem] };
}

/** "line 3, col 7, Error - message" of eslint; ruff, biome and oxlint leave the word out. */
const PLACE_IN_TEXT = /^\s*line (\d{1,9}), col(?:umn)? \d{1,9}, (?:(Error|Warning|Info) - )?/;

function severityOf({ element, attributes, text }: Problem, property: string | null, tool: string): Severity {
  const words = [property, PLACE_IN_TEXT.exec(text)?.[2], attributes.type, attributes.severity];
  const spoken = words.map((word) => (word ? spokenSeverity(word) : null)).find((severity) => severity !== null);
  if (spoken !== undefined) return spoken === 'error' ? 'error' : 'warning';
  const byRule = severityByRule(attributes.type ?? '');
  if (byRule !== null) return byRule;
  // oxlint calls its warnings failures, its errors errors.
  return element === 'failure' && tool.toLowerCase() === 'oxlint' ? 'warning' : 'error';
}

/** luacheck's codes tell, and rubocop's cops. */
function severityByRule(rule: string): Severity | null {
  const code = /^([EFW])\d{3}$/.exec(rule)?.[1];
  if (code !== undefined) return code === 'W' ? 'warning' : 'error';
  return copSeverity(rule);
}

function toFinding(testCase: Attributes, suites: readonly Attributes[], problem: Problem, severity: Severity): LintFinding {
  const place = placeOf(testCase, suites, problem);
  const rule = ruleOf(testCase, problem);
  const message = firstLine((problem.attributes.message || problem.text).trim());
  const bare = filePosition(message)?.rest ?? message;
  return {
    ...place,
    rule,
    severity,
    message: rule !== null && bare.startsWith(`${rule}: `) ? bare.slice(rule.length + 2) : bare,
  };
}

function placeOf(testCase: Attributes, suites: readonly Attributes[], problem: Problem): Pick<LintFinding, 'path' | 'line'> {
  // phpcs: "Rule at src/a.php (3:5)"
  const named = /^\S{1,200} at (.{1,1000}) \((\d{1,9}):\d{1,9}\)$/.exec(testCase.name ?? '');
  if (named !== null) return { path: named[1] ?? null, line: findingLine(named[2]) };
  // luacheck in the message, golangci-lint in the class, phpstan in the name, rubocop in the text.
  for (const candidate of [problem.attributes.message, testCase.classname, testCase.name, problem.text.trim()]) {
    const position = filePosition(`${firstLine(candidate ?? '')}:`);
    if (position !== null) return { path: position.path, line: position.line };
  }
  const path = testCase.file ?? suites.at(-1)?.name ?? null;
  return { path, line: findingLine(testCase.line ?? PLACE_IN_TEXT.exec(problem.text)?.[1]) };
}

function ruleOf(testCase: Attributes, { attributes }: Problem): string | null {
  const name = testCase.name ?? '';
  const named = /^(\S{1,200}) at /.exec(name)?.[1];
  if (named !== undefined) return named;
  if (filePosition(`${name}:`) !== null) return /^\w\d{3}$/.test(attributes.type ?? '') ? (attributes.type ?? null) : null;
  // "org.ruff.F401", "org.eslint.no-undef"; biome also turns the slashes of its rules into dots.
  const plain = /^org\.(?:ruff|eslint|stylelint|oxlint)\.(.+)$/.exec(name)?.[1];
  const biome = /^org\.biome\.(.+)$/.exec(name)?.[1]?.replaceAll('.', '/');
  const type = attributes.type ?? '';
  return plain ?? biome ?? ((spokenSeverity(type) === null && type.includes('/') ? type : name) || null);
}

function firstLine(text: string): string {
  return text.split(/[\r\n]/, 1)[0]?.trim() ?? '';
}
