// Contract: the examples that were read in the text of a task, and what became of each.
import { z } from 'zod';

const EXAMPLE_LANGUAGES = ['python', 'javascript', 'typescript', 'go', 'rust', 'shell'] as const;
export const exampleLanguageSchema = z.enum(EXAMPLE_LANGUAGES);
export type ExampleLanguage = z.infer<typeof exampleLanguageSchema>;

/**
 * How the text states it.
 * doctest: `>>> call` and its output. comment: `call // => value`. equation: `f(x) = y`, `f(x) -> y`. assertion: a statement that
 * must hold. test: a whole test in a runner's form. report: code followed by "Expected ... Actual ...". sentence: code, verb, code.
 * input: "Input: 3" with "Output: 4", for the function that the text declares. transcript: `$ command` and its output.
 */
const EXAMPLE_FORMS = [
  'doctest',
  'comment',
  'equation',
  'assertion',
  'test',
  'report',
  'sentence',
  'input',
  'transcript',
] as const;
const exampleFormSchema = z.enum(EXAMPLE_FORMS);
export type ExampleForm = z.infer<typeof exampleFormSchema>;

const expectedResultSchema = z.discriminatedUnion('kind', [
  /** Source code of a value. */
  z.strictObject({ kind: z.literal('value'), code: z.string() }),
  /** What the call prints; `status` is the exit status of a command, if the text names it. */
  z.strictObject({ kind: z.literal('output'), text: z.string(), status: z.number().int().optional() }),
  /** The class of the error if the text names one. */
  z.strictObject({ kind: z.literal('error'), name: z.string().nullable() }),
  /** The code is an assertion or a whole test: it must not fail. */
  z.strictObject({ kind: z.literal('holds') }),
]);
export type ExpectedResult = z.infer<typeof expectedResultSchema>;

const taskExampleSchema = z.strictObject({
  /** 1, 2, 3, ... in the order of the text. */
  number: z.number().int().positive(),
  language: exampleLanguageSchema,
  form: exampleFormSchema,
  /** The first and last line in the text, from 1. */
  lines: z.tuple([z.number().int().positive(), z.number().int().positive()]),
  /** Imports of the example itself; empty when it has none. */
  imports: z.string(),
  /** Statements that run before the call; empty when there are none. */
  setup: z.string(),
  /** The expression, the assertion, the whole test or the command. */
  call: z.string(),
  expected: expectedResultSchema,
});
export type TaskExample = z.infer<typeof taskExampleSchema>;

/** An example of a run. Either `test` or `why` is there. */
export const runExampleSchema = taskExampleSchema.extend({
  /** The name of the test in the generated file; null if it could not be turned into one. */
  test: z.string().nullable(),
  /** Why there is no test; null if there is one. */
  why: z.string().nullable(),
});
export type RunExample = z.infer<typeof runExampleSchema>;
