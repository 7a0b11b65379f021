// Contract: where the changes of the candidates begin, if that is not the base of the run for all of them.
import { z } from 'zod';

export const startsSchema = z.strictObject({
  /** What the changes were applied to. `ref` is the name that the user gave. */
  base: z.strictObject({ ref: z.string(), commit: z.string() }),
  /** The commit that the change of each candidate begins at. */
  candidates: z.array(z.strictObject({ name: z.string(), commit: z.string() })),
});
export type Starts = z.infer<typeof startsSchema>;
