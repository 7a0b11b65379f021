// Reads what a tree returned from the lines that its calls appended to a file. Code under test can write to it too.
import { type AnswerLine, answerLineSchema, hashOf, type Probe } from '../contract/index.ts';

export interface TreeAnswers {
  /** By the id of the probe: answers that were equal in both passes. */
  answers: ReadonlyMap<string, string>;
  /** Answered differently the second time. */
  unstable: readonly string[];
  /** Not answered, or once only. */
  missing: readonly string[];
}

const MAX_LINES = 10_000;
const MAX_LINE = 200_000;
const MAX_ANSWER = 400;
const HASH_LENGTH = 8;

export interface AnswersText {
  text: string;
  probes: readonly Pick<Probe, 'id'>[];
  /** Whether the execution was stopped at its time limit. */
  isTimedOut?: boolean;
}

export function readAnswers({ text, probes, isTimedOut = false }: AnswersText): TreeAnswers {
  const { seen, open } = collect(text, new Set(probes.map(({ id }) => id)));
  const answers = new Map<string, string>();
  const [unstable, missing]: [string[], string[]] = [[], []];
  for (const [id, [first, second]] of seen) {
    const [answer, ...others] = new Set([...first, ...second]);
    if (others.length > 0) unstable.push(id);
    // The last call that began is the one that ended or blocked the process.
    else if (answer === undefined && id === open) answers.set(id, isTimedOut ? 'times out' : 'exits');
    else if (answer === undefined || first.size === 0 || second.size === 0) missing.push(id);
    else answers.set(id, answer);
  }
  return { answers, unstable, missing };
}

type Passes = readonly [Set<string>, Set<string>];

/** What was answered in each pass, and the call that began last if it has no answer. */
function collect(text: string, known: ReadonlySet<string>): { seen: Map<string, Passes>; open: string | null } {
  const seen = new Map<string, Passes>([...known].map((id) => [id, [new Set(), new Set()]]));
  let open: string | null = null;
  for (const line of linesOf(text)) {
    const id = 'begin' in line ? line.begin : line.id;
    if (!known.has(id)) continue;
    if ('begin' in line) open = id;
    else {
      seen.get(id)?.[line.pass - 1]?.add(cut(line.answer));
      if (open === id) open = null;
    }
  }
  return { seen, open };
}

function linesOf(text: string): AnswerLine[] {
  return text
    .split('\n', MAX_LINES)
    .filter((line) => line.length <= MAX_LINE && line.startsWith('{'))
    .flatMap((line) => {
      const { data } = answerLineSchema.safeParse(parsed(line));
      return data === undefined ? [] : [data];
    });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Different long answers stay different. */
function cut(answer: string): string {
  if (answer.length <= MAX_ANSWER) return answer;
  const end = /[\uD800-\uDBFF]/.test(answer.charAt(MAX_ANSWER - 1)) ? MAX_ANSWER - 1 : MAX_ANSWER;
  return `${answer.slice(0, end)}…${hashOf(answer).slice(0, HASH_LENGTH)}`;
}
