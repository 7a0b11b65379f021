// Findings as JUnit XML: a suite is a file, a failed case a finding, a passed case a clean file.
// Tools differ in where they put line, rule and severity.

import type { LintFinding } from '../../../contract/index.ts';
import type { Results, XmlParser, XmlReader } from '../../../parse/parser.ts';
import type { LintRun, LintSection } from '../../../parse/section.ts';
import { appendBounded } from '../../../parse/shared/bounded-text.ts';
import type { Linter } from '../../tool.ts';
import { filePosition } from '../shared/file-position.ts';
import { copSeverity, findingLine, firstLine, parseSeverity } from '../shared/finding-fields.ts';

type Attributes = Readonly<Record<string, string>>;
type Severity = LintFinding['severity'];

const xml: XmlParser<LintSection> = {
  id: 'junit-lint',
  form: 'xml',
  commands: [],
  roots: ['testsuites', 'testsuite'],
  open: (results) => new JunitLintReader(results),
};

interface Problem {
  element: string;
  attributes: Attributes;
  text: string;
}

class JunitLintReader implements XmlReader {
  readonly #run: LintRun;
  readonly #suites: Attributes[] = [];
  #root: Attributes = {};
  #case: Attributes = {};
  /** The severity that ruff writes beside the failure. */
  #property: string | null = null;
  #problem: Problem | null = null;
  #problems: Problem[] = [];

  constructor(results: Results<LintSection>) {
    this.#run = results.beginRun({ hasHeader: true });
  }

  startElement(name: string, attributes: Attributes): void {
    if (name === 'testsuites') this.#root = attributes;
    else if (name === 'testsuite') this.#suites.push(attributes);
    else if (name === 'testcase') this.#case = attributes;
    else if (name === 'property' && attributes.name === 'severity') this.#property = attributes.value ?? null;
    else if (name === 'failure' || name === 'error') this.#problem = { element: name, attributes, text: '' };
  }

  text(text: string): void {
    if (this.#problem !== null) this.#problem.text = appendBounded(this.#problem.text, '', text);
  }

  endElement(name: string): void {
    if (name === 'failure' || name === 'error') {
      if (this.#problem !== null) this.#problems.push(this.#problem);
      this.#problem = null;
    } else if (name === 'testcase') this.#closeCase();
    else if (name === 'testsuite') this.#suites.pop();
  }

  end(isWellFormed: boolean): void {
    this.#run.hasFooter = isWellFormed;
    this.#run.tool = this.#root.name?.replace(/ [\d.]+$/, '') || null;
    this.#run.touch();
    if (this.#root.name === 'Biome') applyBiomeTotals(this.#run, Number(this.#root.errors ?? 0));
  }

  #closeCase(): void {
    for (const problem of this.#problems) {
      if (this.#suites.at(-1)?.name === 'mypy') this.#run.problems.push("mypy's report does not separate its findings");
      const severity = severityOf(problem, this.#property, this.#root.name ?? '');
      this.#run.finding(toFinding(this.#case, this.#suites, problem, severity));
    }
    this.#case = {};
    this.#property = null;
    this.#problems = [];
  }
}

/**
 * biome states how many errors it counted, but not which findings they are: its infos, which are not findings, are failures
 * like the rest, and unformatted files are counted among the errors and not listed.
 */
function applyBiomeTotals(run: LintRun, errors: number): void {
  const all = run.findings.length;
  run.totals = { errors, warnings: Math.max(0, all - errors), total: null };
  if (all === 0 && errors === 0) return;
  run.findings = [];
  run.problems.push("biome's JUnit report does not distinguish notes and unformatted files from findings");
}

/** "line 3, col 7, Error - message" of eslint; ruff, biome and oxlint leave the word out. */
const PLACE_IN_TEXT = /^\s*line (\d{1,9}), col(?:umn)? \d{1,9}, (?:(Error|Warning|Info) - )?/;

function severityOf({ element, attributes, text }: Problem, property: string | null, tool: string): Severity {
  const words = [property, PLACE_IN_TEXT.exec(text)?.[2], attributes.type, attributes.severity];
  const stated = words.map((word) => (word ? parseSeverity(word) : null)).find((severity) => severity !== null);
  if (stated !== undefined) return stated === 'error' ? 'error' : 'warning';
  const byRule = severityByRule(attributes.type ?? '');
  if (byRule !== null) return byRule;
  // oxlint writes warnings as failures and errors as errors.
  return element === 'failure' && tool.toLowerCase() === 'oxlint' ? 'warning' : 'error';
}

/** luacheck's codes and rubocop's cops imply a severity. */
function severityByRule(rule: string): Severity | null {
  const code = /^([EFW])\d{3}$/.exec(rule)?.[1];
  if (code !== undefined) return code === 'W' ? 'warning' : 'error';
  return copSeverity(rule);
}

function toFinding(testCase: Attributes, suites: readonly Attributes[], problem: Problem, severity: Severity): LintFinding {
  const place = placeOf(testCase, suites, problem);
  const rule = ruleOf(testCase, problem);
  const message = firstLine((problem.attributes.message || problem.text).trim()).trim();
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
    const position = filePosition(`${firstLine(candidate ?? '').trim()}:`);
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
  // "org.ruff.F401", "org.eslint.no-undef"; biome also replaces the slashes of its rules by dots.
  const plain = /^org\.(?:ruff|eslint|stylelint|oxlint)\.(.+)$/.exec(name)?.[1];
  const biome = /^org\.biome\.(.+)$/.exec(name)?.[1]?.replaceAll('.', '/');
  const type = attributes.type ?? '';
  return plain ?? biome ?? ((parseSeverity(type) === null && type.includes('/') ? type : name) || null);
}

export const junit: Linter = { id: 'junit', parse: [xml] };
