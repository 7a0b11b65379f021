// Searches text for a compiled pattern. All ways to match advance together, one character at a time, so that the time is
// linear in the text: no text makes it backtrack.
import type { PatternAssertion, PatternInstruction, PatternProgram } from '../../contract/index.ts';

export interface PatternMatch {
  start: number;
  end: number;
  /** The text of the group; null if the match does not contain it. */
  group: string | null;
}

/** One way to match so far, at an instruction that reads a character or ends the match. */
interface Thread {
  at: number;
  start: number;
  groupStart: number;
  groupEnd: number;
}

/** The first matches from left to right, at most `limit`; as in JavaScript, with `^` and `$` at every line. */
export function findMatches(program: PatternProgram, text: string, limit: number): PatternMatch[] {
  const matches: PatternMatch[] = [];
  let from = 0;
  while (matches.length < limit && from <= text.length) {
    const match = findFrom(program, text, from);
    if (match === null) break;
    matches.push(match);
    from = Math.max(match.end, match.start + 1);
  }
  return matches;
}

function findFrom(program: PatternProgram, text: string, from: number): PatternMatch | null {
  let best: PatternMatch | null = null;
  let [threads, next] = [new Threads(program, text), new Threads(program, text)];
  for (let position = from; position <= text.length; position += 1) {
    if (best === null) threads.add(position, 0, position, -1, -1);
    else if (threads.list.length === 0) break;
    best = advance(threads, next, position) ?? best;
    [threads, next] = [next, threads];
  }
  return best;
}

/** Reads one character. Returns the match that ends before it, which is preferred to those of earlier calls. */
function advance({ program, text, list }: Threads, next: Threads, position: number): PatternMatch | null {
  next.clear();
  for (const thread of list) {
    const instruction = program[thread.at];
    // The threads after this one are less preferred ways to match.
    if (instruction?.op === 'match') return matchOf(thread, text, position);
    const isRead = position < text.length && accepts(instruction, text.charCodeAt(position));
    if (isRead) next.add(position + 1, thread.at + 1, thread.start, thread.groupStart, thread.groupEnd);
  }
  return null;
}

function matchOf({ start, groupStart, groupEnd }: Thread, text: string, end: number): PatternMatch {
  return { start, end, group: groupEnd === -1 ? null : text.slice(groupStart, groupEnd) };
}

/** The threads at one position in the order of preference, at most one per instruction. */
class Threads {
  readonly list: Thread[] = [];
  readonly #seen: Uint8Array;
  readonly program: PatternProgram;
  readonly text: string;

  constructor(program: PatternProgram, text: string) {
    this.program = program;
    this.text = text;
    this.#seen = new Uint8Array(program.length);
  }

  clear(): void {
    this.list.length = 0;
    this.#seen.fill(0);
  }

  /** Follows the instructions that read no character. Takes the members of a thread, because it is called for every step. */
  add(position: number, at: number, start: number, groupStart: number, groupEnd: number): void {
    if (this.#seen[at] === 1) return;
    this.#seen[at] = 1;
    const instruction = this.program[at];
    switch (instruction?.op) {
      case 'jump':
        this.add(position, instruction.to, start, groupStart, groupEnd);
        break;
      case 'split':
        this.add(position, instruction.first, start, groupStart, groupEnd);
        this.add(position, instruction.second, start, groupStart, groupEnd);
        break;
      case 'mark':
        if (instruction.slot === 'start') this.add(position, at + 1, start, position, groupEnd);
        else this.add(position, at + 1, start, groupStart, position);
        break;
      case 'assert':
        if (holds(instruction.what, this.text, position)) this.add(position, at + 1, start, groupStart, groupEnd);
        break;
      default:
        this.list.push({ at, start, groupStart, groupEnd });
    }
  }
}

function accepts(instruction: PatternInstruction | undefined, code: number): boolean {
  if (instruction?.op !== 'character') return false;
  for (const [first, last] of instruction.ranges) if (code >= first && code <= last) return !instruction.isNegated;
  return instruction.isNegated;
}

const LINE_END = /[\n\r\u2028\u2029]/;
const WORD = /\w/;

function holds(what: PatternAssertion, text: string, position: number): boolean {
  const [before, after] = [text.charAt(position - 1), text.charAt(position)];
  switch (what) {
    case 'line_start':
      return before === '' || LINE_END.test(before);
    case 'line_end':
      return after === '' || LINE_END.test(after);
    case 'word_boundary':
      return WORD.test(before) !== WORD.test(after);
    case 'no_word_boundary':
      return WORD.test(before) === WORD.test(after);
  }
}
