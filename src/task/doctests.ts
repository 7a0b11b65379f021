// Doctests: `>>> expression` and what it prints, with the state of the session.
import type { ExpectedResult } from '../contract/index.ts';
import type { Block } from './blocks.ts';
import { isComplete } from './expression.ts';
import type { Reading } from './reading.ts';
import { readStatements } from './statements.ts';
import { asValue } from './value.ts';

const PROMPT = /^\s{0,20}>>> ?(.*)$/;
const CONTINUATION = /^\s{0,20}\.\.\.(?: (.*))?$/;
const STATEMENT =
  /^(?:import|from|def|class|for|if|while|with|try|del|assert|raise|return|global|nonlocal|pass|async|@)(?![\w.(])|^@/;
const ASSIGNMENT = /^[\w.,\s[\]()*'":-]{1,200}?(?:[-+*/%&|^@]|\/\/|\*\*|>>|<<)?=(?!=)/;
const DIRECTIVE = /#\s{0,4}doctest:\s{0,4}([^#\n]{0,100})$/;
const NOT_COMPARED = /\+(?:ELLIPSIS|SKIP|IGNORE_EXCEPTION_DETAIL)/;
/** Longer sessions are not copied into every example. */
const MAX_SETUP = 4000;

interface Step {
  code: string;
  output: string[];
  from: number;
  to: number;
}

/** One session for each block; a session of prose goes on in the next block, because blank lines end the output. */
export function readDoctests(blocks: readonly Block[]): Reading[] {
  const session: Step[] = [];
  for (const block of blocks) session.push(...stepsOf(block));
  return new Session().read(session);
}

function stepsOf({ text, line, kind }: Block): Step[] {
  const steps: Step[] = [];
  let isOpen = false;
  for (const [index, content] of text.split('\n').entries()) {
    const prompt = PROMPT.exec(content)?.[1];
    if (prompt !== undefined) steps.push({ code: prompt, output: [], from: line + index, to: line + index });
    const last = steps.at(-1);
    // A blank line ends the output in a docstring; the next prompt may follow.
    isOpen = prompt !== undefined || (isOpen && content.trim() !== '');
    if (prompt === undefined && last !== undefined && content.trim() !== '') {
      if (isOpen) addLine(last, content, line + index);
      // In a terminal, text behind a blank line belongs to the output: what the output is, is not certain.
      else if (kind !== 'prose') last.output.push('', content);
    }
  }
  return steps.map((step) => ({ ...step, code: step.code.trimEnd(), output: dedented(step.output) }));
}

function addLine(step: Step, content: string, line: number): void {
  const continued = step.output.length === 0 ? CONTINUATION.exec(content) : null;
  if (continued === null) step.output.push(content);
  else step.code += `\n${continued[1] ?? ''}`;
  step.to = line;
}

function dedented(lines: readonly string[]): string[] {
  const width = Math.min(200, ...lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(width));
}

class Session {
  #imports: string[] = [];
  #setup: string[] = [];
  readonly #readings: Reading[] = [];

  read(steps: readonly Step[]): Reading[] {
    for (const step of steps) this.#step(step);
    return this.#readings;
  }

  #step({ code: source, output, from, to }: Step): void {
    const code = source.replace(DIRECTIVE, '').trimEnd();
    if (code === '' || !isComplete(code, 'python')) return;
    if (/^(?:import|from)\s/.test(code)) {
      this.#imports.push(code);
      return;
    }
    const isAssertion = /^assert\b/.test(code);
    const isStatement = STATEMENT.test(code) || isAssignment(code);
    const raises = errorOf(output);
    if (isStatement && raises === null && !isAssertion) {
      this.#setup.push(code);
      return;
    }
    if (isAssertion) this.#add(code, { kind: 'holds' }, from, to);
    else this.#expression(source, code, raises, { output, from, to });
    // Later steps see what the call changed, if there is a state to change.
    if (raises === null && (this.#setup.length > 0 || output.length === 0)) this.#setup.push(code);
  }

  #expression(source: string, code: string, raises: ExpectedResult | null, { output, from, to }: Omit<Step, 'code'>): void {
    const stated = output.length === 0 ? statedIn(code) : null;
    const isCompared = !NOT_COMPARED.test(DIRECTIVE.exec(source)?.[1] ?? '');
    const expected = stated?.expected ?? raises ?? (isCompared ? resultOf(code, output) : null);
    if (expected !== null) this.#add(stated?.call ?? code, expected, from, to);
  }

  #add(call: string, expected: ExpectedResult, from: number, to: number): void {
    const setup = this.#setup.join('\n');
    if (setup.length > MAX_SETUP) return;
    const imports = this.#imports.join('\n');
    this.#readings.push({
      ...{ language: 'python', form: 'doctest', lines: [from, to], imports, setup, call, expected, isFirm: false },
    });
  }
}

/** `>>> f(1) == 2` without an output, and `>>> f(1) # => 2`. */
function statedIn(code: string): Reading | null {
  const block: Block = { kind: 'fence', info: '', text: code, line: 1, heading: '', intro: '' };
  const [reading, ...others] = readStatements(block, 'python');
  return reading !== undefined && others.length === 0 && code.startsWith(reading.call) ? reading : null;
}

function isAssignment(code: string): boolean {
  const match = ASSIGNMENT.exec(code)?.[0];
  return match !== undefined && isComplete(match.replace(/=$/, ''), 'python');
}

function errorOf(output: readonly string[]): ExpectedResult | null {
  if (!/^Traceback \((?:most recent call last|innermost last)\):/.test(output[0] ?? '')) return null;
  const last = output.findLast((line) => /^[A-Za-z_][\w.]{0,100}(?::|$)/.test(line) && !line.startsWith('Traceback'));
  const name =
    /^[\w.]+/
      .exec(last ?? '')?.[0]
      .split('.')
      .at(-1) ?? null;
  return { kind: 'error', name };
}

function resultOf(code: string, output: readonly string[]): ExpectedResult | null {
  if (output.length === 0 || output.some((line) => line === '' || line.trim() === '...')) return null;
  if (/^print\s?\(/.test(code)) return { kind: 'output', text: printed(output) };
  const value = asValue(output.join('\n'), 'python');
  if (value !== null && value === output.join('\n').trim()) return { kind: 'value', code: value };
  // What reads like a sentence does not belong to the output.
  const isCertain = output.length === 1 && !/\.{3}|…|[.!?]$|^[A-Z][a-z]+ [a-z]+ /.test(output[0] ?? '');
  return isCertain && looksLikeRepr(output[0] ?? '') ? { kind: 'output', text: printed(output) } : null;
}

/** `<Point 1 2>`, `Point(x=1, y=2)`, `datetime.date(2020, 1, 1)`. */
function looksLikeRepr(line: string): boolean {
  return /^<[^<>]{1,300}>$|^[A-Za-z_][\w.]{0,100}\(.{0,500}\)$/.test(line) && isComplete(line, 'python');
}

function printed(output: readonly string[]): string {
  return output.map((line) => (line.trim() === '<BLANKLINE>' ? '' : line)).join('\n');
}
