// Compiles a search pattern to instructions that can be run in linear time. The pattern comes from the user, the text from a
// candidate.
import { type CharacterRange, type PatternAssertion, PatternError, type PatternNode, PatternParser } from './pattern-syntax.ts';

export type PatternInstruction =
  | { op: 'character'; ranges: readonly CharacterRange[]; isNegated: boolean }
  /** Tries `first` before `second`. */
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  /** The start or the end of the group. */
  | { op: 'mark'; slot: 'start' | 'end' }
  | { op: 'assert'; what: PatternAssertion }
  | { op: 'match' };

/** Starts at the first instruction. */
export type PatternProgram = readonly PatternInstruction[];

const MAX_PATTERN_LENGTH = 500;
/** Matching takes at most this many steps per character of the text. */
const MAX_INSTRUCTIONS = 500;

/** With exactly one group in parentheses, which is neither optional nor repeated. */
export function compilePattern(source: string): PatternProgram {
  if (source.length > MAX_PATTERN_LENGTH) throw new PatternError(`the pattern is longer than ${MAX_PATTERN_LENGTH} characters`);
  const parser = new PatternParser(source);
  const node = parser.parse();
  if (parser.groups === 0)
    throw new PatternError('the pattern has no group; put the number into parentheses, as in `size: ([0-9.]+)`');
  if (parser.groups > 1)
    throw new PatternError('the pattern has several groups; write `(?:...)` for those that are not the number');
  const program: PatternInstruction[] = [];
  emit(node, program);
  add(program, { op: 'match' });
  return program;
}

function add(program: PatternInstruction[], instruction: PatternInstruction): void {
  if (program.length >= MAX_INSTRUCTIONS) throw new PatternError('the pattern is too large with its repetitions written out');
  program.push(instruction);
}

function emit(node: PatternNode, program: PatternInstruction[]): void {
  switch (node.kind) {
    case 'character':
      add(program, { op: 'character', ranges: node.ranges, isNegated: node.isNegated });
      break;
    case 'assert':
      add(program, { op: 'assert', what: node.what });
      break;
    case 'group':
      add(program, { op: 'mark', slot: 'start' });
      emit(node.inner, program);
      add(program, { op: 'mark', slot: 'end' });
      break;
    case 'sequence':
      for (const part of node.parts) emit(part, program);
      break;
    case 'choice':
      emitChoice(node.options, program);
      break;
    case 'repeat':
      emitRepeat(node, program);
  }
}

/** Its target is not known yet. */
const PLACEHOLDER: PatternInstruction = { op: 'jump', to: 0 };

function emitChoice(options: readonly PatternNode[], program: PatternInstruction[]): void {
  const ends: number[] = [];
  options.forEach((option, index) => {
    const split = program.length;
    const isLast = index === options.length - 1;
    if (!isLast) add(program, PLACEHOLDER);
    emit(option, program);
    if (isLast) return;
    ends.push(program.length);
    add(program, PLACEHOLDER);
    program[split] = { op: 'split', first: split + 1, second: program.length };
  });
  for (const end of ends) program[end] = { op: 'jump', to: program.length };
}

/** The required repetitions, then a loop, or as many optional ones as there may be. */
function emitRepeat({ inner, min, max, isLazy }: Extract<PatternNode, { kind: 'repeat' }>, program: PatternInstruction[]): void {
  for (let count = 0; count < min; count += 1) emit(inner, program);
  const exits: number[] = [];
  for (let count = 0; count < (max === null ? 1 : max - min); count += 1) {
    exits.push(program.length);
    add(program, PLACEHOLDER);
    emit(inner, program);
    if (max === null) add(program, { op: 'jump', to: exits[0] ?? 0 });
  }
  for (const exit of exits) {
    const [inside, after] = [exit + 1, program.length];
    program[exit] = isLazy ? { op: 'split', first: after, second: inside } : { op: 'split', first: inside, second: after };
  }
}
