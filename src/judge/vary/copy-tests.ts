// Copies a test file under another name, with other test names, and on request with expected values that are wrong.

import { type FoundTest, findTests, type MaskedSource, maskedLanguage, maskSource, type Range } from '../../languages/index.ts';
import type { Draw } from './draw.ts';
import { changedInput, changedLiteral, expectedLiterals, type Literal } from './expected-values.ts';
import { goPreamble } from './go-preamble.ts';
import { inputLiterals } from './input-literals.ts';
import { nameLike, pathBeside, stemOf } from './names.ts';

export interface ReadTests {
  path: string;
  source: MaskedSource;
  tests: readonly ReadTest[];
}

/** Its literals are found on demand: only few of all test files are copied. */
export interface ReadTest extends FoundTest {
  /** In expected values. */
  readonly literals: readonly Literal[];
  /** Those that are passed to the code under test. */
  readonly inputs: readonly Literal[];
}

export interface ChangedValue {
  /** Of the original file, from 1. */
  line: number;
  before: string;
  after: string;
  /** expected: the assertion must fail. input: its result shows what the code under test returns for another input. */
  role: 'expected' | 'input';
}

export interface CopiedTest {
  name: string;
  original: string;
  /** Null if its assertions are those of the original. */
  change: ChangedValue | null;
}

export interface TestCopy {
  path: string;
  text: string;
  tests: CopiedTest[];
}

/** Larger files are not copied. */
const MAX_CHARACTERS = 60_000;

/** Null if the file cannot be copied: an unknown language, or no tests that can be renamed. */
export function readTests(path: string, text: string): ReadTests | null {
  const language = maskedLanguage(path);
  // Rust tests inside sources see private names, which a copy would not.
  const isElsewhere = language === 'rust' && !/(?:^|\/)tests\/[^/]+\.rs$/.test(path);
  if (language === null || isElsewhere || text.length > MAX_CHARACTERS) return null;
  const source = maskSource(path, text);
  const tests = source === null ? [] : findTests(source);
  const names = new Set(tests.map(({ name }) => name));
  // Two tests with one name cannot be told apart in the results.
  if (source === null || tests.length === 0 || names.size < tests.length) return null;
  return { path, source, tests: tests.map((test) => withLiterals(source, test)) };
}

function withLiterals(source: MaskedSource, test: FoundTest): ReadTest {
  let [literals, inputs]: (readonly Literal[] | null)[] = [null, null];
  return {
    ...test,
    get literals() {
      literals ??= changeableLiterals(source, test);
      return literals;
    },
    get inputs() {
      inputs ??= inputLiterals(source, test, this.literals);
      return inputs;
    },
  };
}

/** None if the test is expected to fail. */
function changeableLiterals(source: MaskedSource, test: FoundTest): Literal[] {
  const isReversed = /\b(?:should_panic|xfail|expectedFailure)\b/.test(source.bare.slice(test.start, test.end));
  return isReversed ? [] : expectedLiterals(source, test);
}

/** Which literal of a test to change; null for none. */
export type ChooseLiteral = (test: ReadTest) => Literal | null;

/** Null if the language needs a part of the file that cannot be copied. */
export function copyTests(read: ReadTests, draw: Draw, choose: ChooseLiteral): TestCopy | null {
  const { path, source, tests } = read;
  const copyPath = pathBeside(path, source.language, draw);
  const edits: Edit[] = [];
  const copied = tests.map((test): CopiedTest => {
    const name = nameLike(test.name, source.language, draw);
    const literal = choose(test);
    const role = literal !== null && test.inputs.includes(literal) ? 'input' : 'expected';
    const change = role === 'input' ? changedInput : changedLiteral;
    const after = literal === null ? null : change(source, literal, draw.number(1, 16));
    edits.push(...renaming(source, test, name));
    if (literal === null || after === null) return { name, original: test.name, change: null };
    edits.push({ start: literal.start, end: literal.end, text: after });
    return {
      name,
      original: test.name,
      change: { line: lineOf(source.text, literal.start), before: source.text.slice(literal.start, literal.end), after, role },
    };
  });
  if (source.language === 'java' || source.language === 'php')
    edits.push(...renamedWords(source, stemOf(path), stemOf(copyPath)));
  const text =
    source.language === 'go' ? goText(source, tests, edits) : edited(source.text, edits, { start: 0, end: source.text.length });
  return text === null ? null : { path: copyPath, text, tests: copied };
}

interface Edit extends Range {
  text: string;
}

/** A title occurs once; a function may also be referred to. */
function renaming(source: MaskedSource, { name, at }: FoundTest, to: string): Edit[] {
  return source.language === 'javascript' ? [{ ...at, text: to }] : renamedWords(source, name, to);
}

function renamedWords({ bare }: MaskedSource, from: string, to: string): Edit[] {
  return [...bare.matchAll(new RegExp(`(?<![\\w$])${from}(?![\\w$])`, 'g'))].map(({ index }) => ({
    start: index,
    end: index + from.length,
    text: to,
  }));
}

/** A Go file shares its package with the original: only the tests are copied. */
function goText(source: MaskedSource, tests: readonly FoundTest[], edits: readonly Edit[]): string | null {
  const bodies = tests.map(({ start, end }) => source.bare.slice(start, end)).join('\n');
  const preamble = goPreamble(source, bodies);
  return preamble === null ? null : `${[preamble, ...tests.map((test) => edited(source.text, edits, test))].join('\n\n')}\n`;
}

/** The edits inside of a range, applied. */
function edited(text: string, edits: readonly Edit[], { start, end }: Range): string {
  const inside = edits.filter((edit) => edit.start >= start && edit.end <= end).sort((a, b) => a.start - b.start);
  let at = start;
  const parts: string[] = [];
  for (const edit of inside) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.join('') + text.slice(at, end);
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
