// Reads a piece of JavaScript as a session: statements in their order, with the results that comments and assertions state.
import type { ExampleForm, ExampleLanguage, ExpectedResult } from '../../contract/index.ts';
import { endOfCall } from '../expression.ts';
import type { Reading } from '../reading.ts';
import { type Stance, stanceOfWords } from '../stance.ts';
import { asValue } from '../value.ts';
import { type AssertedCall, assertedCall, isAssertion } from './assertions.ts';
import { readResult, type StatedResult } from './result-words.ts';
import { type ScriptStatement, scriptParts } from './statements.ts';
import { looksLikeTest, testBlock } from './test-blocks.ts';

/** A call whose result the code does not state; the text around it may. */
export interface OpenCall {
  readonly call: StatedCall;
  /** Whether the code prints its result, so that a text shows it without quotes. */
  readonly isPrinted: boolean;
}

type StatedCall = Omit<Reading, 'expected' | 'isFirm' | 'form'>;

export interface ReadScript {
  readonly readings: readonly Reading[];
  /** The last call, if it is the only one without a result; null if there are several or none. */
  readonly open: OpenCall | null;
}

const IMPORT =
  /^(?:import\s(?!\()|import['"]|(?:const|let|var)\s{1,8}(?:\{[^{}]{0,2000}\}|[\w$]{1,100})\s{0,8}=\s{0,8}(?:await\s{1,4})?(?:require|import)\s{0,4}\([^()]{0,300}\)(?:\.\w{1,60})?;?$)/;
const ASSIGNMENT = /^(?:(?:const|let|var)\s{1,8})?[\w$]{1,100}(?:\s{0,4}:[^=\n]{1,100})?\s{0,8}=\s{0,8}(?![=>])/;
const LOGGED = /^console\.(?:log|info|dir)\s{0,4}\(([\s\S]{1,2000})\)$/;
const CONTROL =
  /^(?:if|for|while|do|switch|try|function|async function|class|return|throw|type|interface|enum|declare|export|\{|\}|@)(?![\w$])/;
const DECLARATION = /^(?:const|let|var)\s/;
/** Longer sessions are not copied into every example. */
const MAX_SETUP = 4000;
const MAX_IMPORTS = 40;
const MAX_READINGS = 100;
/** Groups of tests inside of groups. */
const MAX_DEPTH = 5;

export function readScript(code: string, language: ExampleLanguage, line: number): ReadScript {
  const session = new ScriptSession(language, line, null);
  session.read(code);
  return { readings: session.readings, open: session.openCall() };
}

class ScriptSession {
  readonly readings: Reading[] = [];
  readonly #language: ExampleLanguage;
  readonly #line: number;
  readonly #imports: string[];
  readonly #setup: string[];
  readonly #open: OpenCall[] = [];
  readonly #depth: number;
  #setupLength = 0;
  #stance: Stance = 'open';

  constructor(language: ExampleLanguage, line: number, around: ScriptSession | null) {
    this.#language = language;
    this.#line = line;
    this.#depth = around === null ? 0 : around.#depth + 1;
    this.#imports = around === null ? [] : [...around.#imports];
    this.#setup = around === null ? [] : [...around.#setup];
    this.#setupLength = around === null ? 0 : around.#setupLength;
  }

  read(code: string): void {
    for (const part of scriptParts(code) ?? []) {
      if (part.kind === 'comment') this.#stance = stanceOfWords(part.text);
      else this.#statement(part.statement);
    }
  }

  openCall(): OpenCall | null {
    return this.#open.length === 1 ? (this.#open[0] ?? null) : null;
  }

  #statement(statement: ScriptStatement): void {
    const code = statement.code.replace(/;+$/, '').trim();
    if (IMPORT.test(code)) this.#keep(code);
    else if (looksLikeTest(code)) this.#test(code, statement);
    else if (isAssertion(code)) this.#assertion(code, statement, 'assertion');
    else if (CONTROL.test(code)) this.#addSetup(code);
    else this.#expression(code, statement);
    this.#stanceBelow(statement);
  }

  /** Comments below that state no result introduce what follows. */
  #stanceBelow({ below }: ScriptStatement): void {
    const last = below.at(-1);
    if (last !== undefined && resultBelow(below) === null) this.#stance = stanceOfWords(last);
  }

  #expression(code: string, statement: ScriptStatement): void {
    const [assigned] = ASSIGNMENT.exec(code) ?? [];
    const value = assigned === undefined ? code : code.slice(assigned.length);
    const result = statedResult(statement);
    const comparison = assigned === undefined && result === null ? assertedCall(code) : null;
    if (comparison !== null) this.#add({ ...comparison, form: 'equation', isFirm: false, statement });
    else if (result !== null && result !== 'actual' && /[(]|\.\w/.test(value)) this.#result(value, result, statement);
    else if (result === null && assigned === undefined) this.#openAt(code, statement);
    if (assigned !== undefined || (result === null && comparison === null && !LOGGED.test(code))) this.#keep(code);
  }

  #result(value: string, { expected, isFirm }: StatedResult, statement: ScriptStatement): void {
    const logged = LOGGED.exec(value)?.[1];
    const shown = logged === undefined ? { call: value, expected } : printedResult(logged, expected);
    this.#add({ ...shown, form: 'comment', isFirm, statement });
  }

  /** Its value is not used: the text around the code may say what it should be. */
  #openAt(code: string, { from, to }: ScriptStatement): void {
    const logged = LOGGED.exec(code)?.[1];
    const call = logged ?? code;
    if (this.#open.length === 2 || endOfCall(call, 0, 'javascript') !== call.length) return;
    this.#open.push({ call: this.#reading(call, from, to), isPrinted: logged !== undefined });
  }

  #assertion(code: string, statement: ScriptStatement, form: ExampleForm): void {
    const asserted: AssertedCall = assertedCall(code) ?? { call: code, expected: { kind: 'holds' } };
    this.#add({ ...asserted, form, isFirm: true, statement });
  }

  /** A test whose assertions all have a literal result is read as these; another one stays whole. */
  #test(code: string, statement: ScriptStatement): void {
    const block = testBlock(code);
    if (block === null || this.#depth === MAX_DEPTH) return;
    const inner = new ScriptSession(this.#language, this.#line + statement.from + block.line, this);
    if (block.isGroup) inner.read(block.body);
    else inner.#testBody(block.body, block.parameter);
    this.readings.push(...inner.readings.slice(0, MAX_READINGS));
  }

  #testBody(body: string, parameter: string | null): void {
    const parts = scriptParts(body) ?? [];
    const statements = parts.flatMap((part) => (part.kind === 'statement' ? [part.statement] : []));
    const assertions = statements.filter(({ code }) => isAssertion(code));
    if (assertions.length > 0 && assertions.every(({ code }) => assertedCall(code) !== null) && !statements.some(hasControl)) {
      for (const statement of statements) {
        if (isAssertion(statement.code)) this.#assertion(statement.code, statement, 'test');
        else this.#keep(statement.code);
      }
      return;
    }
    const [first, last] = [statements[0], statements.at(-1)];
    if (first === undefined || last === undefined) return;
    if (parameter !== null && parameter !== 't') this.#addSetup(`const ${parameter} = t;`);
    const whole = { ...last, from: first.from };
    this.#add({ call: body.trim(), expected: { kind: 'holds' }, form: 'test', isFirm: true, statement: whole });
  }

  #keep(code: string): void {
    if (!IMPORT.test(code)) {
      if (/[=(]/.test(code)) this.#addSetup(`${code};`);
    } else if (this.#imports.length < MAX_IMPORTS) this.#imports.push(`${code};`);
  }

  #addSetup(code: string): void {
    this.#setupLength += code.length + 1;
    if (this.#setupLength <= MAX_SETUP) this.#setup.push(code);
  }

  #add({
    statement,
    form,
    call,
    expected,
    isFirm,
  }: AssertedCall & { form: ExampleForm; isFirm: boolean; statement: ScriptStatement }): void {
    const isWanted = this.#stance === 'wanted' && !DECLARATION.test(call);
    // Without all statements before it, a call has another result.
    const isLost = this.#setupLength > MAX_SETUP || this.readings.length >= MAX_READINGS;
    if (isLost || (this.#stance === 'actual' && !isFirm)) return;
    const reading = this.#reading(call, statement.from, statement.to);
    this.readings.push({ ...reading, form, expected, isFirm: isFirm || isWanted });
  }

  #reading(call: string, from: number, to: number): StatedCall {
    const [imports, setup] = [this.#imports.join('\n'), this.#setup.join('\n')];
    return { language: this.#language, lines: [this.#line + from, this.#line + to], imports, setup, call };
  }
}

function hasControl({ code }: ScriptStatement): boolean {
  return CONTROL.test(code);
}

/** By the comment behind a statement or the lines below it; what should be precedes what is. */
function statedResult({ comment, below }: ScriptStatement): StatedResult | 'actual' | null {
  const behind = comment === '' ? null : readResult(comment);
  const under = resultBelow(below);
  const firm = [behind, under].find((each) => each !== null && each !== 'actual' && each.isFirm);
  return firm ?? behind ?? under;
}

/** The lines together, for a value of several lines; else the first that says what should be, or that states a result at all. */
function resultBelow(below: readonly string[]): StatedResult | 'actual' | null {
  if (below.length === 0) return null;
  const whole = readResult(below.join('\n'));
  if (whole !== null) return whole;
  const each = below.slice(0, 3).map(readResult);
  return each.find((result) => result !== null && result !== 'actual' && result.isFirm) ?? each[0] ?? null;
}

/** What is printed has no quotes: only a value that shows what it is can be compared as one. */
function printedResult(logged: string, expected: ExpectedResult): AssertedCall {
  if (expected.kind !== 'value' || /^[['"{`]/.test(expected.code)) return { call: logged, expected };
  return { call: `console.log(${logged})`, expected: { kind: 'output', text: expected.code } };
}

/** A value as the output of a session shows it. */
export function shownValue(text: string): ExpectedResult | null {
  const plain = text.trim();
  const [, error] = /^(?:Uncaught )?([A-Z]\w{0,60}Error)\b/.exec(plain) ?? [];
  if (error !== undefined) return { kind: 'error', name: error === 'Error' ? null : error };
  const value = asValue(plain, 'javascript');
  return value === null ? null : { kind: 'value', code: value };
}
