// Computes the `expression` of a step from its `inputs`, so that the shown text is the computed one.
// Supports numbers, names, + - * /, parentheses, == <= < > >=, if-then-else, min, max and clamp; never evaluates code.
import type { Step } from '../contract/index.ts';
import { clamp } from './arithmetic.ts';

type Inputs = Step['inputs'];
type Value = number | boolean;
type Expression = (inputs: Inputs) => Value;

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(==|<=|>=|[-+*/()<>,]))/y;

type NumberFunction = (...values: number[]) => number;

const FUNCTIONS: ReadonlyMap<string, NumberFunction> = new Map<string, NumberFunction>([
  ['min', Math.min],
  ['max', Math.max],
  ['clamp', (value = 0, low = 0, high = 0) => clamp(value, low, high)],
]);

const COMPARISONS: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['==', (a: number, b: number) => a === b],
  ['<=', (a: number, b: number) => a <= b],
  ['<', (a: number, b: number) => a < b],
  ['>', (a: number, b: number) => a > b],
  ['>=', (a: number, b: number) => a >= b],
]);

/** Expressions are constants of the formulas, so each is parsed only once. */
const compiled = new Map<string, Expression>();

export function evaluate(expression: string, inputs: Inputs): Value {
  let run = compiled.get(expression);
  if (run === undefined) {
    run = new Compiler(expression).compile();
    compiled.set(expression, run);
  }
  return run(inputs);
}

/** Every input that the expression does not use. */
export function unusedInputs(expression: string, inputs: Inputs): string[] {
  const used = new Set(splitTokens(expression));
  return Object.keys(inputs).filter((name) => !used.has(name));
}

class Compiler {
  readonly #tokens: string[];
  #next = 0;

  constructor(expression: string) {
    this.#tokens = splitTokens(expression);
  }

  compile(): Expression {
    const expression = this.#expression();
    if (this.#next < this.#tokens.length) throw new SyntaxError(`unexpected ${this.#tokens[this.#next]}`);
    return expression;
  }

  #expression(): Expression {
    if (!this.#take('if')) return this.#comparison();
    const condition = this.#expression();
    this.#expect('then');
    const whenTrue = this.#expression();
    this.#expect('else');
    const whenFalse = this.#expression();
    return (inputs) => (asBoolean(condition(inputs)) ? whenTrue(inputs) : whenFalse(inputs));
  }

  #comparison(): Expression {
    const left = this.#sum();
    const compare = COMPARISONS.get(this.#tokens[this.#next] ?? '');
    if (compare === undefined) return left;
    this.#next += 1;
    const right = this.#sum();
    return (inputs) => compare(asNumber(left(inputs)), asNumber(right(inputs)));
  }

  #sum(): Expression {
    let sum = this.#product();
    while (true) {
      if (this.#take('+')) sum = operate(sum, this.#product(), (a, b) => a + b);
      else if (this.#take('-')) sum = operate(sum, this.#product(), (a, b) => a - b);
      else return sum;
    }
  }

  #product(): Expression {
    let product = this.#atom();
    while (true) {
      if (this.#take('*')) product = operate(product, this.#atom(), (a, b) => a * b);
      else if (this.#take('/')) product = operate(product, this.#atom(), (a, b) => a / b);
      else return product;
    }
  }

  #atom(): Expression {
    if (this.#take('(')) {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    const token = this.#tokens[this.#next];
    this.#next += 1;
    if (token === undefined) throw new SyntaxError('the expression ends too early');
    if (/^\d/.test(token)) {
      const value = Number(token);
      return () => value;
    }
    return this.#take('(') ? this.#call(token) : (inputs) => readInput(inputs, token);
  }

  #call(name: string): Expression {
    const values = [this.#expression()];
    while (this.#take(',')) values.push(this.#expression());
    this.#expect(')');
    const call = FUNCTIONS.get(name);
    if (call === undefined) throw new ReferenceError(`there is no function ${name}`);
    return (inputs) => call(...values.map((value) => asNumber(value(inputs))));
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#next] !== token) return false;
    this.#next += 1;
    return true;
  }

  #expect(token: string): void {
    if (!this.#take(token)) throw new SyntaxError(`expected ${token}, got ${this.#tokens[this.#next] ?? 'the end'}`);
  }
}

function operate(left: Expression, right: Expression, operation: (a: number, b: number) => number): Expression {
  return (inputs) => operation(asNumber(left(inputs)), asNumber(right(inputs)));
}

function readInput(inputs: Inputs, name: string): Value {
  const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  if (value === undefined) throw new ReferenceError(`there is no input ${name}`);
  return value;
}

function splitTokens(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(expression);
    if (match === null) throw new SyntaxError(`cannot read ${expression.slice(at)}`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

function asNumber(value: Value): number {
  if (typeof value !== 'number') throw new TypeError('expected a number, got true or false');
  return value;
}

function asBoolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw new TypeError('the condition is not true or false');
  return value;
}
