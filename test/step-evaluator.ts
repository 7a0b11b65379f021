// Computes the `expression` of a step from its `inputs`, knowing nothing of the code that wrote it.
// Understands numbers, names, + - * /, parentheses, == <= < > >=, if-then-else, min, max and clamp; never runs text as code.
import type { Step } from '../src/contract/index.ts';

type Value = number | boolean;

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(==|<=|>=|[-+*/()<>,]))/y;

const FUNCTIONS: Record<string, (...values: number[]) => number> = {
  min: Math.min,
  max: Math.max,
  clamp: (value = 0, low = 0, high = 0) => Math.min(Math.max(value, low), high),
};

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '==': (a, b) => a === b,
  '<=': (a, b) => a <= b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

export function evaluate(expression: string, inputs: Step['inputs']): Value {
  return new Evaluation(expression, inputs).result();
}

/** Every input a step names but its expression does not use. */
export function unusedInputs(expression: string, inputs: Step['inputs']): string[] {
  const used = new Set(splitTokens(expression));
  return Object.keys(inputs).filter((name) => !used.has(name));
}

class Evaluation {
  readonly #tokens: string[];
  readonly #inputs: Step['inputs'];
  #next = 0;

  constructor(expression: string, inputs: Step['inputs']) {
    this.#tokens = splitTokens(expression);
    this.#inputs = inputs;
  }

  result(): Value {
    const value = this.#expression();
    if (this.#next < this.#tokens.length) throw new SyntaxError(`unexpected ${this.#tokens[this.#next]}`);
    return value;
  }

  #expression(): Value {
    if (!this.#take('if')) return this.#comparison();
    const condition = this.#expression();
    this.#expect('then');
    const whenTrue = this.#expression();
    this.#expect('else');
    const whenFalse = this.#expression();
    if (typeof condition !== 'boolean') throw new TypeError('the condition is not true or false');
    return condition ? whenTrue : whenFalse;
  }

  #comparison(): Value {
    const left = this.#sum();
    const compare = COMPARISONS[this.#tokens[this.#next] ?? ''];
    if (compare === undefined) return left;
    this.#next += 1;
    return compare(asNumber(left), asNumber(this.#sum()));
  }

  #sum(): Value {
    let value = this.#product();
    while (true) {
      if (this.#take('+')) value = asNumber(value) + asNumber(this.#product());
      else if (this.#take('-')) value = asNumber(value) - asNumber(this.#product());
      else return value;
    }
  }

  #product(): Value {
    let value = this.#atom();
    while (true) {
      if (this.#take('*')) value = asNumber(value) * asNumber(this.#atom());
      else if (this.#take('/')) value = asNumber(value) / asNumber(this.#atom());
      else return value;
    }
  }

  #atom(): Value {
    if (this.#take('(')) {
      const value = this.#expression();
      this.#expect(')');
      return value;
    }
    const token = this.#tokens[this.#next];
    this.#next += 1;
    if (token === undefined) throw new SyntaxError('the expression ends too early');
    if (/^\d/.test(token)) return Number(token);
    return this.#take('(') ? this.#call(token) : this.#input(token);
  }

  #call(name: string): number {
    const values = [asNumber(this.#expression())];
    while (this.#take(',')) values.push(asNumber(this.#expression()));
    this.#expect(')');
    const call = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (call === undefined) throw new ReferenceError(`there is no function ${name}`);
    return call(...values);
  }

  #input(name: string): Value {
    const value = Object.hasOwn(this.#inputs, name) ? this.#inputs[name] : undefined;
    if (value === undefined) throw new ReferenceError(`there is no input ${name}`);
    return value;
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
