// From answered questions to a test file in the repository's runner. Calls and answers come from candidates: what is not literal
// is not written, because the file runs on the user's machine.
import { type Answers, type ExpectedResult, exampleLanguageSchema, type TaskExample } from '../../contract/index.ts';
import { asValue, type CodeLanguage } from '../../task/index.ts';
import { type ExamplesRequest, type Naming, planTests } from './plan-examples.ts';

export interface AnsweredTests {
  /** Null if no answer could be turned into a test. */
  file: { path: string; text: string } | null;
  written: { call: string; answer: string }[];
  left: { call: string; why: string }[];
}

type Answered = Answers['probes'][number] & { right: string[] };

const OF_QUESTIONS: Naming = {
  stem: 'answered_questions',
  nameOf: ({ number }) => `question_${number}`,
  startOf: ({ number }) => `question ${number}`,
};

/** Questions without an answer, and those to which the user does not know one, are not mentioned. */
export function planAnsweredTests(answers: Answers, request: ExamplesRequest): AnsweredTests {
  const answered = answers.probes.filter((probe): probe is Answered => (probe.right ?? []).length > 0);
  const read = answered.map((probe, index) => ({ probe, ...exampleOf(probe, index + 1) }));
  const examples = read.flatMap(({ example }) => (example === null ? [] : [example]));
  const { files, examples: planned } = planTests(examples, request, OF_QUESTIONS);
  const whyOf = new Map(planned.map(({ number, test, why }) => [number, test === null ? (why ?? 'unknown') : null]));
  const results = read.map(({ probe, why }, index) => ({ probe, why: why ?? whyOf.get(index + 1) ?? null }));
  return {
    file: files[0] ?? null,
    written: results.flatMap(({ probe, why }) => (why === null ? [{ call: probe.call, answer: probe.right[0] ?? '' }] : [])),
    left: results.flatMap(({ probe, why }) => (why === null ? [] : [{ call: probe.call, why }])),
  };
}

type Read = { example: TaskExample; why: null } | { example: null; why: string };

function exampleOf({ call, language: named, right }: Answered, number: number): Read {
  const language = exampleLanguageSchema.safeParse(named).data;
  if (language === undefined || language === 'shell') return { example: null, why: `there is no writer for ${named}` };
  const [answer = '', ...others] = right;
  if (others.length > 0) return { example: null, why: 'several answers are right' };
  const expected = expectedOf(answer, language);
  if (expected === null) return { example: null, why: 'the answer is no literal value' };
  const example: TaskExample = { number, language, form: 'equation', lines: [1, 1], imports: '', setup: '', call, expected };
  return { example, why: null };
}

function expectedOf(answer: string, language: CodeLanguage): ExpectedResult | null {
  const error = /^raises ([A-Za-z_]\w{0,100})$/.exec(answer)?.[1];
  if (error !== undefined) return { kind: 'error', name: error };
  const code = asValue(answer, language);
  return code === null ? null : { kind: 'value', code };
}
