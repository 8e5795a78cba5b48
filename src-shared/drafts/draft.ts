import { z } from 'zod';
import { workspacePathSchema } from '../workspace/path.ts';

/**
 * Text that was typed and not saved. `edits` is the way from `baseText` to `text`, oldest first, so that undo works
 * after a restart; an engine may drop the oldest when they grow too many, and moves `baseText` on with them.
 */
export const draftEditSchema = z.object({
  /** UTF-16 offset, length of what was taken out, and what was put in. */
  at: z.int().min(0),
  removed: z.string(),
  inserted: z.string(),
  /** Edits with one number are undone together. */
  group: z.int(),
});
export const draftSchema = z.object({
  file: workspacePathSchema,
  /** Version of the file on which it was begun; null: the file did not exist. */
  baseVersion: z.string().nullable(),
  /** The file's text at that version. */
  savedText: z.string(),
  baseText: z.string(),
  text: z.string(),
  edits: z.array(draftEditSchema),
  cursor: z.int().min(0),
  changedAtMillis: z.number(),
});
export type DraftEdit = z.infer<typeof draftEditSchema>;
export type Draft = z.infer<typeof draftSchema>;
