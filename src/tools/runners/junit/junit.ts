// JUnit XML in its many dialects. The cases count. The numbers in the headers have a different meaning in every tool; they
// only show that cases are missing, or that something failed outside of the cases.
import type { TestStatus } from '../../../contract/index.ts';
import type { Results, XmlParser, XmlReader } from '../../../parse/parser.ts';
import type { RawDetails, TestRun, TestSection } from '../../../parse/section.ts';
import { appended, failureDetails } from '../shared/failure-text.ts';

type Attributes = Readonly<Record<string, string>>;

/** The name of the suite in reports of pytest that Hydra asks for, see src/tools/runners/pytest/report.ts. */
const PYTEST_REPORT = 'hydra-pytest';
/** Names that reporters give to the outermost suite: they say nothing about a test. */
const PLACEHOLDERS = new Set(['', 'undefined', 'Mocha Tests', 'Root Suite', 'pytest', PYTEST_REPORT, 'jest tests']);
const FAILED_WORDS = new Set(['fail', 'failed', 'failure', 'error', 'errored', 'timeout', 'timedout', 'aborted', 'cancelled']);
const SKIPPED_WORDS = new Set(['disabled', 'notrun', 'skipped', 'ignored', 'pending', 'todo', 'suppressed']);
const RISKY =
  /^PHPUnit\\Framework\\(?:RiskyTestError|OutputError|UnintentionallyCoveredCodeError|CoveredCodeNotExecutedException|MissingCoversAnnotationException)$/;

export const junit: XmlParser<TestSection> = {
  id: 'junit',
  form: 'xml',
  isOfManyTools: true,
  commands: [],
  roots: ['testsuites', 'testsuite'],
  open: (results) => new JunitReader(results),
};

interface Suite {
  name: string;
  file: string;
  attributes: Attributes;
  hasSuites: boolean;
  /** gotestsum and go-junit-report state the version of Go. */
  isGo: boolean;
  /** Of this suite and those inside it. */
  cases: number;
  failed: number;
  skipped: number;
  errored: number;
  /** A case may have several, and some headers count them. */
  failureElements: number;
}

interface Case {
  id: string;
  attributes: Attributes;
  failureElements: number;
  /** PHPUnit up to version 9 writes an error for a test that passed without an assertion. */
  riskyElements: number;
  errored: boolean;
  skipped: boolean;
  todo: boolean;
  /** Of the first failure: its attribute and its text. */
  type: string;
  message: string;
  text: string;
}

class JunitReader implements XmlReader {
  readonly #run: TestRun;
  readonly #suites: Suite[] = [];
  /** The open elements inside the innermost suite. */
  readonly #inner: string[] = [];
  #case: Case | null = null;
  /** Skipped tests that a header counts without a case. */
  #unlistedSkipped = 0;
  /** node:test states its totals in comments, and only there the failure of a test that has subtests. */
  #failuresInComments: number | null = null;
  /** Also counts tests that have subtests, so it is never less than the number of cases. */
  #passedInComments: number | null = null;

  constructor(results: Results<TestSection>) {
    this.#run = results.beginRun({ hasHeader: true });
  }

  startElement(name: string, attributes: Attributes): void {
    if (this.#inner.length === 0 && (name === 'testsuite' || name === 'testsuites')) {
      this.#openSuite(name, attributes);
      return;
    }
    this.#inner.push(name);
    if (this.#inner.length === 1) this.#insideSuite(name, attributes);
    else if (this.#inner.length === 2 && this.#case !== null) noteOutcome(this.#case, name, attributes);
    else if (this.#inner.length === 2 && name === 'property' && attributes.name === 'go.version') this.#noteGo();
  }

  endElement(name: string): void {
    if (this.#inner.length > 0) {
      this.#inner.pop();
      if (this.#inner.length === 0) this.#closeCase();
    } else if (name === 'testsuite' || name === 'testsuites') this.#closeSuite();
  }

  text(text: string): void {
    const element = this.#inner[1];
    if (this.#case !== null && (element === 'failure' || element === 'error') && this.#case.failureElements === 1)
      this.#case.text = appended(this.#case.text, text);
  }

  comment(text: string): void {
    const [, word, count] = /^ (pass|fail|cancelled) (\d{1,9}) $/.exec(text) ?? [];
    if (word === 'pass') this.#passedInComments = Number(count);
    else if (word !== undefined) this.#failuresInComments = (this.#failuresInComments ?? 0) + Number(count);
  }

  end(isWellFormed: boolean): void {
    const run = this.#run;
    run.touch();
    run.hasFooter = isWellFormed;
    const failed = run.tests.filter(({ status }) => status === 'failed').length;
    if (this.#failuresInComments !== null && this.#failuresInComments !== failed)
      run.problems.push(`the report states ${this.#failuresInComments} failures, its cases show ${failed}`);
    const passed = run.tests.filter(({ status }) => status === 'passed').length;
    if (this.#passedInComments !== null && this.#passedInComments < passed)
      run.problems.push(`the report states ${this.#passedInComments} passed tests, its cases show ${passed}`);
    if (this.#unlistedSkipped > 0) run.totals = this.#totals();
  }

  #totals() {
    const count = (wanted: TestStatus) => this.#run.tests.filter(({ status }) => status === wanted).length;
    return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') + this.#unlistedSkipped };
  }

  #openSuite(element: string, attributes: Attributes): void {
    const parent = this.#suites.at(-1);
    if (parent !== undefined) parent.hasSuites = true;
    const file = attributes.file ?? attributes.filepath ?? parent?.file ?? '';
    const counts = { cases: 0, failed: 0, skipped: 0, errored: 0, failureElements: 0 };
    // The name of the root comes from the tool or its configuration.
    const name = element === 'testsuites' ? '' : (attributes.name ?? '');
    this.#suites.push({ name, file, attributes, hasSuites: false, isGo: false, ...counts });
    // mocha-junit-reporter states the file only in the first suite of the file.
    if (name === 'Root Suite' && parent !== undefined) parent.file = file;
  }

  #insideSuite(name: string, attributes: Attributes): void {
    if (name === 'testcase') {
      const id = caseId(attributes, this.#suites);
      this.#case = {
        id,
        attributes,
        failureElements: 0,
        riskyElements: 0,
        errored: false,
        skipped: false,
        todo: false,
        type: '',
        message: '',
        text: '',
      };
    } else if (name === 'failure' || name === 'error') this.#suiteFailure();
  }

  #closeCase(): void {
    const current = this.#case;
    const suite = this.#suites.at(-1);
    this.#case = null;
    if (current === null || suite === undefined) return;
    const status = statusOf(current);
    this.#run.test(current.id, status, detailsOf(current, suite.file));
    suite.cases += 1;
    suite.failureElements += Math.max(current.failureElements + current.riskyElements, status === 'failed' ? 1 : 0);
    if (status === 'failed') suite.failed += 1;
    if (status === 'skipped') suite.skipped += 1;
    if (current.errored) suite.errored += 1;
  }

  #noteGo(): void {
    const suite = this.#suites.at(-1);
    if (suite !== undefined) suite.isGo = true;
  }

  /** A suite that did not load, or whose set-up failed, without a case that shows it. */
  #suiteFailure(): void {
    const suite = this.#suites.at(-1);
    if (suite === undefined) return;
    this.#run.test(suitePath(this.#suites).join(' > ') || 'suite', 'failed');
    suite.cases += 1;
    suite.failed += 1;
    suite.failureElements += 1;
  }

  #closeSuite(): void {
    const suite = this.#suites.at(-1);
    if (suite === undefined) return;
    this.#checkHeader(suite);
    this.#suites.pop();
    const parent = this.#suites.at(-1);
    if (parent === undefined) return;
    for (const count of ['cases', 'failed', 'skipped', 'errored', 'failureElements'] as const) parent[count] += suite[count];
  }

  #checkHeader(suite: Suite): void {
    const { attributes } = suite;
    const complete = this.#checkComplete(suite, number(attributes.tests) - suite.cases);
    const failures = number(attributes.failures) + number(attributes.errors);
    if (failures > suite.failureElements && suite.failed === 0 && complete) this.#suiteFailure();
    else if (failures > suite.failureElements) this.#problem(suite, `${failures} failures`, suite.failed);
    if (suite.hasSuites) return;
    const saysAll = attributes.failures !== undefined && attributes.errors !== undefined;
    if (saysAll && failures < suite.failed) this.#problem(suite, `${failures} failures`, suite.failed);
    const skipped = Math.max(statedSkipped(attributes), number(attributes.disabled));
    if (skipped > suite.skipped) this.#problem(suite, `${skipped} skipped tests`, suite.skipped);
  }

  /** A header may count fewer tests than there are cases: reporters omit todos, retries and whole suites. */
  #checkComplete(suite: Suite, missing: number): boolean {
    // pytest counts a test that passes and then fails in its teardown twice.
    if (missing <= 0 || ((suite.name === 'pytest' || suite.name === PYTEST_REPORT) && missing <= suite.errored)) return true;
    const unlisted = statedSkipped(suite.attributes) - suite.skipped;
    if (unlisted !== missing) {
      this.#problem(suite, `${suite.attributes.tests} tests`, suite.cases);
      return false;
    }
    this.#unlistedSkipped += unlisted;
    suite.cases += unlisted;
    suite.skipped += unlisted;
    return true;
  }

  #problem(suite: Suite, stated: string, found: number): void {
    const name = suite.name === '' ? 'the report' : `suite ${suite.name}`;
    this.#run.problems.push(`${name} states ${stated}, its cases show ${found}`);
  }
}

function noteOutcome(current: Case, element: string, attributes: Attributes): void {
  if (element === 'error' && RISKY.test(attributes.type ?? '')) current.riskyElements += 1;
  else if (element === 'failure' || element === 'error') {
    if (current.failureElements === 0) [current.message, current.type] = [attributes.message ?? '', attributes.type ?? ''];
    current.failureElements += 1;
  }
  if (element === 'error') current.errored = true;
  if (element === 'skipped' || element === 'ignored' || element === 'disabled') current.skipped = true;
  if (element === 'skipped' && attributes.type === 'todo') current.todo = true;
}

/** Elements take precedence. gtest and ctest mark tests that did not run only by attributes. */
function statusOf({ attributes, failureElements, skipped, todo }: Case): TestStatus {
  // node:test runs todo tests and ignores their failures.
  if (failureElements > 0 && !todo) return 'failed';
  if (skipped) return 'skipped';
  const words = [attributes.status, attributes.result].map((word) => (word ?? '').toLowerCase());
  if (words.some((word) => FAILED_WORDS.has(word))) return 'failed';
  return words.some((word) => SKIPPED_WORDS.has(word)) ? 'skipped' : 'passed';
}

/** Some reporters have only the first line of the message in the attribute, some only the class of the error. */
function detailsOf({ attributes, type, message, text }: Case, suiteFile: string): RawDetails {
  const report = failureDetails(text);
  const own = message === '' || report.message?.startsWith(message) === true ? (report.message ?? '') : message;
  return {
    file: attributes.file ?? attributes.filepath ?? suiteFile,
    line: Number(attributes.line ?? attributes.lineno ?? Number.NaN),
    ...(report.file !== undefined && { file: report.file, line: report.line }),
    message: own === '' ? type : own,
    duration_ms: Number.parseFloat(attributes.time ?? '') * 1000,
  };
}

function number(text: string | undefined): number {
  const value = Number(text ?? 0);
  return Number.isFinite(value) ? value : 0;
}

function statedSkipped(attributes: Attributes): number {
  return number(attributes.skipped ?? attributes.skips ?? attributes.skip ?? attributes.ignored);
}

/** The file if known, then the groups from the outside in, then the test. */
function caseId(attributes: Attributes, suites: readonly Suite[]): string {
  const className = tidy(attributes.classname ?? attributes.class ?? '');
  const name = tidy(attributes.name ?? '');
  const file = fileLabel(attributes.file ?? attributes.filepath ?? suites.at(-1)?.file ?? '');
  // These are the ids of the same tests on the console.
  if (suites.some(({ isGo }) => isGo) && className !== '') return `${className} ${name}`;
  if (file.endsWith('.php') && attributes.class !== undefined) return `${tidy(attributes.class)}::${name}`;
  const node = suites.some((suite) => suite.name === PYTEST_REPORT) ? pytestNode(file, className, name) : null;
  if (node !== null) return node;
  const isPath = isPathOf(className, file);
  const parts = (isPath ? [name] : splitCase(className, name, suitePath(suites))).filter((part) => part !== '');
  const isKnown = file === '' || parts[0] === file || names(className === '' ? name : className, file);
  return (isKnown ? parts : [file, ...parts]).join(' > ');
}

/** The groups and the name. The groups are the class, or the suites where there is no class (or node's constant "test"). */
function splitCase(className: string, name: string, path: readonly string[]): string[] {
  if (className === '' || className === 'test') return [...path, name];
  if (className === name) return [name];
  // With some templates of jest-junit the name also starts with the groups.
  if (name.startsWith(`${className} `)) return [className, name.slice(className.length + 1)];
  const suite = path.at(-1) ?? '';
  const before = name.endsWith(` ${className}`) ? name.slice(0, -className.length - 1) : null;
  // In mocha-junit-reporter the class is the title, and the name is the groups and the title.
  if (before !== null && suite !== '' && ` ${before}`.endsWith(` ${suite}`)) return [before, className];
  return [...groupsOf(className, path), name];
}

/**
 * The suites, where the class consists of their names: node joins them with dots, bun from the inside out. Other names of
 * suites are omitted: reporters put times, browsers and worker numbers into them.
 */
function groupsOf(className: string, path: readonly string[]): readonly string[] {
  const wanted = letters(className);
  for (let length = path.length; length > 1; length -= 1) {
    const inner = path.slice(-length);
    if (letters(inner.join('')) === wanted) return inner;
  }
  return [className];
}

/** Sorted: the order of words does not matter. */
function letters(text: string): string {
  return [...text.replace(/[\s.>]/g, '')].sort().join('');
}

/** A module with the name of a test module, then classes. */
const INHERITED = /^((?:\w{1,200}\.){0,30}?(?:test_\w{0,200}|\w{1,200}_test))\.([A-Z]\w{0,200}(?:\.[A-Z]\w{0,200}){0,30})$/;

/** "tests/unit/test_a.py::TestX::test_b", which pytest accepts to run a test. Null where the file of the class is unknown. */
function pytestNode(file: string, className: string, name: string): string | null {
  const module = file.replace(/\.py$/, '').replaceAll('/', '.');
  if (className === '' && name === module) return file;
  if (className === module) return `${file}::${name}`;
  if (module !== '' && className.startsWith(`${module}.`))
    return [file, ...className.slice(module.length + 1).split('.'), name].join('::');
  // A method inherited from a class of another file: the file is where it is defined, the class where it is collected.
  const [, path, classes] = INHERITED.exec(className) ?? [];
  if (path === undefined || classes === undefined) return className === '' ? null : `${className} > ${name}`;
  return [`${path.replaceAll('.', '/')}.py`, ...classes.split('.'), name].join('::');
}

/** In rspec_junit_formatter the class is the path of the file, with dots. */
function isPathOf(className: string, file: string): boolean {
  const extension = file.lastIndexOf('.');
  return file.endsWith('.rb') && className === file.slice(0, extension).replaceAll('/', '.');
}

/** Languages in which the class implies the file: "org.example.MillTest", "tests.unit.test_a.TestX". */
const FILE_OF_CLASS = /([^\\/]{1,200})\.(?:java|kts?|groovy|scala|cs|fs|vb|php|swift|mm?|py)$/;

function names(className: string, file: string): boolean {
  const stem = FILE_OF_CLASS.exec(file)?.[1];
  return stem !== undefined && className.split(/[.\\/:]/).includes(stem);
}

function suitePath(suites: readonly Suite[]): string[] {
  return suites.map(({ name }) => withoutMachine(tidy(name))).filter((name) => !PLACEHOLDERS.has(name));
}

function tidy(text: string): string {
  return text.replace(/[\r\n\t]/g, ' ').trim();
}

/** Folders and line numbers differ between machines and commits, so an id has none. */
function fileLabel(text: string): string {
  return withoutMachine(text.replace(/:\d{1,9}$/, '').replace(/^\.\//, ''));
}

function withoutMachine(path: string): string {
  const isAbsolute = path.startsWith('/') || /^(?:[A-Za-z]:[\\/]|file:)/.test(path);
  return isAbsolute ? path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) : path;
}
