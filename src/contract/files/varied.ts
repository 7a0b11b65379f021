// Contract: copies of the base's tests that run instead of their originals, to see whether code recognises its tests.
import { z } from 'zod';

export const variedFileSchema = z.strictObject({
  path: z.string().min(1),
  text: z.string(),
  /** The test file of the base that it is a copy of. */
  beside: z.string().min(1),
  tests: z.array(
    z.strictObject({
      name: z.string().min(1),
      original: z.string().min(1),
      /** The literal that differs in the copy; null if only names do. `line` is that of the original file. */
      change: z
        .strictObject({
          line: z.number().int().positive(),
          before: z.string(),
          after: z.string(),
          /** expected: the copy must fail. input: its answer is compared with that of other trees. */
          role: z.enum(['expected', 'input']),
        })
        .nullable(),
    }),
  ),
});
export type VariedFile = z.infer<typeof variedFileSchema>;
