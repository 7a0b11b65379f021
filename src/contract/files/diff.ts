// Contract: the changes between the base tree and a candidate's tree, as git counts them.
import { z } from 'zod';
import { countSchema } from '../check.ts';
import { storedVersionSchema } from './stored-version.ts';

export const changeStatusSchema = z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type_changed']);

const syntaxCountsSchema = z.strictObject({
  added: countSchema,
  removed: countSchema,
  /** How many of the removed lines were added elsewhere, by the path of the file there; omitted when there are none. */
  moved: z.array(z.strictObject({ path: z.string(), lines: countSchema })).optional(),
});

/** Line and column of the first character, and of the one after the last; lines from 1, columns from 0. */
const spanSchema = z.tuple([countSchema, countSchema, countSchema, countSchema]);
export type TextSpan = z.infer<typeof spanSchema>;

/** Read from both whole versions of a file; the patch alone does not say where a comment or string starts. */
const textChangeSchema = z.strictObject({
  /** spacing: only white space differs. formatting: only what a formatter changes. */
  change: z.enum(['code', 'comments', 'formatting', 'spacing']),
  /** The comments and strings in the added lines. */
  comments: z.array(spanSchema),
  strings: z.array(spanSchema),
});
export type TextChange = z.infer<typeof textChangeSchema>;

const diffFileSchema = z.strictObject({
  /** UTF-8; other bytes are written as \xNN. */
  path: z.string(),
  old_path: z.string().nullable(),
  status: changeStatusSchema,
  /** As git writes modes: 100644, 100755, 120000 for a link, 160000 for a submodule, 000000 for none. */
  old_mode: z.string(),
  mode: z.string(),
  binary: z.boolean(),
  added: countSchema,
  removed: countSchema,
  /** The same counts without the changes that vanish when white space and blank lines are ignored. */
  added_normalized: countSchema,
  removed_normalized: countSchema,
  /** The lines that contain a changed token, in one layout for all texts. Omitted for a file that is not compared by its tokens. */
  syntax: syntaxCountsSchema.optional(),
  /** Omitted for a file that cannot be read in its language, whose lines are all code. */
  text: textChangeSchema.optional(),
  /** The attributes of the path in the base's own .gitattributes. */
  marked_generated: z.boolean(),
  marked_vendored: z.boolean(),
  /** Present only for a new file that the ignore rules of the base or of the candidate exclude. */
  ignored: z.literal(true).optional(),
});
export type DiffFile = z.infer<typeof diffFileSchema>;

export const diffSchema = z.strictObject({
  schema_version: storedVersionSchema,
  base_tree: z.string(),
  tree: z.string(),
  files: z.array(diffFileSchema),
});
export type Diff = z.infer<typeof diffSchema>;
