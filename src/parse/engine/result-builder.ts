// What the parsers of one output emit, run by run. Each parser has a builder of its own; they share the memory budget.
import type { Advisory, LintFinding, TestDetails, TestResult, TestStatus } from '../../contract/index.ts';
import type { Results } from '../parser.ts';
import {
  emptyLintSection,
  emptySecuritySection,
  emptyTestSection,
  type LintTotals,
  type RawDetails,
  type RunOf,
  type Section,
  type TestTotals,
} from '../section.ts';
import { BoundedList, BoundedMap, BoundedSet, detach, type MemoryBudget } from './memory-budget.ts';
import { DetailsReader } from './test-details.ts';

/** Of a run without its results. */
const RUN_BYTES = 1280;

/** Where the engine is in the output. */
export interface Position {
  /** The first line of the document that is being read; for console output the same as `lineNumber`. */
  firstLine: number;
  lineNumber: number;
  before(distance: number): string;
}

type Kind = Section['kind'];
type SectionOf<Name extends Kind> = Extract<Section, { kind: Name }>;

export class ResultBuilder<Name extends Kind = Kind> implements Results<SectionOf<Name>> {
  readonly sections: SectionOf<Name>[] = [];
  readonly #kind: Name;
  readonly #parser: string;
  readonly #budget: MemoryBudget;
  readonly #position: Position;
  readonly #details: DetailsReader;

  constructor(kind: Name, parser: string, budget: MemoryBudget, position: Position) {
    this.#kind = kind;
    this.#parser = parser;
    this.#budget = budget;
    this.#position = position;
    this.#details = new DetailsReader(budget);
  }

  get lineNumber(): number {
    return this.#position.lineNumber;
  }

  get isFull(): boolean {
    return this.#budget.isExceeded;
  }

  before(distance: number): string {
    return detach(this.#position.before(distance));
  }

  beginRun(initial: Partial<SectionOf<Name>> = {}): RunOf<SectionOf<Name>> {
    const run = this.draftRun(initial);
    this.add(run as unknown as SectionOf<Name>);
    return run;
  }

  draftRun(initial: Partial<SectionOf<Name>> = {}): RunOf<SectionOf<Name>> {
    const { firstLine, lineNumber } = this.#position;
    const empty = emptySection(this.#kind, this.#parser, firstLine, this.#budget);
    const run = new RunBuilder({ ...empty, lastLine: lineNumber, ...initial } as Section, this.#position, this.#details);
    return run as unknown as RunOf<SectionOf<Name>>;
  }

  add(run: SectionOf<Name>): void {
    if (this.#budget.charge(RUN_BYTES)) this.sections.push(run);
  }

  details(raw: RawDetails): TestDetails {
    return this.#details.read(raw);
  }

  chargeDetails(length: number): boolean {
    return this.#budget.chargeDetails(length);
  }

  list<Entry>(): Entry[] {
    return new BoundedList<Entry>(this.#budget);
  }

  map<Key, Value>(): Map<Key, Value> {
    return new BoundedMap<Key, Value>(this.#budget);
  }

  set<Value>(): Set<Value> {
    return new BoundedSet<Value>(this.#budget);
  }

  discard(list: unknown[]): void {
    if (list instanceof BoundedList) list.discard();
  }
}

/** A section with the methods of all kinds of runs; a parser sees those of its own kind. */
class RunBuilder {
  declare tests: TestResult[];
  declare findings: LintFinding[];
  declare advisories: Advisory[];
  declare totals: TestTotals | LintTotals | null;
  declare total: number | null;
  declare hasFooter: boolean;
  declare lastLine: number;
  readonly #position: Position;
  readonly #details: DetailsReader;

  constructor(section: Section, position: Position, details: DetailsReader) {
    this.#position = position;
    this.#details = details;
    Object.assign(this, section);
  }

  test(id: string, status: TestStatus, details?: RawDetails): void {
    this.tests.push(details === undefined ? { id, status } : { id, status, ...this.#details.read(details) });
    this.touch();
  }

  finding(finding: LintFinding): void {
    this.findings.push(finding);
    this.touch();
  }

  advisory(advisory: Advisory): void {
    this.advisories.push(advisory);
    this.touch();
  }

  touch(): void {
    this.lastLine = this.#position.lineNumber;
  }

  close(stated: TestTotals | LintTotals | number | null = null): void {
    if (typeof stated === 'number') this.total = stated;
    else if (stated !== null) this.totals = stated;
    this.hasFooter = true;
    this.touch();
  }
}

function emptySection(kind: Kind, parser: string, firstLine: number, budget: MemoryBudget): Section {
  const problems = new BoundedList<string>(budget);
  if (kind === 'test') return { ...emptyTestSection(parser, firstLine), tests: new BoundedList(budget), problems };
  if (kind === 'lint') return { ...emptyLintSection(parser, firstLine), findings: new BoundedList(budget), problems };
  return { ...emptySecuritySection(parser, firstLine), advisories: new BoundedList(budget), problems };
}
